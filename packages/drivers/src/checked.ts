import type { ResourceType } from '@mqdeck/kit'

/** A connection that knows how to find out whether it is still of use. */
export interface CheckedConnection {
  /** Rejects with the reason when the other side does not answer any more. */
  readonly check: () => Promise<void>
  /** Ends everything at once. */
  readonly close: () => void
}

/** A resource that is there as soon as its first check succeeds; closed when nobody waits for it any more. */
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
