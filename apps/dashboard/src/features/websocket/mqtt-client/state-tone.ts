import type { ConnectionState } from './mqtt-connection.ts'

/** The color of the status dot for each state. */
export const stateTones = {
  connecting: 'amber',
  connected: 'accent',
  disconnecting: 'amber',
  disconnected: 'grey',
  reconnecting: 'amber',
} as const satisfies Record<ConnectionState, string>
