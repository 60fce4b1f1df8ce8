import type { Client } from '@mqdeck/contract'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type Loaded, useRecentAnswers } from '../../../api/index.ts'
import { dash, type Format, useFormat, useMessages } from '../../../i18n/index.ts'
import type { RatePoint } from '../../../lib/numbers/recent-rate.ts'
import { Sparkline } from '../../../ui/charts/sparkline.tsx'
import { join, LimitBar } from '../../../ui/index.ts'
import { limitOf } from '../client-values.ts'
import type { ClientTimeline } from '../queries.ts'
import { ratesOf } from '../rates.ts'
import styles from './client-verdict.module.css'
import { type ClientRates, type Finding, type Verdict, verdictOf } from './verdict.ts'
import { verdictMessages } from './verdict-messages.ts'

/** Maximum and minimum time span of the sparklines, which start when the page is opened. */
const maxSpan = 300_000
const minSpan = 60_000

interface ClientVerdictProps {
  readonly query: Loaded<Client>
  readonly client: Client
  readonly timeline: ClientTimeline | null | undefined
  /** Time of the server in milliseconds. */
  readonly now: number
}

/** In words and numbers: whether the client receives its messages as fast as they arrive. */
export function ClientVerdict({ query, client, timeline, now }: ClientVerdictProps) {
  const history = useRateHistory(query)
  const rates = history.at(-1)?.rates
  const verdict = verdictOf({ client, rates, events: timeline?.data ?? [], now })
  const time = query.updatedAt ?? 0
  const points = (name: keyof ClientRates): readonly RatePoint[] =>
    history.map(({ at, rates: past }) => ({ time: at, value: past[name] }))
  return (
    <div className={styles.panel}>
      <VerdictText verdict={verdict} client={client} isMeasuring={rates === undefined} />
      <div className={styles.values}>
        <RateValue name="received" rates={rates} points={points('received')} now={time} />
        <RateValue name="sent" rates={rates} points={points('sent')} now={time} />
        <RateValue name="dropped" rates={rates} points={points('dropped')} now={time} />
        <Usage name="queue" value={client.mqueue_len} limit={client.mqueue_max} />
        <Usage name="inflight" value={client.inflight_cnt} limit={client.inflight_max} />
      </div>
    </div>
  )
}

const icons = {
  accent: IconCircleCheck,
  grey: IconInfoCircle,
  amber: IconAlertTriangle,
  red: IconAlertTriangle,
} as const

interface VerdictTextProps {
  readonly verdict: Verdict
  readonly client: Client
  readonly isMeasuring: boolean
}

function VerdictText({ verdict, client, isMeasuring }: VerdictTextProps) {
  const texts = useMessages(verdictMessages)
  const format = useFormat()
  const { summary, tone, findings, capacity } = verdict
  const Icon = icons[tone]
  const facts = findings.map((finding) => factOf(finding, texts, format))
  const expires = client.expiry_interval
  return (
    <div className={join(styles.verdict, styles[tone])} role="status">
      <Icon size={18} aria-hidden />
      <div>
        <strong>{texts.summaries[summary]}</strong>
        {facts.length > 0 && texts.joined(facts)}
        {isMeasuring && client.connected && summary === 'cannotKeepUp' && (
          // Reserves the line of the capacity.
          <p className={styles.capacity}>{texts.measuring}</p>
        )}
        {capacity && (
          <p className={styles.capacity}>
            {capacity.ackMs === undefined
              ? texts.noAcks(format.number(capacity.receiveMaximum))
              : texts.capacity({
                  window: format.number(capacity.receiveMaximum),
                  ack: format.span(capacity.ackMs),
                  possible: format.rate(capacity.possible),
                  arriving: format.rate(capacity.arriving),
                })}
          </p>
        )}
        {!client.connected && expires > 0 && <p className={styles.capacity}>{texts.offlineHint}</p>}
      </div>
    </div>
  )
}

function factOf(finding: Finding, texts: typeof verdictMessages.en, format: Format): string {
  switch (finding.kind) {
    case 'queueFull':
    case 'queued': {
      const limit = finding.limit === undefined ? undefined : format.number(finding.limit)
      return texts.facts[finding.kind](format.number(finding.count), limit)
    }
    case 'inflightFull':
      return texts.facts.inflightFull(format.number(finding.count), format.number(finding.limit))
    case 'dropping':
      return texts.facts.dropping(format.rate(finding.rate))
    default:
      return texts.facts[finding.kind](format.number(finding.count))
  }
}

interface RateValueProps {
  readonly name: 'received' | 'sent' | 'dropped'
  readonly rates: ClientRates | undefined
  readonly points: readonly RatePoint[]
  readonly now: number
}

function RateValue({ name, rates, points, now }: RateValueProps) {
  const texts = useMessages(verdictMessages)
  const format = useFormat()
  const span = Math.max(minSpan, now - (points[0]?.time ?? now))
  const isBad = name === 'dropped' && (rates?.dropped ?? 0) > 0
  return (
    <div className={styles.value}>
      <div className={styles.label}>{texts.values[name]}</div>
      <div className={join(styles.number, isBad && styles.bad)}>
        {rates ? texts.perSecondValue(format.rate(rates[name])) : dash}
      </div>
      <Sparkline points={points} now={now} span={span} tone={isBad ? 'red' : 'accent'} height={24} />
    </div>
  )
}

interface UsageProps {
  readonly name: 'queue' | 'inflight'
  readonly value: number
  readonly limit: number | 'infinity'
}

function Usage({ name, value, limit }: UsageProps) {
  const texts = useMessages(verdictMessages)
  return (
    <div className={styles.value}>
      <div className={styles.label}>{texts.values[name]}</div>
      <div className={styles.number}>
        <LimitBar value={value} limit={limitOf(limit)} />
      </div>
    </div>
  )
}

/** The rates at each refresh of the last five minutes. */
function useRateHistory(query: Loaded<Client>): readonly { readonly at: number; readonly rates: ClientRates }[] {
  const answers = useRecentAnswers(query, maxSpan)
  return useMemo(() => {
    const samples = answers.map(({ data, at }) => ({ at, data: countersOf(data) }))
    return samples.flatMap(({ at }, index) => {
      const rates = ratesOf(samples.slice(0, index + 1))
      return rates ? [{ at, rates }] : []
    })
  }, [answers])
}

/** Some brokers count a drop of the queue in only one of the two counters. A disconnected client has none. */
function countersOf(client: Client): ClientRates {
  return {
    received: client.recv_msg ?? 0,
    sent: client.send_msg ?? 0,
    dropped: Math.max(client.mqueue_dropped ?? 0, client['send_msg.dropped'] ?? 0),
    confirmed: (client['send_msg.qos1'] ?? 0) + (client['send_msg.qos2'] ?? 0),
  }
}
