import { useFormat, useMessages } from '../../../i18n/index.ts'
import { Sparkline } from '../../../ui/charts/sparkline.tsx'
import { Dim } from '../../../ui/index.ts'
import type { ConnectionTab } from '../connection/connection-tabs.ts'
import { useValue } from '../index.ts'
import styles from '../websocket.module.css'
import { latencyOf } from './latency.ts'
import { listMessages } from './list-messages.ts'
import { rateSpanMs } from './message-rates.ts'
import { milliseconds } from './message-row.tsx'

/** Messages per second of the last minute, and the average latency. */
export function TrafficLine({ tab }: { readonly tab: ConnectionTab }) {
  const texts = useMessages(listMessages)
  const format = useFormat()
  const rates = useValue(tab.rates.current)
  const totals = tab.log.totals()
  const latency = recentLatency(tab)
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
            <Sparkline points={points} now={rates.now} span={rateSpanMs} tone={tone} height={28} />
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

/** Number of messages in the average, and number of latest messages that are searched for them. */
const maxMeasured = 50
const searchedMessages = 200

function recentLatency({
  log,
  latencyField,
}: ConnectionTab): { readonly mean: number; readonly count: number } | undefined {
  let sum = 0
  let count = 0
  const field = latencyField.get()
  for (
    let seq = log.end() - 1;
    seq >= log.first() && seq > log.end() - searchedMessages && count < maxMeasured;
    seq -= 1
  ) {
    const message = log.at(seq)
    const latency = message && latencyOf(message, field)
    if (latency === undefined) continue
    sum += latency
    count += 1
  }
  return count === 0 ? undefined : { mean: sum / count, count }
}
