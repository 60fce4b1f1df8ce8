import type { NodeStatus, ResourceStatus } from '@mqdeck/contract'

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

/** Of one node: EMQX says a missing reason as an empty text. */
export const reasonOf = ({ status_reason: reason }: Pick<NodeStatus, 'status_reason'>): string | undefined =>
  reason === undefined || reason === '' ? undefined : reason
