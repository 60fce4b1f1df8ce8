import { createValue, type Value } from '../../../lib/json/value.ts'
import {
  type ConnectionParts,
  type ConnectionSettings,
  createMqttConnection,
  loadLibrary,
  type MqttConnection,
  type NewMessage,
  newSettings,
  ticker,
} from '../../websocket/index.ts'

/** A received message. `payload` is a copy. */
export type CapturedMessage = Pick<NewMessage, 'at' | 'topic' | 'payload' | 'qos' | 'retain' | 'properties'> & {
  readonly id: number
}

/** Listens on topics through an MQTT connection of the user, for a limited time. */
export interface LiveCapture {
  readonly connection: MqttConnection
  readonly settings: Value<ConnectionSettings>
  readonly isAddressProposed: Value<boolean>
  /** Newest first. */
  readonly messages: Pick<Value<readonly CapturedMessage[]>, 'get' | 'subscribe'>
  /** When listening ended automatically, in milliseconds since 1970. Undefined before, and after the next start. */
  readonly endedAt: Pick<Value<number | undefined>, 'get' | 'subscribe'>
  readonly start: (filters: readonly string[]) => void
  readonly end: () => void
}

interface LiveCaptureOptions {
  readonly openSocket: ConnectionParts['openSocket']
  readonly load?: ConnectionParts['load']
  readonly seconds?: number
}

export const captureSeconds = 60
export const maxCaptured = 20
/** Bytes of a payload that is kept. The server accepts no larger test. */
const maxPayload = 256 * 1024

export function createLiveCapture({
  openSocket,
  load = loadLibrary,
  seconds = captureSeconds,
}: LiveCaptureOptions): LiveCapture {
  const messages = createValue<readonly CapturedMessage[]>([])
  const endedAt = createValue<number | undefined>(undefined)
  const settings = createValue<ConnectionSettings>(newSettings(location))
  let last = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const connection = createMqttConnection({
    log: {
      add({ direction, at, topic, payload, qos, retain, properties }) {
        if (direction !== 'in' || payload.length > maxPayload) return { seq: 0 }
        last += 1
        const message = { id: last, at, topic, payload: payload.slice(), qos, retain, properties }
        messages.set([message, ...messages.get()].slice(0, maxCaptured))
        return { seq: last }
      },
      settle() {
        // Nothing is published on this connection.
      },
    },
    load,
    ticker,
    openSocket,
  })
  // The time starts with the connection.
  connection.state.subscribe(() => {
    clearTimeout(timer)
    if (connection.state.get() !== 'connected') return
    timer = setTimeout(() => {
      endedAt.set(Date.now())
      connection.disconnect()
    }, seconds * 1000)
  })

  return {
    connection,
    settings,
    isAddressProposed: createValue(false),
    messages,
    endedAt,
    start(filters) {
      messages.set([])
      endedAt.set(undefined)
      for (const { filter } of connection.subscriptions.get()) connection.unsubscribe(filter)
      for (const filter of new Set(filters))
        connection.subscribe({
          filter,
          qos: 2,
          noLocal: false,
          retainAsPublished: true,
          // Only messages that are published from now on.
          retainHandling: 2,
          id: undefined,
          colour: 0,
        })
      connection.connect(settings.get())
    },
    end() {
      clearTimeout(timer)
      connection.end()
    },
  }
}
