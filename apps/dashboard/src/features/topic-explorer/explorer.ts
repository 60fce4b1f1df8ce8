import type { Call } from '@mqdeck/contract'
import type { Connection } from '../../api/index.ts'
import { createValue, type Value } from '../../lib/json/value.ts'
import { socketOpener } from '../websocket/index.ts'
import { createExplorerPort, type ExplorerPort } from './explorer-port.ts'
import { createListSource, type ListSource } from './list-source.ts'
import { createLiveSource, type LiveSource } from './live-source.ts'
import { loadRetainedPage, loadTopicPage } from './queries.ts'

/** State of the topic explorer. Kept outside of React, so that traffic is received while the user is on other pages. */
export interface Explorer {
  readonly port: () => ExplorerPort
  readonly subscribed: ListSource
  readonly retained: ListSource
  readonly live: LiveSource
  /** The selected topic or branch. */
  readonly selectedTopic: Value<string | undefined>
  /** Whether the first pages of the lists have been loaded. */
  readonly hasLoaded: Value<boolean>
  /** Removes all topics from the tree. */
  readonly clear: () => Promise<void>
}

const explorers = new WeakMap<Connection, Explorer>()

/** The explorer of this session. It ends with the session. */
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
  const selectedTopic = createValue<string | undefined>(undefined)
  return {
    port: open,
    subscribed,
    retained,
    live,
    selectedTopic,
    hasLoaded: createValue(false),
    async clear() {
      subscribed.reset()
      retained.reset()
      live.reset()
      await open().ask('clear', [])
    },
    end() {
      subscribed.reset()
      retained.reset()
      live.end()
      port?.close()
      port = undefined
    },
  }
}
