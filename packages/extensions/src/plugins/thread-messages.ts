import type { HookPoints, LogFields, MessageProperties, PluginEvents, Qos } from '@mqdeck/plugin'

/** Passed to the thread of a plugin when it starts. */
export interface ThreadData {
  /** URL of the ES module. */
  readonly main: string
  readonly name: string
  readonly version: string
  readonly node: string
  readonly config: Readonly<Record<string, unknown>>
}

// The data for each message of a client is an array: copying an object to another thread takes three times as long,
// because the names of its fields are copied with it.

/** The payload is a part of the bytes that are sent with the message, from `start` to `end`. */
export type PackedMessage = readonly [
  id: string,
  topic: string,
  qos: Qos,
  retain: boolean,
  timestamp: number,
  /** Undefined if there are none. */
  properties: MessageProperties | undefined,
  clientId: string,
  username: string | undefined,
  protocol: string,
  start: number,
  end: number,
]

/** A call of a handler. Events have no id, because the broker does not wait for them. `value`: arguments other than a message. */
export type HandlerCall = readonly [
  id: number | undefined,
  handler: number,
  value: unknown,
  message: PackedMessage | undefined,
]

/** Calls and results are sent in batches, because each message between threads is expensive. */
export type ToThread =
  | { readonly kind: 'calls'; readonly calls: readonly HandlerCall[]; readonly bytes: Uint8Array }
  | { readonly kind: 'config'; readonly id: number; readonly config: Readonly<Record<string, unknown>> }
  | { readonly kind: 'published'; readonly id: number; readonly subscribers: number }
  | { readonly kind: 'publish failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'ping' }
  | { readonly kind: 'stop' }

/** A changed payload is a part of the bytes that are sent with the result. */
export type HandlerResult = readonly [
  id: number,
  error: string | undefined,
  value: unknown,
  start: number | undefined,
  end: number | undefined,
]

export type Registration =
  | {
      readonly handler: number
      readonly point: keyof HookPoints
      readonly topics: readonly string[] | undefined
      readonly timeout: number
      readonly onFailure: string
    }
  | { readonly handler: number; readonly point: keyof PluginEvents }
  | { readonly handler: number; readonly point: 'subscribe'; readonly filter: string }

/** A message that the plugin publishes. The properties are checked by the host. */
interface ThreadPublish {
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: Qos
  readonly retain: boolean
  readonly properties: MessageProperties
}

export interface MetricUpdate {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly value: number
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export type FromThread =
  | { readonly kind: 'register'; readonly registration: Registration }
  | { readonly kind: 'unregister'; readonly handler: number }
  | { readonly kind: 'started' }
  | { readonly kind: 'start failed'; readonly message: string }
  /** `handled`: the number of batches whose calls were all made since the last time. */
  | {
      readonly kind: 'results'
      readonly results: readonly HandlerResult[]
      readonly bytes: Uint8Array
      readonly handled: number
    }
  | { readonly kind: 'configured'; readonly id: number; readonly error: string | undefined }
  | { readonly kind: 'publish'; readonly id: number; readonly message: ThreadPublish }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly text: string; readonly fields: LogFields }
  | { readonly kind: 'metrics'; readonly metrics: readonly MetricUpdate[] }
  /** `external`: bytes outside of the heap, such as buffers. */
  | { readonly kind: 'pong'; readonly external: number }
  | { readonly kind: 'stopped' }

/** Joins payloads in one buffer, which is handed over to the other thread without copying it again. */
export function createPacker(): {
  add(payload: Uint8Array): { readonly start: number; readonly end: number }
  /** The joined bytes; the next ones are joined in a new buffer. */
  take(): Uint8Array<ArrayBuffer>
} {
  let parts: Uint8Array[] = []
  let length = 0
  return {
    add(payload) {
      const start = length
      length += payload.length
      parts.push(payload)
      return { start, end: length }
    },
    take() {
      const joined = new Uint8Array(length)
      let at = 0
      for (const part of parts) {
        joined.set(part, at)
        at += part.length
      }
      parts = []
      length = 0
      return joined
    },
  }
}
