import { AnswerError } from '@mqdeck/drivers'
import { type Clock, createResource, type ResourceState, type ResourceType } from '@mqdeck/kit'

/** An external system that is queried while a client waits. */
export interface Backend<C> {
  /**
   * Works with the connection. Rejects immediately with the reason while it is disconnected, so that clients do not
   * wait for a backend that is down. An error that is not a response of the backend causes an immediate check of the
   * connection.
   */
  readonly ask: <T>(work: (connection: C) => Promise<T>) => Promise<T>
  readonly state: () => ResourceState
  readonly onStateChange: (listener: (state: ResourceState) => void) => () => void
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

export function createBackend<C>(type: ResourceType<C>, { clock }: { readonly clock: Clock }): Backend<C> {
  const { state, onChange, start, stop, current, suspect } = createResource(type, { clock })
  return {
    async ask(work) {
      const connection = current()
      if (connection === undefined) throw new Error(state().reason ?? 'not connected yet')
      try {
        return await work(connection)
      } catch (error) {
        if (!(error instanceof AnswerError)) suspect()
        throw error
      }
    },
    state,
    onStateChange: onChange,
    start,
    stop,
  }
}
