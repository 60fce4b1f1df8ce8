import type { ResourceStatus } from '@mqdeck/contract'

/** How one is doing: what the broker says of it, and that somebody has switched it off. */
export type State = ResourceStatus | 'disabled'

interface Judged {
  readonly status: ResourceStatus
  readonly enable?: boolean | undefined
}

/** What is off is stopped because somebody wanted that. */
export const stateOf = ({ status, enable = true }: Judged): State => (enable ? status : 'disabled')

/** It is on and does not work: starting it again may help. */
export const isDown = (state: State): boolean =>
  state === 'disconnected' || state === 'inconsistent' || state === 'stopped' || state === 'connecting'

interface NodeAnswer {
  readonly status?: ResourceStatus | undefined
  readonly status_reason?: string | undefined
  /** Stands in place of a status where the node could not be asked. */
  readonly error?: unknown
}

/** Of one node. */
export const statusOf = ({ status }: NodeAnswer): ResourceStatus | 'unknown' => status ?? 'unknown'

/** Of one node: EMQX says a missing reason as an empty text. */
export function reasonOf({ status, status_reason: reason, error }: NodeAnswer): string | undefined {
  if (reason !== undefined && reason !== '') return reason
  if (status !== undefined || error === undefined) return undefined
  return typeof error === 'string' ? error : JSON.stringify(error)
}
