import { useCallback, useMemo } from 'react'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, Dim, EmptyState, KeyValue, Section, Skeleton, Stack, Tooltip } from '../../ui/index.ts'
import { NodeDifferences, NodeTable, ShortReason, stateMessages } from '../node-states/index.ts'
import type { Loaded } from '../query.ts'
import { QueryView } from '../query-view.tsx'
import styles from './chain.module.css'
import { MemberState, reasonOn } from './chain-status.tsx'
import type { ChainMetrics, ChainStatus } from './chain-types.ts'
import { chainMessages } from './messages.ts'
import { type ChainMember, RateTrend } from './rate-trend.tsx'

/** Ways in which a decision can end, with their names. Stable. */
type Outcomes<Count extends string> = readonly { readonly id: Count; readonly label: string; readonly hint?: string }[]

interface ChainOverviewProps<Count extends string> {
  readonly member: ChainMember
  readonly query: Loaded<ChainStatus<Count>>
  readonly isOn: boolean
  /** There is nothing to be connected with. */
  readonly isInside: boolean
  readonly outcomes: Outcomes<Count>
}

/** How a member of a chain is doing: what it has decided, what its backend has answered, and all that for each node. */
export function ChainOverview<Count extends string>({
  member,
  query,
  isOn,
  isInside,
  outcomes,
}: ChainOverviewProps<Count>) {
  const texts = useMessages(chainMessages)
  const { states } = useMessages(stateMessages)
  if (!isOn)
    return (
      <Section>
        <EmptyState title={states.disabled} hint={texts.isOff} />
      </Section>
    )
  return (
    <QueryView query={query} skeleton={<Skeleton height={320} />}>
      {(data) => (
        <Stack gap={4}>
          <Problems status={data} />
          <Section title={texts.decisions}>
            <Totals metrics={data.metrics} outcomes={outcomes} />
          </Section>
          <RateTrend member={member} status={query} />
          {data.resource_metrics.matched !== undefined && (
            <Section title={texts.backend}>
              <BackendFigures metrics={data.resource_metrics} />
            </Section>
          )}
          <MemberNodes status={data} isInside={isInside} outcomes={outcomes} />
        </Stack>
      )}
    </QueryView>
  )
}

/** Why nodes are not connected, and who differs from whom, in full: the table below has no room for it. */
function Problems({ status }: { readonly status: ChainStatus }) {
  const told = status.node_status.map(({ node, status: state }) => ({ node, state, reason: reasonOn(status, node) }))
  // A node may have told its error, and no state.
  const silent = status.node_error.filter(({ node }) => told.every((one) => one.node !== node))
  return (
    <NodeDifferences
      tone={status.status === 'disconnected' ? 'red' : 'amber'}
      nodes={[...told, ...silent.map(({ node, error }) => ({ node, state: 'unknown', reason: error }))]}
    />
  )
}

interface TotalsProps<Count extends string> {
  readonly metrics: ChainMetrics<Count>
  readonly outcomes: Outcomes<Count>
}

function Totals<Count extends string>({ metrics, outcomes }: TotalsProps<Count>) {
  const texts = useMessages(chainMessages)
  const format = useFormat()
  // In the shape without outcomes the names that are always there keep their type.
  const { total, rate, rate_last5m: lately, rate_max: most }: ChainMetrics<never> = metrics
  const share = (count: number) => (total > 0 ? texts.ofAsked(format.percent(count / total)) : undefined)
  return (
    <div className={styles.figures}>
      <KeyValue label={texts.total} value={format.number(total)} />
      {outcomes.map(({ id, label, hint }) => (
        <KeyValue
          key={id}
          label={
            <Tooltip label={hint} disabled={hint === undefined}>
              <span>{label}</span>
            </Tooltip>
          }
          value={format.number(metrics[id])}
          note={share(metrics[id])}
        />
      ))}
      <KeyValue label={texts.rateNow} value={format.rate(rate)} />
      <KeyValue label={texts.rate5m} value={format.rate(lately)} />
      <KeyValue label={texts.rateMax} value={format.rate(most)} />
    </div>
  )
}

function BackendFigures({ metrics }: { readonly metrics: ChainStatus['resource_metrics'] }) {
  const texts = useMessages(chainMessages)
  const format = useFormat()
  return (
    <div className={styles.figures}>
      <KeyValue label={texts.matched} value={format.number(metrics.matched)} />
      <KeyValue label={texts.answered} value={format.number(metrics.success)} />
      <KeyValue label={texts.unanswered} value={format.number(metrics.failed)} />
      <KeyValue label={texts.rateNow} value={format.rate(metrics.rate)} />
    </div>
  )
}

interface NodeRow<Count extends string> {
  readonly node: string
  readonly status: ChainStatus['status']
  readonly reason: string | undefined
  readonly metrics: ChainMetrics<Count> | undefined
}

const isTroubled = ({ status }: NodeRow<string>): boolean => status !== 'connected'

interface MemberNodesProps<Count extends string> {
  readonly status: ChainStatus<Count>
  readonly isInside: boolean
  readonly outcomes: Outcomes<Count>
}

function MemberNodes<Count extends string>({ status, isInside, outcomes }: MemberNodesProps<Count>) {
  const texts = useMessages(chainMessages)
  const format = useFormat()
  const rows = useMemo(
    () =>
      status.node_status.map(
        ({ node, status: state }): NodeRow<Count> => ({
          node,
          status: state,
          reason: reasonOn(status, node),
          metrics: status.node_metrics.find((one) => one.node === node)?.metrics,
        }),
      ),
    [status],
  )
  const columns = useMemo((): readonly Column<NodeRow<Count>>[] => {
    const figure = (id: Count | 'total', header: string): Column<NodeRow<Count>> => ({
      id,
      header,
      width: 76,
      align: 'end',
      cell: ({ metrics }) => format.number(metrics?.[id]),
    })
    return [
      {
        id: 'reason',
        header: texts.reason,
        width: 180,
        cell: ({ reason }) => (reason === undefined ? <Dim>{dash}</Dim> : <ShortReason>{reason}</ShortReason>),
      },
      figure('total', texts.total),
      ...outcomes.map(({ id, label }) => figure(id, label)),
      {
        id: 'rate',
        header: texts.columns.rate,
        width: 90,
        align: 'end',
        cell: ({ metrics }) => format.rate(metrics?.rate),
      },
    ]
  }, [texts, format, outcomes])
  const stateOf = useCallback(
    ({ status: state }: NodeRow<Count>) => <MemberState state={state} isInside={isInside} />,
    [isInside],
  )
  return <NodeTable rows={rows} columns={columns} stateOf={stateOf} isTrouble={isTroubled} />
}
