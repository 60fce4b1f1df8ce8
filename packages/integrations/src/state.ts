import type { ResourceStatus } from '@mqdeck/kit'

/** How a connector, an action or a source is on this node. */
export interface IntegrationState {
  /** Of a connector that is switched off or was stopped: `stopped`. Of an action or a source that cannot work: `disconnected`. */
  readonly status: ResourceStatus
  /**
   * EMQX's words (`Connection refused`, `Resource not operational`, `Not installed`) or a sentence; never with secrets in it.
   * Empty when all is well.
   */
  readonly reason: string
  /** Milliseconds since the epoch. */
  readonly since: number
}

/** What an action or a source is without its connector. */
export const withoutConnector = 'Resource not operational'
/** What it is when it is switched off, or without any connector. */
export const notInstalled = 'Not installed'
