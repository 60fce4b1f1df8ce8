import type { ResourceStatus } from '@mqdeck/contract'

/** The status of the broker, or `disabled`. */
export type State = ResourceStatus | 'disabled'

interface Judged {
  readonly status: ResourceStatus
  readonly enable?: boolean | undefined
}

/** The broker reports disabled objects as stopped. */
export const stateOf = ({ status, enable = true }: Judged): State => (enable ? status : 'disabled')

/** Enabled but not working. A reconnect may help. */
export const isDown = (state: State): boolean =>
  state === 'disconnected' || state === 'inconsistent' || state === 'stopped' || state === 'connecting'

interface NodeAnswer {
  readonly status?: ResourceStatus | undefined
  readonly status_reason?: string | undefined
  /** Set instead of a status if the node did not respond. */
  readonly error?: unknown
}

/** Status on a node. */
export const statusOf = ({ status }: NodeAnswer): ResourceStatus | 'unknown' => status ?? 'unknown'

/** Reason on a node. EMQX returns an empty text if there is none. */
export function reasonOf({ status, status_reason: reason, error }: NodeAnswer): string | undefined {
  if (reason !== undefined && reason !== '') return reason
  if (status !== undefined || error === undefined) return undefined
  return typeof error === 'string' ? error : JSON.stringify(error)
}
