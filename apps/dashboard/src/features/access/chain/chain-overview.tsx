import { useCallback, useMemo } from 'react'
import { NodeTable, ShortReason, stateMessages } from '../../../api/nodes/node-states/index.ts'
import { QueryView } from '../../../api/query-view.tsx'
import { dash, useFormat, useMessages } from '../../../i18n/index.ts'
import { type Column, Dim, EmptyState, KeyValue, Section, Skeleton, Stack, Tooltip } from '../../../ui/index.ts'
import styles from './chain.module.css'
import { type ChainKind, type ChainMember, isEnabled } from './chain-kind.ts'
import { MemberState, reasonOn, useStatus } from './chain-status.tsx'
import type { ChainMetrics, ChainStatus } from './chain-types.ts'
import { MemberProblem } from './member-problem.tsx'
import { chainMessages } from './messages.ts'
import { RateTrend } from './rate-trend.tsx'

/** The possible results of a decision with their names. Must be the same object in every render. */
type ResultColumns<Count extends string> = readonly {
  readonly id: Count
  readonly label: string
  readonly hint: string
}[]

interface ChainOverviewProps<Member extends ChainMember, Count extends string> {
  readonly kind: ChainKind<Member, Count>
  readonly member: Member
}

/** Decisions of a chain member, queries to its backend, and both for each node. */
export function ChainOverview<Member extends ChainMember, Count extends string>({
  kind,
  member,
}: ChainOverviewProps<Member, Count>) {
  const texts = useMessages(chainMessages)
  const { states } = useMessages(stateMessages)
  const { results: names } = kind.useTexts()
  const results = useMemo(() => kind.results.map((id) => ({ id, ...names[id] })), [kind, names])
  const query = useStatus(kind, member)
  const hasNoBackend = kind.hasNoBackend(member)
  if (!isEnabled(member))
    return (
      <Section>
        <EmptyState title={states.disabled} hint={texts.disabledHint} />
      </Section>
    )
  return (
    <QueryView query={query} skeleton={<Skeleton height={320} />}>
      {(data) => (
        <Stack gap={4}>
          <MemberProblem kind={kind} member={member} status={data} />
          <Section title={texts.decisions}>
            <Totals metrics={data.metrics} results={results} />
          </Section>
          <RateTrend chain={kind.name} id={kind.idOf(member)} status={query} />
          {data.resource_metrics.matched !== undefined && (
            <Section title={texts.backendQueries}>
              <BackendStatistics metrics={data.resource_metrics} />
            </Section>
          )}
          <MemberNodes status={data} hasNoBackend={hasNoBackend} results={results} />
        </Stack>
      )}
    </QueryView>
  )
}

interface TotalsProps<Count extends string> {
  readonly metrics: ChainMetrics<Count>
  readonly results: ResultColumns<Count>
}

function Totals<Count extends string>({ metrics, results }: TotalsProps<Count>) {
  const texts = useMessages(chainMessages)
  const format = useFormat()
  // Without the generic result names, the fixed names keep their types.
  const { total, rate, rate_last5m: fiveMinuteRate, rate_max: maxRate }: ChainMetrics<never> = metrics
  const share = (count: number) =>
    total > 0 && count > 0 ? texts.shareOfTotal(format.percent(count / total)) : undefined
  return (
    <div className={styles.statistics}>
      <KeyValue label={texts.total} value={format.number(total)} />
      {results.map(({ id, label, hint }) => (
        <KeyValue
          key={id}
          label={
            <Tooltip label={hint}>
              <span>{label}</span>
            </Tooltip>
          }
          value={format.number(metrics[id])}
          note={share(metrics[id])}
        />
      ))}
      <KeyValue label={texts.currentRate} value={format.rate(rate)} />
      <KeyValue label={texts.fiveMinuteRate} value={format.rate(fiveMinuteRate)} />
      <KeyValue label={texts.maxRate} value={format.rate(maxRate)} />
    </div>
  )
}

function BackendStatistics({ metrics }: { readonly metrics: ChainStatus['resource_metrics'] }) {
  const texts = useMessages(chainMessages)
  const format = useFormat()
  return (
    <div className={styles.statistics}>
      <KeyValue label={texts.sent} value={format.number(metrics.matched)} />
      <KeyValue label={texts.succeeded} value={format.number(metrics.success)} />
      <KeyValue label={texts.failed} value={format.number(metrics.failed)} />
      <KeyValue label={texts.currentRate} value={format.rate(metrics.rate)} />
    </div>
  )
}

interface NodeRow<Count extends string> {
  readonly node: string
  readonly status: ChainStatus['status']
  readonly reason: string | undefined
  readonly metrics: ChainMetrics<Count> | undefined
}

const isNotConnected = ({ status }: NodeRow<string>): boolean => status !== 'connected'

interface MemberNodesProps<Count extends string> {
  readonly status: ChainStatus<Count>
  readonly hasNoBackend: boolean
  readonly results: ResultColumns<Count>
}

function MemberNodes<Count extends string>({ status, hasNoBackend, results }: MemberNodesProps<Count>) {
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
    const countColumn = (id: Count | 'total', header: string): Column<NodeRow<Count>> => ({
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
      countColumn('total', texts.total),
      ...results.map(({ id, label }) => countColumn(id, label)),
      {
        id: 'rate',
        header: texts.perSecond,
        width: 90,
        align: 'end',
        cell: ({ metrics }) => format.rate(metrics?.rate),
      },
    ]
  }, [texts, format, results])
  const stateOf = useCallback(
    ({ status: state }: NodeRow<Count>) => <MemberState state={state} hasNoBackend={hasNoBackend} />,
    [hasNoBackend],
  )
  return <NodeTable rows={rows} columns={columns} stateOf={stateOf} isTrouble={isNotConnected} />
}
