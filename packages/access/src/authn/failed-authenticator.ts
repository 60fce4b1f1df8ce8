import type { Authenticator } from './port.ts'

/** Replaces an authenticator with invalid settings. It behaves as if its backend were down. */
export const createFailedAuthenticator = (reason: string, now: number): Authenticator => ({
  authenticate() {
    throw new Error(reason)
  },
  state: () => ({ status: 'disconnected', reason, since: now }),
  start: async () => {},
  stop: async () => {},
})
