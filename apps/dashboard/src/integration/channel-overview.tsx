import type { IntegrationFigures, IntegrationMetrics } from '@mqdeck/contract'
import { QueryView, useData, useIsViewer } from '../data/index.ts'
import { useFormat, useMessages } from '../i18n/index.ts'
import { CodeBlock, EmptyState, KeyValue, Section, Skeleton, Stack } from '../ui/index.ts'
import { useChannelActions } from './channel-actions.tsx'
import { ChannelCharts, dropReasons } from './channel-charts.tsx'
import styles from './channel-overview.module.css'
import { type ChannelKind, idOf, isWebhook, sourceSql } from './kinds.ts'
import { messages } from './messages.ts'
import { ChannelNodes } from './node-table.tsx'
import { overviewMessages } from './overview-messages.ts'
import { type Channel, channelQueries } from './queries.ts'
import { ResetFigures } from './reset-statistics.tsx'
import { useSamples } from './samples.ts'
import { Problems } from './status.tsx'

/** A counter that only decreases with a reset. */
const countedBy = ({ matched, received }: IntegrationMetrics) => matched + received

interface OverviewProps {
  readonly kind: ChannelKind
  readonly channel: Channel
}

/** Statistics of an action or a source with charts, drop reasons and a table of nodes. */
export function ChannelOverview({ kind, channel }: OverviewProps) {
  const common = useMessages(messages)
  const query = useData(channelQueries[kind].figures, { id: idOf(channel) })
  const samples = useSamples(`${kind} ${idOf(channel)}`, query, countedBy)
  const isViewer = useIsViewer()
  const actions = useChannelActions(kind)
  const reconnect = isViewer || isWebhook(channel) ? undefined : (node: string) => void actions.start(channel, node)
  return (
    <Stack gap={4}>
      <Problems of={channel} onReconnect={reconnect} />
      <QueryView query={query} skeleton={<Skeleton height={420} />}>
        {(figures) => (
          <Stack gap={4}>
            <Figures kind={kind} channel={channel} figures={figures} />
            {kind === 'source' && (
              <Section title={common.sql}>
                <Stack gap={3}>
                  <span>{common.sqlNote}</span>
                  <CodeBlock code={sourceSql(channel)} />
                </Stack>
              </Section>
            )}
            <ChannelCharts kind={kind} samples={samples} updatedAt={query.updatedAt} />
            {kind === 'action' && <Reasons figures={figures} />}
            <ChannelNodes kind={kind} channel={channel} figures={figures} onReconnect={reconnect} />
          </Stack>
        )}
      </QueryView>
    </Stack>
  )
}

function Figures({ kind, channel, figures: { metrics } }: OverviewProps & { readonly figures: IntegrationFigures }) {
  const texts = useMessages(overviewMessages)
  const format = useFormat()
  if (channel.enable === false && metrics.matched + metrics.received === 0)
    return (
      <Section>
        <EmptyState title={texts.isDisabled} />
      </Section>
    )
  const share = (count: number) =>
    metrics.matched > 0 ? texts.ofAll(format.percent(count / metrics.matched)) : undefined
  const rates = (
    <>
      <KeyValue label={texts.rateNow} value={format.rate(metrics.rate)} />
      <KeyValue label={texts.rate5m} value={format.rate(metrics.rate_last5m)} />
      <KeyValue label={texts.rateMax} value={format.rate(metrics.rate_max)} />
    </>
  )
  return (
    <Section title={texts.sections[kind]} actions={<ResetFigures kind={kind} channel={channel} />}>
      <div className={styles.figures}>
        {kind === 'source' ? (
          <>
            <KeyValue label={texts.received} value={format.number(metrics.received)} />
            {rates}
          </>
        ) : (
          <>
            <KeyValue label={texts.matched} value={format.number(metrics.matched)} />
            <KeyValue label={texts.sent} value={format.number(metrics.success)} note={share(metrics.success)} />
            <KeyValue label={texts.failed} value={format.number(metrics.failed)} note={share(metrics.failed)} />
            <KeyValue label={texts.dropped} value={format.number(metrics.dropped)} note={share(metrics.dropped)} />
            <KeyValue
              label={texts.queuing}
              value={format.number(metrics.queuing)}
              note={metrics.queuing_bytes > 0 && texts.bytes(format.bytes(metrics.queuing_bytes))}
            />
            <KeyValue label={texts.inflight} value={format.number(metrics.inflight)} />
            <KeyValue label={texts.retried} value={format.number(metrics.retried)} />
            <KeyValue label={texts.late} value={format.number(metrics.late_reply)} />
            {rates}
          </>
        )}
      </div>
    </Section>
  )
}

function Reasons({ figures: { metrics } }: { readonly figures: IntegrationFigures }) {
  const texts = useMessages(overviewMessages)
  const format = useFormat()
  if (metrics.dropped === 0) return null
  return (
    <Section title={texts.reasons}>
      <dl className={styles.reasons}>
        {dropReasons.map((reason) => {
          const count = metrics[`dropped.${reason}`]
          return (
            <div key={reason} className={styles.reason}>
              <dt>{texts.dropReasons[reason]}</dt>
              <dd>
                <span className={styles.track} aria-hidden>
                  <span className={styles.bar} style={{ width: `${(count / metrics.dropped) * 100}%` }} />
                </span>
                <span className={styles.count}>{format.number(count)}</span>
              </dd>
            </div>
          )
        })}
      </dl>
    </Section>
  )
}
