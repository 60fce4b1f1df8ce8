import type { IntegrationMetrics, IntegrationStatistics } from '@mqdeck/contract'
import { QueryView, useChange, useData, useIsViewer } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { CodeBlock, EmptyState, KeyValue, Section, Skeleton, Stack } from '../../../ui/index.ts'
import { TraceButton } from '../../traces/index.ts'
import { historyQuery } from '../health-queries.ts'
import { type ChannelKind, idOf, isWebhook, type Named, sourceSql } from '../kinds.ts'
import { messages } from '../messages.ts'
import { type Channel, channelChanges, channelQueries } from '../queries.ts'
import { Problems } from '../status.tsx'
import { useChannelActions } from './channel-actions.tsx'
import { ChannelCharts, dropReasons } from './channel-charts.tsx'
import styles from './channel-overview.module.css'
import { Failures, useFailuresAreKnown } from './failures.tsx'
import { ChannelNodes } from './node-table.tsx'
import { overviewMessages } from './overview-messages.ts'
import { ResetButton } from './reset-button.tsx'
import { useSamplesWithHistory } from './samples.ts'
import { ErrorCount, StatisticGroups } from './statistic-groups.tsx'

/** A counter that only decreases with a reset. */
const countedBy = ({ matched, received }: IntegrationMetrics) => matched + received

const skeleton = <Skeleton height={420} />

interface OverviewProps {
  readonly kind: ChannelKind
  readonly channel: Channel
}

/** Statistics of an action or a source with charts, drop reasons and a table of nodes. */
export function ChannelOverview({ kind, channel }: OverviewProps) {
  const common = useMessages(messages)
  const id = idOf(channel)
  const query = useData(channelQueries[kind].statistics, { id })
  const areFailuresKnown = useFailuresAreKnown(kind, id)
  const history = useData(historyQuery, { kind, id })
  const samples = useSamplesWithHistory(`${kind} ${id}`, query, history, countedBy)
  const isViewer = useIsViewer()
  const actions = useChannelActions(kind)
  const reconnect = isViewer || isWebhook(channel) ? undefined : (node: string) => void actions.start(channel, node)
  return (
    <Stack gap={4}>
      <Problems of={channel} onReconnect={reconnect} />
      <QueryView query={query} skeleton={skeleton}>
        {(statistics) =>
          !areFailuresKnown ? (
            skeleton
          ) : (
            <Stack gap={4}>
              {kind === 'action' && (
                <Failures
                  kind={kind}
                  id={id}
                  hasErrors={statistics.metrics.failed + statistics.metrics.dropped > 0}
                  actions={
                    channel.rules?.[0] !== undefined && (
                      <TraceButton size="small" of={{ type: 'ruleid', value: channel.rules[0] }} />
                    )
                  }
                />
              )}
              <ChannelCharts
                kind={kind}
                samples={samples}
                updatedAt={query.updatedAt}
                isKept={(history.data?.length ?? 1) > 0}
              />
              <Statistics kind={kind} channel={channel} statistics={statistics} />
              {kind === 'source' && (
                <Section title={common.sql}>
                  <Stack gap={3}>
                    <span>{common.sqlNote}</span>
                    <CodeBlock code={sourceSql(channel)} />
                  </Stack>
                </Section>
              )}
              {kind === 'action' && <Reasons statistics={statistics} />}
              <ChannelNodes kind={kind} channel={channel} statistics={statistics} onReconnect={reconnect} />
            </Stack>
          )
        }
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
      <StatisticGroups
        groups={[
          {
            title: texts.groups.results,
            children:
              kind === 'source' ? (
                <KeyValue label={texts.received} value={format.number(metrics.received)} />
              ) : (
                <>
                  <KeyValue label={texts.matched} value={format.number(metrics.matched)} />
                  <KeyValue label={texts.sent} value={format.number(metrics.success)} note={share(metrics.success)} />
                  <KeyValue
                    label={texts.failed}
                    value={<ErrorCount count={metrics.failed} />}
                    note={share(metrics.failed)}
                  />
                  <KeyValue
                    label={texts.dropped}
                    value={<ErrorCount count={metrics.dropped} />}
                    note={share(metrics.dropped)}
                  />
                </>
              ),
          },
          ...(kind === 'source'
            ? []
            : [
                {
                  title: texts.groups.buffer,
                  children: (
                    <>
                      <KeyValue
                        label={texts.queuing}
                        value={format.number(metrics.queuing)}
                        note={metrics.queuing_bytes > 0 && texts.bytes(format.bytes(metrics.queuing_bytes))}
                      />
                      <KeyValue label={texts.inflight} value={format.number(metrics.inflight)} />
                      <KeyValue label={texts.retried} value={format.number(metrics.retried)} />
                      <KeyValue label={texts.late} value={format.number(metrics.late_reply)} />
                    </>
                  ),
                },
              ]),
          { title: texts.groups.rate, children: rates },
        ]}
      />
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
