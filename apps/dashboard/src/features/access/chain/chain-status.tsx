import { NodeStates, StateDot } from '../../../api/nodes/node-states/index.ts'
import type { Loaded } from '../../../api/query.ts'
import { dash, useFormat, useMessages } from '../../../i18n/index.ts'
import { Dim, Group, Skeleton } from '../../../ui/index.ts'
import type { ChainStatus } from './chain-types.ts'
import { chainMessages } from './messages.ts'

interface MemberStateProps {
  readonly state: ChainStatus['status']
  /** It has no backend to connect to. */
  readonly hasNoBackend: boolean
}

export function MemberState({ state, hasNoBackend }: MemberStateProps) {
  const { ready } = useMessages(chainMessages)
  return <StateDot state={state}>{hasNoBackend && state === 'connected' ? ready : undefined}</StateDot>
}

interface StatusCellProps {
  /** Only loaded for enabled members. */
  readonly query: Loaded<ChainStatus>
  readonly isEnabled: boolean
  readonly hasNoBackend: boolean
  /** Display name of the member. */
  readonly name: string
}

/** The combined state of all nodes; on demand the state of each node with its reason. */
export function StatusCell({ query: { data, error }, isEnabled, hasNoBackend, name }: StatusCellProps) {
  if (!isEnabled) return <StateDot state="disabled" />
  if (!data) return error ? <StateDot state="unknown" /> : <Skeleton width={90} />
  return (
    <Group gap={1}>
      <MemberState state={data.status} hasNoBackend={hasNoBackend} />
      <NodeStates
        name={name}
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

interface MetricCellProps<Count extends string> {
  readonly query: Loaded<ChainStatus<Count>>
  readonly isEnabled: boolean
  readonly metric: Count | 'rate'
}

/** One metric, summed over all nodes. */
export function MetricCell<Count extends string>({ query: { data }, isEnabled, metric }: MetricCellProps<Count>) {
  const format = useFormat()
  if (!data || !isEnabled) return <Dim>{dash}</Dim>
  return metric === 'rate' ? format.rate(data.metrics.rate) : format.number(data.metrics[metric])
}
