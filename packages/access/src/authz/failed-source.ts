import type { AuthzSource } from './port.ts'

/** Replaces a source with invalid settings. It denies every action, since the source might have denied it. */
export const createFailedSource = (reason: string, now: number): AuthzSource => ({
  authorize(_client, _action, note) {
    note?.('the source is unavailable', reason)
    return 'deny'
  },
  state: () => ({ status: 'disconnected', reason, since: now }),
  start: async () => {},
  stop: async () => {},
})
