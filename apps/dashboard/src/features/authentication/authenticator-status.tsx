import type { AuthenticatorStatus, ListedAuthenticator } from '@mqdeck/contract'
import { useData } from '../../data/index.ts'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { DescriptionList, Dim, Group, Popover, Skeleton, Stack, StatusDot } from '../../ui/index.ts'
import { isInside } from './kinds.ts'
import { messages } from './messages.ts'
import { statusQuery } from './queries.ts'

/** Of an authenticator that is on; one that is off is asked about by nobody. */
export const useStatus = ({ id, enable = true }: ListedAuthenticator) =>
  useData(statusQuery, { id }, { enabled: enable })

type State = AuthenticatorStatus['status']

const tones = { connected: 'accent', connecting: 'amber', disconnected: 'red', inconsistent: 'amber' } as const

interface StateDotProps {
  readonly state: State
  /** There is nothing to be connected with. */
  readonly isInside: boolean
}

export function StateDot({ state, isInside }: StateDotProps) {
  const texts = useMessages(messages)
  return (
    <StatusDot tone={tones[state]}>{isInside && state === 'connected' ? texts.inside : texts.states[state]}</StatusDot>
  )
}

interface StatusCellProps {
  readonly authenticator: ListedAuthenticator
  readonly name: string
}

/** The state of all nodes together, and on demand that of each with the reason. */
export function StatusCell({ authenticator, name }: StatusCellProps) {
  const texts = useMessages(messages)
  const { data, error } = useStatus(authenticator)
  if (authenticator.enable === false) return <StatusDot tone="grey">{texts.states.disabled}</StatusDot>
  if (!data) return error ? <StatusDot tone="grey">{texts.states.unknown}</StatusDot> : <Skeleton width={90} />
  const inside = isInside(authenticator)
  const hasMore = data.node_status.length > 1 || data.node_error.length > 0
  return (
    <Group gap={1}>
      <StateDot state={data.status} isInside={inside} />
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
                  <StateDot state={status} isInside={inside} />
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
function Reason({ status, node }: { readonly status: AuthenticatorStatus; readonly node: string }) {
  const reason = reasonOn(status, node)
  return reason === undefined ? null : <Dim>{reason}</Dim>
}

export const reasonOn = ({ node_error: errors }: AuthenticatorStatus, node: string): string | undefined =>
  errors.find((one) => one.node === node)?.error

type Count = 'success' | 'failed' | 'nomatch'

interface MetricCellProps {
  readonly authenticator: ListedAuthenticator
  readonly of: Count | 'rate'
}

/** One figure of all nodes together. */
export function MetricCell({ authenticator, of }: MetricCellProps) {
  const format = useFormat()
  const { data } = useStatus(authenticator)
  if (!data || authenticator.enable === false) return <Dim>{dash}</Dim>
  return of === 'rate' ? format.rate(data.metrics.rate) : format.number(data.metrics[of])
}
