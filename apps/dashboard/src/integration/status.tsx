import type { NodeStatus, ResourceStatus } from '@mqdeck/contract'
import { useMessages } from '../i18n/index.ts'
import { DescriptionList, Dim, Group, Mono, Notice, Popover, Stack, StatusDot } from '../ui/index.ts'
import { messages } from './messages.ts'
import { reasonOf, type State, stateOf } from './state.ts'

const tones = {
  connected: 'accent',
  connecting: 'amber',
  disconnected: 'red',
  inconsistent: 'amber',
  stopped: 'grey',
  disabled: 'grey',
} as const

export function StateDot({ state }: { readonly state: State }) {
  const { states } = useMessages(messages)
  return <StatusDot tone={tones[state]}>{states[state]}</StatusDot>
}

interface Told {
  readonly name: string
  readonly status: ResourceStatus
  readonly status_reason?: string | undefined
  readonly node_status?: readonly NodeStatus[] | undefined
  readonly enable?: boolean | undefined
}

/** The state of all nodes together, and on demand that of each with the reason. */
export function StatusCell({ of }: { readonly of: Told }) {
  const texts = useMessages(messages)
  const nodes = of.node_status ?? []
  const state = stateOf(of)
  const reason = nodes.map(reasonOf).find((one) => one !== undefined) ?? reasonOf(of)
  const label = nodes.length > 1 ? texts.nodes(nodes.length) : texts.why
  const hasMore = state !== 'disabled' && (nodes.length > 1 || reason !== undefined)
  return (
    <Group gap={1}>
      <StateDot state={state} />
      {hasMore && (
        <Popover label={label} aria-label={`${label} ${texts.onNodes(of.name)}`} title={texts.onNodes(of.name)}>
          {nodes.length === 0 ? (
            <Dim>{reason}</Dim>
          ) : (
            <DescriptionList
              items={nodes.map((node) => ({
                label: node.node,
                value: (
                  <Stack gap={1}>
                    <StateDot state={node.status} />
                    {reasonOf(node) !== undefined && <Dim>{reasonOf(node)}</Dim>}
                  </Stack>
                ),
              }))}
            />
          )}
        </Popover>
      )}
    </Group>
  )
}

/** Why it does not work, in full, node by node; nothing where it does, or is switched off. */
export function Problems({ of }: { readonly of: Told }) {
  if (stateOf(of) === 'disabled') return null
  const nodes = of.node_status?.filter((node) => reasonOf(node) !== undefined) ?? []
  const whole = nodes.length === 0 ? reasonOf(of) : undefined
  if (nodes.length === 0 && whole === undefined) return null
  return (
    <Notice tone={of.status === 'disconnected' ? 'red' : 'amber'}>
      {whole}
      {nodes.map((node) => (
        <div key={node.node}>
          <Mono>{node.node}</Mono> {reasonOf(node)}
        </div>
      ))}
    </Notice>
  )
}
