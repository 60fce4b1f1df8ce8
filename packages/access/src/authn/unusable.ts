import type { Authenticator } from './port.ts'

/** Stands for an authenticator that cannot be made as it is configured: as if its backend were down. */
export const createUnusable = (reason: string, now: number): Authenticator => ({
  authenticate() {
    throw new Error(reason)
  },
  state: () => ({ status: 'disconnected', reason, since: now }),
  start: async () => {},
  stop: async () => {},
})
