import { createValue, type Value } from '../../lib/value.ts'
import {
  type ConnectionParts,
  type ConnectionSettings,
  createMqttConnection,
  loadLibrary,
  type MqttConnection,
  type NewMessage,
  newSettings,
  ticker,
} from '../../mqtt-client/index.ts'
import type { ExplorerPort } from './explorer-port.ts'
import { createTrafficBatch } from './traffic-batch.ts'

interface LiveStats {
  /** Messages that went into the tree, and those that were only counted. */
  readonly taken: number
  readonly left: number
}

/** What is published, through a connection of the user's own. */
export interface LiveSource {
  readonly connection: MqttConnection
  readonly settings: Value<ConnectionSettings>
  readonly isAddressProposed: Value<boolean>
  readonly filters: Value<readonly string[]>
  readonly withSystem: Value<boolean>
  /** Messages in a second that are taken in. */
  readonly most: Value<number>
  readonly stats: Pick<Value<LiveStats>, 'get' | 'subscribe'>
  readonly connect: () => void
  /** Counts anew. */
  readonly forget: () => void
  readonly end: () => void
}

interface LiveParts {
  readonly port: () => Pick<ExplorerPort, 'ask'>
  readonly openSocket: ConnectionParts['openSocket']
  readonly load?: ConnectionParts['load']
  readonly now?: () => number
}

export const rates = [500, 2000, 5000, 20_000] as const
const systemFilter = '$SYS/#'

/** Milliseconds between two deliveries to the tree. */
const deliverEvery = 100
/** Deliveries that may be under way: a tree that does not keep up gets no more. */
const mostUnderWay = 32

export function createLiveSource({ port, openSocket, load = loadLibrary, now = Date.now }: LiveParts): LiveSource {
  const stats = createValue<LiveStats>({ taken: 0, left: 0 })
  const most = createValue<number>(rates[2])
  const settings = createValue<ConnectionSettings>({ ...newSettings(location), reconnect: true })
  const filters = createValue<readonly string[]>(['#'])
  const withSystem = createValue(false)
  const batch = createTrafficBatch()
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay = 0
  let counts = { taken: 0, left: 0 }
  let second = { at: 0, taken: 0 }

  const deliver = () => {
    clearTimeout(timer)
    timer = undefined
    stats.set(counts)
    if (batch.isEmpty()) return
    underWay += 1
    const buffer = batch.take()
    const done = () => {
      underWay -= 1
    }
    port().ask('traffic', [buffer], [buffer]).then(done, done)
  }

  const take = ({ topic, payload, at, qos, retain }: NewMessage) => {
    const time = now()
    if (time - second.at >= 1000) second = { at: time, taken: 0 }
    timer ??= setTimeout(deliver, deliverEvery)
    if (second.taken >= most.get() || underWay >= mostUnderWay) {
      counts = { ...counts, left: counts.left + 1 }
      return
    }
    second.taken += 1
    counts = { ...counts, taken: counts.taken + 1 }
    // MQTT 3 cannot ask for the flag as it was published: with it, a message is one that was kept.
    const isOld = retain && settings.get().version !== '5'
    const message = { topic, payload, at, qos, isRetained: retain, isOld }
    if (batch.add(message)) return
    deliver()
    batch.add(message)
  }

  const connection = createMqttConnection({
    log: {
      add(message) {
        if (message.direction === 'in') take(message)
        return { seq: 0 }
      },
      settle() {
        // Nothing is sent here.
      },
    },
    load,
    ticker,
    openSocket,
  })

  return {
    connection,
    settings,
    isAddressProposed: createValue(false),
    filters,
    withSystem,
    most,
    stats,
    connect() {
      for (const { filter } of connection.subscriptions.get()) connection.unsubscribe(filter)
      const wanted = withSystem.get() ? [...filters.get(), systemFilter] : filters.get()
      for (const filter of new Set(wanted))
        connection.subscribe({
          filter,
          qos: 0,
          noLocal: false,
          // Tells what is retained from now on; what was before comes with the list.
          retainAsPublished: true,
          retainHandling: 2,
          id: undefined,
          colour: 0,
        })
      connection.connect(settings.get())
    },
    forget() {
      counts = { taken: 0, left: 0 }
      stats.set(counts)
    },
    end() {
      clearTimeout(timer)
      timer = undefined
      connection.end()
    },
  }
}
