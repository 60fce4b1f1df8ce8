import type { IntegrationMetrics, IntegrationStatistics } from '@mqdeck/contract'
import { QueryView, useChange, useData, useIsViewer } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { CodeBlock, EmptyState, KeyValue, Section, Skeleton, Stack } from '../../../ui/index.ts'
import { type ChannelKind, idOf, isWebhook, type Named, sourceSql } from '../kinds.ts'
import { messages } from '../messages.ts'
import { type Channel, channelChanges, channelQueries } from '../queries.ts'
import { Problems } from '../status.tsx'
import { useChannelActions } from './channel-actions.tsx'
import { ChannelCharts, dropReasons } from './channel-charts.tsx'
import styles from './channel-overview.module.css'
import { ChannelNodes } from './node-table.tsx'
import { overviewMessages } from './overview-messages.ts'
import { ResetButton } from './reset-button.tsx'
import { useSamples } from './samples.ts'

/** A counter that only decreases with a reset. */
const countedBy = ({ matched, received }: IntegrationMetrics) => matched + received

interface OverviewProps {
  readonly kind: ChannelKind
  readonly channel: Channel
}

/** Statistics of an action or a source with charts, drop reasons and a table of nodes. */
export function ChannelOverview({ kind, channel }: OverviewProps) {
  const common = useMessages(messages)
  const query = useData(channelQueries[kind].statistics, { id: idOf(channel) })
  const samples = useSamples(`${kind} ${idOf(channel)}`, query, countedBy)
  const isViewer = useIsViewer()
  const actions = useChannelActions(kind)
  const reconnect = isViewer || isWebhook(channel) ? undefined : (node: string) => void actions.start(channel, node)
  return (
    <Stack gap={4}>
      <Problems of={channel} onReconnect={reconnect} />
      <QueryView query={query} skeleton={<Skeleton height={420} />}>
        {(statistics) => (
          <Stack gap={4}>
            <Statistics kind={kind} channel={channel} statistics={statistics} />
            {kind === 'source' && (
              <Section title={common.sql}>
                <Stack gap={3}>
                  <span>{common.sqlNote}</span>
                  <CodeBlock code={sourceSql(channel)} />
                </Stack>
              </Section>
            )}
            <ChannelCharts kind={kind} samples={samples} updatedAt={query.updatedAt} />
            {kind === 'action' && <Reasons statistics={statistics} />}
            <ChannelNodes kind={kind} channel={channel} statistics={statistics} onReconnect={reconnect} />
          </Stack>
        )}
      </QueryView>
    </Stack>
  )
}

function Statistics({
  kind,
  channel,
  statistics: { metrics },
}: OverviewProps & { readonly statistics: IntegrationStatistics }) {
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
    <Section title={texts.sections[kind]} actions={<ResetStatistics kind={kind} channel={channel} />}>
      <div className={styles.statistics}>
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

function Reasons({ statistics: { metrics } }: { readonly statistics: IntegrationStatistics }) {
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

/** Resets the counters of an action or a source. */
function ResetStatistics({ kind, channel }: { readonly kind: ChannelKind; readonly channel: Named }) {
  const texts = useMessages(overviewMessages)
  const { run } = useChange(channelChanges[kind].reset)
  return (
    <ResetButton
      texts={texts}
      name={channel.name}
      onReset={() => run({ id: idOf(channel) })}
      done={texts.resetDone(channel.name)}
      failed={texts.resetFailed(channel.name)}
    />
  )
}
