import { createValue, type Value } from '../../lib/json/value.ts'
import {
  type ConnectionParts,
  type ConnectionSettings,
  createMqttConnection,
  loadLibrary,
  type MqttConnection,
  type NewMessage,
  newSettings,
  ticker,
} from '../websocket/index.ts'
import type { ExplorerPort } from './explorer-port.ts'
import { createTrafficBatch } from './traffic-batch.ts'

interface LiveStats {
  /** Messages that were added to the tree, and those that were only counted. */
  readonly added: number
  readonly onlyCounted: number
}

/** Live traffic, through an MQTT connection of the user. */
export interface LiveSource {
  readonly connection: MqttConnection
  readonly settings: Value<ConnectionSettings>
  readonly isAddressProposed: Value<boolean>
  readonly filters: Value<readonly string[]>
  readonly withSystem: Value<boolean>
  /** Maximum number of messages per second to add to the tree. */
  readonly maxRate: Value<number>
  readonly stats: Pick<Value<LiveStats>, 'get' | 'subscribe'>
  readonly connect: () => void
  /** Resets the counters. */
  readonly reset: () => void
  readonly end: () => void
}

interface LiveSourceOptions {
  readonly port: () => Pick<ExplorerPort, 'ask'>
  readonly openSocket: ConnectionParts['openSocket']
  readonly load?: ConnectionParts['load']
  readonly now?: () => number
}

export const rates = [500, 2000, 5000, 20_000] as const
const systemFilter = '$SYS/#'

/** Milliseconds between batches. */
const batchIntervalMs = 100
/** Maximum number of pending batches. If the tree cannot keep up, messages are only counted. */
const maxPendingBatches = 32

export function createLiveSource({
  port,
  openSocket,
  load = loadLibrary,
  now = Date.now,
}: LiveSourceOptions): LiveSource {
  const stats = createValue<LiveStats>({ added: 0, onlyCounted: 0 })
  const maxRate = createValue<number>(rates[2])
  const settings = createValue<ConnectionSettings>({ ...newSettings(location), reconnect: true })
  const filters = createValue<readonly string[]>(['#'])
  const withSystem = createValue(false)
  const batch = createTrafficBatch()
  let timer: ReturnType<typeof setTimeout> | undefined
  let pendingBatches = 0
  let counts = { added: 0, onlyCounted: 0 }
  let second = { at: 0, added: 0 }

  const sendBatch = () => {
    clearTimeout(timer)
    timer = undefined
    stats.set(counts)
    if (batch.isEmpty()) return
    pendingBatches += 1
    const buffer = batch.take()
    const done = () => {
      pendingBatches -= 1
    }
    port().ask('traffic', [buffer], [buffer]).then(done, done)
  }

  const receive = ({ topic, payload, at, qos, retain }: NewMessage) => {
    const time = now()
    if (time - second.at >= 1000) second = { at: time, added: 0 }
    timer ??= setTimeout(sendBatch, batchIntervalMs)
    if (second.added >= maxRate.get() || pendingBatches >= maxPendingBatches) {
      counts = { ...counts, onlyCounted: counts.onlyCounted + 1 }
      return
    }
    second.added += 1
    counts = { ...counts, added: counts.added + 1 }
    // MQTT 3 has no Retain As Published, so a set flag means that the message comes from the retainer.
    const isFromRetainer = retain && settings.get().version !== '5'
    const message = { topic, payload, at, qos, isRetained: retain, isFromRetainer }
    if (batch.add(message)) return
    sendBatch()
    batch.add(message)
  }

  const connection = createMqttConnection({
    log: {
      add(message) {
        if (message.direction === 'in') receive(message)
        return { seq: 0 }
      },
      settle() {
        // Nothing is published on this connection.
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
    maxRate,
    stats,
    connect() {
      for (const { filter } of connection.subscriptions.get()) connection.unsubscribe(filter)
      const allFilters = withSystem.get() ? [...filters.get(), systemFilter] : filters.get()
      for (const filter of new Set(allFilters))
        connection.subscribe({
          filter,
          qos: 0,
          noLocal: false,
          // Shows new retained messages. Earlier ones are in the list.
          retainAsPublished: true,
          retainHandling: 2,
          id: undefined,
          colour: 0,
        })
      connection.connect(settings.get())
    },
    reset() {
      counts = { added: 0, onlyCounted: 0 }
      stats.set(counts)
    },
    end() {
      clearTimeout(timer)
      timer = undefined
      connection.end()
    },
  }
}
