import type { AuthzSource } from './port.ts'

/** Stands for a source that cannot be made as it is configured. It denies everything: what it would have denied is not known. */
export const createUnusable = (reason: string, now: number): AuthzSource => ({
  authorize(_client, _action, note) {
    note?.('the source is unavailable', reason)
    return 'deny'
  },
  state: () => ({ status: 'disconnected', reason, since: now }),
  start: async () => {},
  stop: async () => {},
})
