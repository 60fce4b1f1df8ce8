import type { Call } from '@mqdeck/contract'
import type { Connection } from '../../data/index.ts'
import { createValue, type Value } from '../../lib/value.ts'
import { socketOpener } from '../../mqtt-client/index.ts'
import { createExplorerPort, type ExplorerPort } from './explorer-port.ts'
import { createListSource, type ListSource } from './list-source.ts'
import { createLiveSource, type LiveSource } from './live-source.ts'
import { loadRetainedPage, loadTopicPage } from './queries.ts'

/** All that the page of topics knows. It lives outside of React: what comes is taken in while the user is on other pages. */
export interface Explorer {
  readonly port: () => ExplorerPort
  readonly subscribed: ListSource
  readonly retained: ListSource
  readonly live: LiveSource
  /** The topic, or branch, that is looked at. */
  readonly chosen: Value<string | undefined>
  /** The lists have been read by themselves, once. */
  readonly hasBegun: Value<boolean>
  /** Forgets every topic, and goes on. */
  readonly clear: () => Promise<void>
}

const explorers = new WeakMap<Connection, Explorer>()

/** Of this page's session; with the session it ends. */
export function explorerOf(connection: Connection): Explorer {
  const known = explorers.get(connection)
  if (known) return known
  const explorer = createExplorer(connection)
  explorers.set(connection, explorer)
  const stopListening = connection.session.onEnd(() => {
    explorer.end()
    explorers.delete(connection)
    stopListening()
  })
  return explorer
}

function createExplorer({
  call,
  session,
}: Pick<Connection, 'call' | 'session'>): Explorer & { readonly end: () => void } {
  let port: ExplorerPort | undefined
  const open = () => {
    port ??= createExplorerPort()
    return port
  }
  const listOf = (
    kind: 'subscribed' | 'retained',
    load: (call: Call, page: number, signal: AbortSignal) => Promise<string>,
  ) => createListSource({ port: open, kind, load: (page, signal) => load(call, page, signal) })
  const subscribed = listOf('subscribed', loadTopicPage)
  const retained = listOf('retained', loadRetainedPage)
  const live = createLiveSource({ port: open, openSocket: socketOpener(session) })
  const chosen = createValue<string | undefined>(undefined)
  return {
    port: open,
    subscribed,
    retained,
    live,
    chosen,
    hasBegun: createValue(false),
    async clear() {
      subscribed.forget()
      retained.forget()
      live.forget()
      await open().ask('clear', [])
    },
    end() {
      subscribed.forget()
      retained.forget()
      live.end()
      port?.close()
      port = undefined
    },
  }
}
