import type { MonitorCurrent } from '@mqdeck/contract'
import { useState } from 'react'
import { type Dated, type Loaded, QueryView } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import type { MonitorSeries } from '../../lib/monitor-series.ts'
import { maxRate, meanRate, type RatePoint } from '../../lib/recent-rate.ts'
import { KeyValue, Link, Section, Skeleton, Tooltip } from '../../ui/index.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { useByteRates } from './history/monitor-bytes.ts'
import { messages } from './messages.ts'
import styles from './overview.module.css'
import { recentSeconds } from './queries.ts'

type RateName = 'received_msg_rate' | 'sent_msg_rate' | 'dropped_msg_rate' | 'received_bytes_rate' | 'sent_bytes_rate'

/** Time span of the sparklines and of the maximum. */
const span = recentSeconds * 1000
const meanSpan = 300_000

interface NowSectionProps {
  readonly query: Loaded<MonitorCurrent>
  /** Rates from before the page was opened. */
  readonly recent: Loaded<MonitorSeries>
}

/** Current rates and totals. */
export function NowSection({ query, recent }: NowSectionProps) {
  const texts = useMessages(messages)
  const answers = useAnswers(query)
  const measured = useByteRates(query.data !== undefined && query.data.received_bytes_rate === undefined)
  const rate = (label: string, name: RateName, counter: string, isBad = false) => (
    <Rate
      label={label}
      rate={query.data?.[name]}
      points={join(recent, counter, answers, name)}
      now={query.updatedAt ?? 0}
      isBad={isBad}
    />
  )
  return (
    <Section title={texts.current}>
      <QueryView query={query} quiet skeleton={<Skeleton height={290} />}>
        {(current) => (
          <>
            <div className={styles.rates}>
              {rate(texts.received, 'received_msg_rate', 'received')}
              {rate(texts.sent, 'sent_msg_rate', 'sent')}
              {rate(texts.dropped, 'dropped_msg_rate', 'dropped', true)}
            </div>
            <div className={styles.totals}>
              {byteNames.map(([name, counter, side]) => (
                <ByteRate
                  key={name}
                  label={texts[name]}
                  rate={current[name] ?? measured[side].at(-1) ?? undefined}
                  points={
                    current[name] === undefined
                      ? toPoints(measured.times, measured[side])
                      : join(recent, counter, answers, name)
                  }
                  now={query.updatedAt ?? 0}
                />
              ))}
              <Totals current={current} />
            </div>
          </>
        )}
      </QueryView>
    </Section>
  )
}

const byteNames = [
  ['received_bytes_rate', 'received_bytes', 'received'],
  ['sent_bytes_rate', 'sent_bytes', 'sent'],
] as const

interface ByteRateProps {
  readonly label: string
  readonly rate: number | undefined
  readonly points: readonly RatePoint[]
  readonly now: number
}

function ByteRate({ label, rate, points, now }: ByteRateProps) {
  const texts = useMessages(messages)
  const { bytes } = useFormat()
  return (
    <KeyValue
      label={label}
      value={bytes(rate)}
      unit={texts.perSecondOfBytes}
      note={unbroken(
        texts.rateNote(bytes(meanRate(points, now - meanSpan, now)), bytes(maxRate(points, now - span, now))),
      )}
    />
  )
}

/** The note may wrap at its dot, but not between a number and its unit. */
const unbroken = (note: string) => note.replaceAll(/(?<!·) (?!·)/g, '\u00A0')

interface RateProps {
  readonly label: string
  readonly rate: number | undefined
  readonly points: readonly RatePoint[]
  readonly now: number
  /** Coloured if it is not zero. */
  readonly isBad: boolean
}

function Rate({ label, rate, points, now, isBad }: RateProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const max = maxRate(points, now - span, now)
  const mean = meanRate(points, now - meanSpan, now)
  const badTone = max !== undefined && max > 0 ? 'red' : 'ink'
  return (
    <div>
      <KeyValue
        label={label}
        value={format.rate(rate)}
        unit={texts.perSecond}
        note={unbroken(texts.rateNote(format.rate(mean), format.rate(max)))}
      />
      <Sparkline points={points} now={now} span={span} tone={isBad ? badTone : 'accent'} height={52} />
    </div>
  )
}

function Totals({ current }: { readonly current: MonitorCurrent }) {
  const texts = useMessages(messages)
  const { number } = useFormat()
  return (
    <>
      <KeyValue
        label={texts.liveConnections}
        value={
          <Link quiet to="/clients" search={{ conn_state: 'connected' }}>
            {number(current.live_connections)}
          </Link>
        }
      />
      <KeyValue
        label={
          <Tooltip label={texts.connectionsHint}>
            <span>{texts.connections}</span>
          </Tooltip>
        }
        value={
          <Link quiet to="/clients">
            {number(current.connections)}
          </Link>
        }
      />
      <KeyValue label={texts.subscriptions} value={number(current.subscriptions)} />
      <KeyValue label={texts.sharedSubscriptions} value={number(current.shared_subscriptions)} />
      <KeyValue label={texts.topics} value={number(current.topics)} />
      <KeyValue label={texts.retained} value={number(current.retained_msg_count)} />
    </>
  )
}

/** The answers since the page was opened, oldest first, within the time span of the sparklines. */
function useAnswers({ data, updatedAt }: Loaded<MonitorCurrent>): readonly Dated<MonitorCurrent>[] {
  const [answers, setAnswers] = useState<readonly Dated<MonitorCurrent>[]>([])
  if (data === undefined || updatedAt === undefined || answers.at(-1)?.at === updatedAt) return answers
  const next = [...answers.filter(({ at }) => at >= updatedAt - span), { data, at: updatedAt }]
  setAnswers(next)
  return next
}

/** The history until it was read (again when the tab becomes visible), and every answer since. */
function join(
  { data: history, updatedAt = 0 }: Loaded<MonitorSeries>,
  counter: string,
  answers: readonly Dated<MonitorCurrent>[],
  name: RateName,
): readonly RatePoint[] {
  const since = answers.filter(({ at }) => at > updatedAt)
  return [
    ...toPoints(history?.times ?? [], history?.rates(counter) ?? []),
    ...toPoints(
      since.map(({ at }) => at),
      since.map(({ data }) => data[name] ?? null),
    ),
  ]
}

const toPoints = (times: readonly number[], values: readonly (number | null)[]): readonly RatePoint[] =>
  times.flatMap((time, index) => {
    const value = values[index]
    return value === null || value === undefined ? [] : [{ time, value }]
  })
