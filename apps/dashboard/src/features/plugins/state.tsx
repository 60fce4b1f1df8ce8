import type { Plugin } from '@mqdeck/contract'
import { NodeStates } from '../../api/nodes/node-states/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Group, StatusDot } from '../../ui/index.ts'
import { pluginMessages } from './messages.ts'

type State = Plugin['running_status'][number]['status'] | 'mixed'

const tones = { running: 'accent', stopped: 'grey', loaded: 'grey', unloaded: 'red', mixed: 'amber' } as const

/** The state on all nodes; `mixed` if they differ. */
export function stateOf({ running_status: nodes }: Pick<Plugin, 'running_status'>): State {
  const states = new Set(nodes.map(({ status }) => status))
  const [only] = states
  return only !== undefined && states.size === 1 ? only : nodes.length === 0 ? 'unloaded' : 'mixed'
}

/** A plugin that was stopped after an error has a reason on its node. */
const failed = ({ running_status: nodes }: Plugin): boolean => nodes.some(({ status_reason }) => status_reason)

export function PluginState({ of }: { readonly of: Plugin }) {
  const { states } = useMessages(pluginMessages)
  const state = stateOf(of)
  return (
    <Group gap={1}>
      <StatusDot tone={failed(of) ? 'red' : tones[state]}>{states[state]}</StatusDot>
      <NodeStates
        name={of.name}
        nodes={of.running_status.map(({ node, status, status_reason }) => ({
          node,
          state: <StatusDot tone={status_reason ? 'red' : tones[status]}>{states[status]}</StatusDot>,
          reason: status_reason,
        }))}
      />
    </Group>
  )
}
