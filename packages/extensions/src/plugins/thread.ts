import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '@mqdeck/contract'
import type { PluginMessage } from '@mqdeck/plugin'
import { createContext } from './thread-context.ts'
import {
  createPacker,
  type FromThread,
  type HandlerCall,
  type HandlerResult,
  type PackedMessage,
  type ThreadData,
  type ToThread,
} from './thread-messages.ts'

/** The entry point of a plugin's thread. */

const send = (message: FromThread, transfer: readonly ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer)
// The host starts the thread with these data.
const data = workerData as ThreadData
const { context, handlers, configure, settlePublish, stop } = createContext(data, send)

const decoder = new TextDecoder()
const encoder = new TextEncoder()

function unpack(packed: PackedMessage, bytes: Uint8Array): PluginMessage {
  const [id, topic, qos, retain, timestamp, properties = {}, clientId, username, protocol, start, end] = packed
  const from = username === undefined ? { clientId, protocol } : { clientId, username, protocol }
  const payload = bytes.subarray(start, end)
  const text = () => decoder.decode(payload)
  return { id, topic, qos, retain, timestamp, properties, from, payload, text, json: () => JSON.parse(text()) }
}

const packer = createPacker()
let results: HandlerResult[] = []
/** Batches whose calls were all made, not yet reported to the host. */
let handled = 0
let isScheduled = false

function flush(): void {
  isScheduled = false
  if (results.length === 0 && handled === 0) return
  const bytes = packer.take()
  send({ kind: 'results', results, bytes, handled }, [bytes.buffer])
  results = []
  handled = 0
}

/** After all results of this turn. */
function flushInTurn(): void {
  if (isScheduled) return
  isScheduled = true
  setImmediate(flush)
}

function add(result: HandlerResult): void {
  results.push(result)
  flushInTurn()
}

function toResult(id: number, answer: unknown): HandlerResult {
  if (typeof answer !== 'object' || answer === null || !('payload' in answer))
    return [id, undefined, answer, undefined, undefined]
  const { payload, ...others } = answer
  const value = Object.keys(others).length > 0 ? others : undefined
  if (payload === undefined) return [id, undefined, value, undefined, undefined]
  const bytes = typeof payload === 'string' ? encoder.encode(payload) : payload
  if (!(bytes instanceof Uint8Array)) return toFailure(id, 'the payload is neither a text nor a Uint8Array')
  const { start, end } = packer.add(bytes)
  return [id, undefined, value, start, end]
}

const toFailure = (id: number, error: string): HandlerResult => [id, error, undefined, undefined, undefined]

function finish(id: number | undefined, answer: unknown): void {
  if (id !== undefined) add(toResult(id, answer))
}

function fail(id: number | undefined, error: unknown): void {
  if (id === undefined) context.log.error(`An event handler failed: ${messageOf(error)}`)
  else add(toFailure(id, messageOf(error).slice(0, 1000)))
}

function call([id, handler, value, message]: HandlerCall, bytes: Uint8Array): void {
  try {
    const answer = handlers.get(handler)?.(value, message && unpack(message, bytes))
    if (answer instanceof Promise)
      answer.then(
        (late) => finish(id, late),
        (error: unknown) => fail(id, error),
      )
    else finish(id, answer)
  } catch (error) {
    fail(id, error)
  }
}

/** Milliseconds after which results are sent although the batch has not ended. */
const maxBatchMs = 10

parentPort?.on('message', async (message: ToThread) => {
  switch (message.kind) {
    case 'calls': {
      let began = performance.now()
      for (const one of message.calls) {
        call(one, message.bytes)
        if (performance.now() - began < maxBatchMs) continue
        flush()
        began = performance.now()
      }
      handled += 1
      return flushInTurn()
    }
    case 'config':
      return send({ kind: 'configured', id: message.id, error: await configure(message.config) })
    case 'published':
      return settlePublish(message.id, message.subscribers)
    case 'publish failed':
      return settlePublish(message.id, new Error(message.message))
    case 'ping':
      return send({ kind: 'pong', external: process.memoryUsage().external })
    case 'stop':
      await stop()
      flush()
      return send({ kind: 'stopped' })
  }
})

try {
  const module: unknown = await import(data.main)
  const plugin: unknown = Object(module).default
  const start: unknown = Object(plugin).start
  if (typeof start !== 'function')
    throw new Error('the module has no default export with a function "start" (see the documentation of plugins)')
  await start.call(plugin, context)
  send({ kind: 'started' })
} catch (error) {
  send({ kind: 'start failed', message: messageOf(error).slice(0, 2000) })
}
