import { NodeStates, StateDot } from '../../../api/nodes/node-states/index.ts'
import { type Loaded, useData } from '../../../api/query.ts'
import { dash, useFormat, useMessages } from '../../../i18n/index.ts'
import { Dim, Group, Skeleton } from '../../../ui/index.ts'
import { type ChainKind, type ChainMember, isEnabled } from './chain-kind.ts'
import type { ChainStatus } from './chain-types.ts'
import { chainMessages } from './messages.ts'

interface OfMember<Member extends ChainMember, Result extends string> {
  readonly kind: ChainKind<Member, Result>
  readonly member: Member
}

/** Only loaded for enabled members. */
export function useStatus<Member extends ChainMember, Result extends string>(
  kind: ChainKind<Member, Result>,
  member: Member,
): Loaded<ChainStatus<Result>> {
  return useData(kind.statusQuery, kind.idOf(member), { enabled: isEnabled(member) })
}

interface MemberStateProps {
  readonly state: ChainStatus['status']
  /** It has no backend to connect to. */
  readonly hasNoBackend: boolean
}

export function MemberState({ state, hasNoBackend }: MemberStateProps) {
  const { ready } = useMessages(chainMessages)
  return <StateDot state={state}>{hasNoBackend && state === 'connected' ? ready : undefined}</StateDot>
}

/** The combined state of all nodes; on demand the state of each node with its reason. */
export function StatusCell<Member extends ChainMember, Result extends string>({
  kind,
  member,
}: OfMember<Member, Result>) {
  const { data, error } = useStatus(kind, member)
  const nameOf = kind.useNameOf()
  const hasNoBackend = kind.hasNoBackend(member)
  if (!isEnabled(member)) return <StateDot state="disabled" />
  if (!data) return error ? <StateDot state="unknown" /> : <Skeleton width={90} />
  return (
    <Group gap={1}>
      <MemberState state={data.status} hasNoBackend={hasNoBackend} />
      <NodeStates
        name={nameOf(kind.idOf(member))}
        nodes={data.node_status.map(({ node, status }) => ({
          node,
          state: <MemberState state={status} hasNoBackend={hasNoBackend} />,
          reason: reasonOn(data, node),
        }))}
      />
    </Group>
  )
}

/** The reason why a node is not connected. */
export const reasonOn = ({ node_error: errors }: ChainStatus, node: string): string | undefined =>
  errors.find((one) => one.node === node)?.error

interface MetricCellProps<Member extends ChainMember, Result extends string> extends OfMember<Member, Result> {
  readonly metric: Result | 'rate'
}

/** One metric, summed over all nodes. */
export function MetricCell<Member extends ChainMember, Result extends string>({
  kind,
  member,
  metric,
}: MetricCellProps<Member, Result>) {
  const format = useFormat()
  const { data } = useStatus(kind, member)
  if (!data || !isEnabled(member)) return <Dim>{dash}</Dim>
  return metric === 'rate' ? format.rate(data.metrics.rate) : format.number(data.metrics[metric])
}
