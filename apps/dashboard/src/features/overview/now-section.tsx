import type { MessageQueues, MonitorCurrent } from '@mqdeck/contract'
import { type ReactNode, useState } from 'react'
import { type Loaded, QueryView } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import type { MonitorSeries } from '../../lib/numbers/monitor-series.ts'
import { maxRate, meanRate, type RatePoint } from '../../lib/numbers/recent-rate.ts'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { KeyValue, Link, Section, Skeleton, type Target, Tooltip } from '../../ui/index.ts'
import { useLossReasons } from './attention/deliveries.ts'
import { messages } from './messages.ts'
import styles from './overview.module.css'
import { recentSeconds } from './queries.ts'
import { joinPoints, type RecentRates } from './rates.ts'

/** Time span of the sparklines. */
const span = recentSeconds * 1000
const meanSpan = 300_000
const minute = 60_000

interface NowSectionProps {
  readonly query: Loaded<MonitorCurrent>
  /** Rates from before the page was opened. */
  readonly recent: Loaded<MonitorSeries>
  readonly rates: RecentRates
  readonly queues: MessageQueues | undefined
}

/** Current rates and totals. Every value links to its details. */
export function NowSection({ query, recent, rates, queues }: NowSectionProps) {
  const texts = useMessages(messages)
  const reasonsOf = useLossReasons()
  const answers = useAnswers(query)
  const current = query.data
  const now = query.updatedAt ?? 0
  const recorded = (counter: string, name: RateName) => joinPoints(recent, counter, answers(name))
  return (
    <Section title={texts.current}>
      <QueryView query={query} quiet skeleton={<Skeleton height={246} />}>
        {(totals) => (
          <>
            <div className={styles.rates}>
              <Rate
                label={texts.received}
                target={{ to: '/dashboard/metrics' }}
                rate={current?.received_msg_rate}
                points={recorded('received', 'received_msg_rate')}
                now={now}
              />
              <Rate
                label={texts.sent}
                target={{ to: '/dashboard/metrics' }}
                rate={current?.sent_msg_rate}
                points={recorded('sent', 'sent_msg_rate')}
                now={now}
              />
              <Rate
                label={texts.lost}
                hint={[texts.lostHint, ...reasonsOf(rates)].join(' · ')}
                target={{ to: '/session-health' }}
                points={rates.points('delivery_dropped')}
                now={rates.now}
                isBad
              />
              <Rate
                label={texts.noSubscriber}
                hint={texts.noSubscriberHint}
                target={{ to: '/subscriptions/topics' }}
                points={rates.points('dropped_no_subscribers')}
                now={rates.now}
              />
              <Rate
                label={texts.authenticationFailures}
                target={{ to: '/authentication' }}
                points={rates.points('authentication_failure')}
                now={rates.now}
              />
            </div>
            <Totals current={totals} rates={rates} queues={queues} recorded={recorded} now={now} />
          </>
        )}
      </QueryView>
    </Section>
  )
}

type RateName = 'received_msg_rate' | 'sent_msg_rate' | 'received_bytes_rate' | 'sent_bytes_rate'

interface RateProps {
  readonly label: string
  readonly hint?: string
  readonly target: Target
  /** The last point unless given. */
  readonly rate?: number | undefined
  readonly points: readonly RatePoint[]
  readonly now: number
  /** Coloured if it is not zero. */
  readonly isBad?: boolean
}

function Rate({ label, hint, target, points, now, rate = points.at(-1)?.value, isBad = false }: RateProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const max = maxRate(points, now - meanSpan, now)
  const mean = meanRate(points, now - meanSpan, now)
  const isRed = isBad && rate !== undefined && rate > 0
  return (
    <div className={isRed ? styles.bad : undefined}>
      <KeyValue
        label={<Hinted hint={hint}>{label}</Hinted>}
        value={
          <Link quiet {...target}>
            {format.rate(rate)}
          </Link>
        }
        unit={texts.perSecond}
        note={unbroken(texts.rateNote(format.rate(mean), format.rate(max)))}
      />
      <Sparkline
        points={points}
        now={now}
        span={spanOf(points, now)}
        tone={isRed ? 'red' : isBad ? 'ink' : 'accent'}
        height={40}
      />
    </div>
  )
}

