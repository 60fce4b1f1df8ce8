import type { ResourceType } from '@mqdeck/kit'

/** A connection with a health check. */
export interface CheckedConnection {
  /** Rejects if the server no longer responds. */
  readonly check: () => Promise<void>
  /** Closes the connection immediately. */
  readonly close: () => void
}

/** Connects and runs the first check. Closes the connection if the check fails or is aborted. */
export const checkedType = <C extends CheckedConnection>(open: () => Promise<C>): ResourceType<C> => ({
  async connect(signal) {
    const connection = await open()
    signal.addEventListener('abort', connection.close)
    try {
      await connection.check()
    } catch (error) {
      connection.close()
      throw error
    } finally {
      signal.removeEventListener('abort', connection.close)
    }
    return connection
  },
  check: ({ check }) => check(),
  close: async ({ close }) => close(),
})
