import type { ConnectionState } from './mqtt-connection.ts'

/** The dot of each state. */
export const stateTones = {
  connecting: 'amber',
  connected: 'accent',
  disconnecting: 'amber',
  disconnected: 'grey',
  reconnecting: 'amber',
} as const satisfies Record<ConnectionState, string>