/** Shorter while there are few points. */
const spanOf = (points: readonly RatePoint[], now: number) =>
  Math.min(span, Math.max(minute, now - (points[0]?.time ?? now)))

function Hinted({ hint, children }: { readonly hint?: string | undefined; readonly children: ReactNode }) {
  if (hint === undefined) return <>{children}</>
  return (
    <Tooltip label={hint}>
      <span>{children}</span>
    </Tooltip>
  )
}

/** The note may wrap at its dot, but not between a number and its unit. */
const unbroken = (note: string) => note.replaceAll(/(?<!·) (?!·)/g, '\u00A0')

interface TotalsProps extends Pick<NowSectionProps, 'rates' | 'queues'> {
  readonly current: MonitorCurrent
  readonly recorded: (counter: string, name: RateName) => readonly RatePoint[]
  readonly now: number
}

function Totals({ current, rates, queues, recorded, now }: TotalsProps) {
  const texts = useMessages(messages)
  const { number, bytes } = useFormat()
  const perMinute = (name: 'client_connected' | 'client_disconnected') => {
    const mean = meanRate(rates.points(name), rates.now - minute, rates.now)
    return mean === undefined ? undefined : mean * 60
  }
  const full = queues && queues.full_connected + queues.full_offline
  const byteRate = (side: 'received' | 'sent') => {
    const isRecorded = current[`${side}_bytes_rate`] !== undefined
    const points = isRecorded ? recorded(`${side}_bytes`, `${side}_bytes_rate`) : rates.points(`${side}_bytes`)
    const at = isRecorded ? now : rates.now
    return (
      <KeyValue
        label={texts[`${side}_bytes_rate`]}
        value={linked({ to: '/dashboard/metrics' }, bytes(current[`${side}_bytes_rate`] ?? points.at(-1)?.value))}
        unit={texts.perSecondOfBytes}
        note={unbroken(
          texts.rateNote(bytes(meanRate(points, at - meanSpan, at)), bytes(maxRate(points, at - meanSpan, at))),
        )}
      />
    )
  }
  return (
    <div className={styles.totals}>
      <KeyValue
        label={texts.liveConnections}
        value={
          <>
            {linked({ to: '/clients', search: { conn_state: 'connected' } }, number(current.live_connections))}
            <span className={styles.of}> {texts.ofSessions(number(current.connections))}</span>
          </>
        }
        note={texts.connectRates(number(perMinute('client_connected'), 0), number(perMinute('client_disconnected'), 0))}
      />
      {queues && (
        <KeyValue
          label={texts.queued}
          value={linked({ to: '/session-health' }, number(queues.queued))}
          note={full === 0 ? texts.noFullQueues : texts.fullQueues(number(full))}
        />
      )}
      <KeyValue
        label={texts.subscriptions}
        value={linked({ to: '/subscriptions/subscription' }, number(current.subscriptions))}
        note={texts.shared(number(current.shared_subscriptions))}
      />
      <KeyValue label={texts.topics} value={linked({ to: '/subscriptions/topics' }, number(current.topics))} />
      <KeyValue label={texts.retained} value={linked({ to: '/retained' }, number(current.retained_msg_count))} />
      {byteRate('received')}
      {byteRate('sent')}
    </div>
  )
}

const linked = (target: Target, value: string) => (
  <Link quiet {...target}>
    {value}
  </Link>
)

/** The answers since the page was opened as points, oldest first, within the time span of the sparklines. */
function useAnswers({ data, updatedAt }: Loaded<MonitorCurrent>): (name: RateName) => readonly RatePoint[] {
  const [answers, setAnswers] = useState<readonly { readonly data: MonitorCurrent; readonly at: number }[]>([])
  const isNew = data !== undefined && updatedAt !== undefined && answers.at(-1)?.at !== updatedAt
  if (isNew) setAnswers([...answers.filter(({ at }) => at >= updatedAt - span), { data, at: updatedAt }])
  return (name) =>
    answers.flatMap(({ data: answer, at }) => {
      const value = answer[name]
      return value === undefined ? [] : [{ time: at, value }]
    })
}
