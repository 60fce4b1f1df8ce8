import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { Dim, Group, Skeleton } from '../../ui/index.ts'
import { NodeStates, StateDot } from '../node-states/index.ts'
import type { Loaded } from '../query.ts'
import type { ChainStatus } from './chain-types.ts'
import { chainMessages } from './messages.ts'

interface MemberStateProps {
  readonly state: ChainStatus['status']
  /** There is nothing to be connected with. */
  readonly isInside: boolean
}

export function MemberState({ state, isInside }: MemberStateProps) {
  const { inside } = useMessages(chainMessages)
  return <StateDot state={state}>{isInside && state === 'connected' ? inside : undefined}</StateDot>
}

interface StatusCellProps {
  /** Of a member that is on; nobody asks about others. */
  readonly query: Loaded<ChainStatus>
  readonly isOn: boolean
  readonly isInside: boolean
  /** What the member is called. */
  readonly name: string
}

/** The state of all nodes together, and on demand that of each with the reason. */
export function StatusCell({ query: { data, error }, isOn, isInside, name }: StatusCellProps) {
  if (!isOn) return <StateDot state="disabled" />
  if (!data) return error ? <StateDot state="unknown" /> : <Skeleton width={90} />
  return (
    <Group gap={1}>
      <MemberState state={data.status} isInside={isInside} />
      <NodeStates
        name={name}
        nodes={data.node_status.map(({ node, status }) => ({
          node,
          state: <MemberState state={status} isInside={isInside} />,
          reason: reasonOn(data, node),
        }))}
      />
    </Group>
  )
}

/** Why a node is not connected. */
export const reasonOn = ({ node_error: errors }: ChainStatus, node: string): string | undefined =>
  errors.find((one) => one.node === node)?.error

interface FigureCellProps<Count extends string> {
  readonly query: Loaded<ChainStatus<Count>>
  readonly isOn: boolean
  readonly of: Count | 'rate'
}

/** One figure of all nodes together. */
export function FigureCell<Count extends string>({ query: { data }, isOn, of }: FigureCellProps<Count>) {
  const format = useFormat()
  if (!data || !isOn) return <Dim>{dash}</Dim>
  return of === 'rate' ? format.rate(data.metrics.rate) : format.number(data.metrics[of])
}
