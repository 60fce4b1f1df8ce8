import { useFormat, useMessages } from '../../i18n/index.ts'
import { useValue } from '../../mqtt-client/index.ts'
import { Dim } from '../../ui/index.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { latencyOf } from './latency.ts'
import { listMessages } from './list-messages.ts'
import { milliseconds } from './message-row.tsx'
import { trafficSpan } from './traffic.ts'
import styles from './websocket.module.css'
import type { Bench } from './workbench.ts'

/** Messages per second of the last minute, and how long those of this page are under way. */
export function TrafficLine({ bench }: { readonly bench: Bench }) {
  const texts = useMessages(listMessages)
  const format = useFormat()
  const rates = useValue(bench.traffic.rates)
  const totals = bench.log.totals()
  const latency = recentLatency(bench)
  const rows = [
    [texts.received, rates.in, totals.received, 'accent'],
    [texts.sent, rates.out, totals.sent, 'ink'],
  ] as const
  return (
    <div className={styles.traffic}>
      {rows.map(([label, points, total, tone]) => (
        <div key={label} className={styles.rate}>
          <div>
            <Dim small>{label}</Dim>
            <div className={styles.figure}>
              {format.number(total)}{' '}
              <Dim small>
                {format.rate(points.at(-1)?.value ?? 0)}
                {texts.perSecond}
              </Dim>
            </div>
          </div>
          <div className={styles.spark}>
            <Sparkline points={points} now={rates.now} span={trafficSpan} tone={tone} height={28} />
          </div>
        </div>
      ))}
      <div className={styles.latency}>
        <Dim small>{texts.latency}</Dim>
        <div className={styles.figure}>
          {latency === undefined ? '–' : milliseconds(latency.mean)}{' '}
          {latency && <Dim small>{texts.latencyNote(latency.count)}</Dim>}
        </div>
      </div>
    </div>
  )
}

/** Of how many messages the mean is made, and among how many of the last they are looked for. */
const mostMeasured = 50
const lookedAt = 200

function recentLatency({ log, latencyField }: Bench): { readonly mean: number; readonly count: number } | undefined {
  let sum = 0
  let count = 0
  const field = latencyField.get()
  for (let seq = log.end() - 1; seq >= log.first() && seq > log.end() - lookedAt && count < mostMeasured; seq -= 1) {
    const message = log.at(seq)
    const latency = message && latencyOf(message, field)
    if (latency === undefined) continue
    sum += latency
    count += 1
  }
  return count === 0 ? undefined : { mean: sum / count, count }
}
