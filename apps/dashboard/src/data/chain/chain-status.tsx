import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { DescriptionList, Dim, Group, Popover, Skeleton, Stack, StatusDot } from '../../ui/index.ts'
import type { Loaded } from '../query.ts'
import type { ChainStatus } from './chain-types.ts'
import { chainMessages } from './messages.ts'

const tones = { connected: 'accent', connecting: 'amber', disconnected: 'red', inconsistent: 'amber' } as const

interface StateDotProps {
  readonly state: ChainStatus['status']
  /** There is nothing to be connected with. */
  readonly isInside: boolean
}

export function StateDot({ state, isInside }: StateDotProps) {
  const texts = useMessages(chainMessages)
  return (
    <StatusDot tone={tones[state]}>{isInside && state === 'connected' ? texts.inside : texts.states[state]}</StatusDot>
  )
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
  const texts = useMessages(chainMessages)
  if (!isOn) return <StatusDot tone="grey">{texts.states.disabled}</StatusDot>
  if (!data) return error ? <StatusDot tone="grey">{texts.states.unknown}</StatusDot> : <Skeleton width={90} />
  const hasMore = data.node_status.length > 1 || data.node_error.length > 0
  return (
    <Group gap={1}>
      <StateDot state={data.status} isInside={isInside} />
      {hasMore && (
        <Popover
          label={data.node_status.length > 1 ? texts.nodes(data.node_status.length) : texts.details}
          aria-label={texts.nodesOf(name)}
          title={texts.nodesOf(name)}
        >
          <DescriptionList
            items={data.node_status.map(({ node, status }) => ({
              label: node,
              value: (
                <Stack gap={1}>
                  <StateDot state={status} isInside={isInside} />
                  <Reason status={data} node={node} />
                </Stack>
              ),
            }))}
          />
        </Popover>
      )}
    </Group>
  )
}

/** Why a node is not connected; nothing where it is. */
function Reason({ status, node }: { readonly status: ChainStatus; readonly node: string }) {
  const reason = reasonOn(status, node)
  return reason === undefined ? null : <Dim>{reason}</Dim>
}

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
