import type { ListenerStatus, ListenerSummary } from '@mqdeck/contract'
import { dash, defineMessages, useMessages } from '../i18n/index.ts'
import { LimitBar, StatusDot } from '../ui/index.ts'

// Not part of the index: it comes with the pages that show listeners.

type ListenerState = 'running' | 'stopped' | 'disabled' | 'inconsistent' | 'unknown'

/** What a listener does, of all nodes together. EMQX says only whether it runs; one that should and does not is stopped. */
export function stateOf({ enable, status }: Pick<ListenerSummary, 'enable' | 'status'>): ListenerState {
  if (status?.running === 'inconsistent') return 'inconsistent'
  if (status?.running) return 'running'
  return enable ? 'stopped' : 'disabled'
}

/** The same of one node; one that could not be asked has an error in place of a status. */
export const stateOnNode = ({ enable, status }: Pick<ListenerSummary, 'enable' | 'status'>): ListenerState =>
  status === undefined ? 'unknown' : stateOf({ enable, status })

const tones = { running: 'accent', stopped: 'red', disabled: 'grey', inconsistent: 'amber', unknown: 'grey' } as const

export function ListenerStateDot({ state }: { readonly state: ListenerState }) {
  return <StatusDot tone={tones[state]}>{useMessages(listenerStateMessages)[state]}</StatusDot>
}

/** Of all that it may have. */
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
