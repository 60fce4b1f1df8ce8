import type { ResourceStatus } from '@mqdeck/kit'

/** State of a connector, action or source on this node. */
export interface IntegrationState {
  /** `stopped` for a disabled or stopped connector, `disconnected` for an action or source that cannot work. */
  readonly status: ResourceStatus
  /**
   * Reason in the words of EMQX (`Connection refused`, `Resource not operational`, `Not installed`) or a sentence.
   * Never contains secrets. Empty if it works.
   */
  readonly reason: string
  /** Milliseconds since the epoch. */
  readonly since: number
}

/** Reason of an action or source whose connector is not connected. */
export const withoutConnector = 'Resource not operational'
/** Reason of an action or source that is disabled or has no connector. */
export const notInstalled = 'Not installed'
