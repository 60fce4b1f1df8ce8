import type { ListenerStatus, ListenerSummary } from '@mqdeck/contract'
import { dash, defineMessages, useMessages } from '../../i18n/index.ts'
import { LimitBar, StatusDot } from '../../ui/index.ts'

// Not part of the index: it is loaded with the pages that show listeners.

type ListenerState = 'running' | 'stopped' | 'disabled' | 'inconsistent' | 'unknown'

/**
 * State of a listener over all nodes. EMQX only reports whether it runs. An enabled listener that
 * does not run is stopped.
 */
export function stateOf({ enable, status }: Pick<ListenerSummary, 'enable' | 'status'>): ListenerState {
  if (status?.running === 'inconsistent') return 'inconsistent'
  if (status?.running) return 'running'
  return enable ? 'stopped' : 'disabled'
}

/** State of a listener on one node; a node that did not answer has an error instead of a status. */
export const stateOnNode = ({ enable, status }: Pick<ListenerSummary, 'enable' | 'status'>): ListenerState =>
  status === undefined ? 'unknown' : stateOf({ enable, status })

const tones = { running: 'accent', stopped: 'red', disabled: 'grey', inconsistent: 'amber', unknown: 'grey' } as const

export function ListenerStateDot({ state }: { readonly state: ListenerState }) {
  return <StatusDot tone={tones[state]}>{useMessages(listenerStateMessages)[state]}</StatusDot>
}

/** Current connections of a listener and their limit. */
export function ListenerConnections({ status }: { readonly status: ListenerStatus | undefined }) {
  if (status?.current_connections === undefined) return dash
  const { current_connections: current, max_connections: most } = status
  return <LimitBar value={current} limit={typeof most === 'number' ? most : undefined} />
}

const listenerStateMessages = defineMessages({
  en: {
    inconsistent: 'Inconsistent',
  },
  zh: { inconsistent: '不一致' },
})
