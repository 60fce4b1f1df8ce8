import type { Message } from '@mqdeck/broker'
import { hasCode, messageOf } from '@mqdeck/contract'
import { Fifo, startThread } from '@mqdeck/kit'
import type { LogFields } from '@mqdeck/plugin'
import { toPacked } from './plugin-message.ts'
import {
  createPacker,
  type FromThread,
  type HandlerCall,
  type HandlerResult,
  type LogLevel,
  type MetricUpdate,
  type Registration,
  type ThreadData,
  type ToThread,
} from './thread-messages.ts'

/** Limits that protect the broker from a plugin. Times in milliseconds, sizes in bytes. */
export interface ThreadLimits {
  readonly heapMegabytes: number
  /** Memory outside of the heap, such as buffers. Checked once a second. */
  readonly external: number
  readonly start: number
  readonly stop: number
  /** A thread that does not respond for so long is ended. */
  readonly silence: number
  /** Calls, and events, that may wait for the thread. */
  readonly waiting: number
  readonly waitingBytes: number
  /** Failed calls in a row after which the plugin is stopped. */
  readonly failures: number
}

export const threadLimits: ThreadLimits = {
  heapMegabytes: 128,
  external: 256 * 1024 * 1024,
  start: 30_000,
  stop: 5000,
  silence: 5000,
  waiting: 10_000,
  waitingBytes: 64 * 1024 * 1024,
  failures: 100,
}

export interface PluginThreadOptions {
  readonly data: ThreadData
  readonly limits: ThreadLimits
  /** @throws Error if the hook is invalid. The thread is ended then. */
  onRegister(registration: Registration): void
  onUnregister(handler: number): void
  /** @returns the number of subscribers */
  onPublish(message: unknown): Promise<number>
  onLog(level: LogLevel, text: string, fields: LogFields): void
  onMetrics(metrics: readonly MetricUpdate[]): void
  /** The thread has ended without a request to stop it. */
  onEnd(reason: string): void
}

interface CallArguments {
  readonly value?: unknown
  readonly message?: Message
}

/** `failed`: the handler threw, took too long, or could not be called. */
type CallOutcome = { readonly value: unknown; readonly payload: Uint8Array | undefined } | 'failed'

/** A running plugin. Calls never reject and end at the latest after their timeout. */
export interface PluginThread {
  /** Rejects with the reason if the plugin cannot start. The thread has ended then. */
  readonly started: Promise<void>
  readonly counters: Readonly<ThreadCounters>
  call(handler: number, given: CallArguments, timeout: number): Promise<CallOutcome>
  notify(handler: number, given: CallArguments): void
  /** The reason if the plugin rejects the configuration. */
  configure(config: ThreadData['config']): Promise<string | undefined>
  stop(): Promise<void>
}

interface ThreadCounters {
  calls: number
  /** Calls that failed, with those that took too long and those that were not made. */
  failures: number
  timeouts: number
  events: number
  eventsDropped: number
}

interface PendingCall {
  readonly deadline: number
  readonly bytes: number
  readonly resolve: (outcome: CallOutcome) => void
}

/** Milliseconds between two checks for calls that took too long. */
const sweepInterval = 20
/** Milliseconds between two calls to a plugin whose last calls took too long. All others fail immediately. */
const probeInterval = 1000
const maxBatch = 1000
const maxBatchBytes = 4 * 1024 * 1024

export function startPluginThread(options: PluginThreadOptions): PluginThread {
  const { data, limits, onEnd } = options
  const worker = startThread(import.meta.url, './thread.ts', './plugin-thread.js', {
    workerData: data,
    env: {},
    stdout: true,
    stderr: true,
    name: `plugin ${data.name}`.slice(0, 50),
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  // The plugin's `console` writes to the log. Direct writes to the streams are discarded.
  worker.stdout.resume()
  worker.stderr.resume()
  const post = (message: ToThread, transfer: readonly ArrayBuffer[] = []) => worker.postMessage(message, transfer)

  const counters: ThreadCounters = { calls: 0, failures: 0, timeouts: 0, events: 0, eventsDropped: 0 }
  const pending = new Map<number, PendingCall>()
  let pendingBytes = 0
  const batches = new Fifo<{ readonly events: number; readonly bytes: number }>()
  let waitingEvents = 0
  let eventBytes = 0
  const configuring = new Map<number, (error: string | undefined) => void>()
  let lastId = 0
  let state: 'starting' | 'running' | 'stopping' | 'ended' = 'starting'

  // Calls are collected until the end of the turn and sent together.
  const packer = createPacker()
  let batch: HandlerCall[] = []
  let batchEvents = 0
  let batchEventBytes = 0
  let batchBytes = 0
  let isFlushing = false
  const flush = () => {
    isFlushing = false
    if (batch.length === 0 || state === 'ended') return
    const bytes = packer.take()
    post({ kind: 'calls', calls: batch, bytes }, [bytes.buffer])
    batches.push({ events: batchEvents, bytes: batchEventBytes })
    batch = []
    batchEvents = 0
    batchEventBytes = 0
    batchBytes = 0
  }
  const add = (id: number | undefined, handler: number, { value, message }: CallArguments) => {
    batch.push([id, handler, value, message && toPacked(message, packer.add(message.payload))])
    batchBytes += message?.payload.length ?? 0
    if (batch.length >= maxBatch || batchBytes >= maxBatchBytes) return flush()
    if (isFlushing) return
    isFlushing = true
    setImmediate(flush)
  }

  let sweeping: NodeJS.Timeout | undefined
  const sweep = () => {
    sweeping = undefined
    const now = performance.now()
    for (const [id, { deadline }] of pending) {
      if (deadline > now) continue
      counters.timeouts += 1
      if (lateSince === undefined) {
        options.onLog('warn', 'The plugin takes too long. Until it responds, most calls are not made.', {})
        lastProbe = now
      }
      lateSince ??= now
      settle(id, 'failed')
    }
    armSweep()
  }
  const armSweep = () => {
    if (pending.size > 0) sweeping ??= setTimeout(sweep, sweepInterval).unref()
  }

  /** Set while the last calls took too long. */
  let lateSince: number | undefined
  let lastProbe = 0
  let failuresInARow = 0
  const settle = (id: number, outcome: CallOutcome) => {
    const call = pending.get(id)
    if (!call) return
    pending.delete(id)
    pendingBytes -= call.bytes
    if (outcome === 'failed') counters.failures += 1
    call.resolve(outcome)
  }
  const take = ([id, error, value, from, to]: HandlerResult, bytes: Uint8Array) => {
    if (error === undefined) {
      failuresInARow = 0
      // A copy, because a payload that is kept must not keep the bytes of the other results in memory.
      return settle(id, { value, payload: from === undefined ? undefined : bytes.slice(from, to) })
    }
    failuresInARow += 1
    options.onLog('error', `A hook failed: ${error}`, {})
    settle(id, 'failed')
    if (failuresInARow >= limits.failures)
      end(`${limits.failures} calls of its hooks in a row failed, the last one with: ${error}`)
  }

  let settleStart: { readonly resolve: () => void; readonly reject: (error: Error) => void }
  const started = new Promise<void>((resolve, reject) => {
    settleStart = { resolve, reject }
  })
  started.catch(() => {}) // callers that wait for it get the error
  let settleStop = () => {}

  /** Ends the thread immediately. All waiting calls fail. */
  const end = (reason: string) => {
    if (state === 'ended') return
    const before = state
    state = 'ended'
    clearInterval(watchdog)
    clearTimeout(startTimer)
    clearTimeout(sweeping)
    for (const id of pending.keys()) settle(id, 'failed')
    for (const done of configuring.values()) done(reason)
    void worker.terminate()
    settleStop()
    if (before === 'starting') settleStart.reject(new Error(reason))
    else if (before === 'running') onEnd(reason)
  }

  // The thread is silent if it has not answered although this one was running.
  let lastTick = performance.now()
  let lastPong = lastTick
  const watchdog = setInterval(() => {
    const now = performance.now()
    // This process was suspended or busy, so the answer may not have been read yet.
    if (now - lastTick > 2 * pingInterval) lastPong = now
    lastTick = now
    if (state !== 'starting' && now - lastPong > limits.silence)
      return end(`it has not responded for ${limits.silence / 1000} seconds`)
    post({ kind: 'ping' })
  }, pingInterval).unref()
  const startTimer = setTimeout(
    () => end(`it has not started within ${limits.start / 1000} seconds`),
    limits.start,
  ).unref()

  worker.on('message', (message: FromThread) => {
    if (state === 'ended') return
    switch (message.kind) {
      case 'results':
        if (message.results.length > 0) lateSince = undefined
        for (const result of message.results) take(result, message.bytes)
        for (let count = message.handled; count > 0; count -= 1) {
          const done = batches.shift()
          waitingEvents -= done?.events ?? 0
          eventBytes -= done?.bytes ?? 0
        }
        return
      case 'register':
        try {
          return options.onRegister(message.registration)
        } catch (error) {
          return end(`its hook ${message.registration.point} is invalid: ${messageOf(error)}`)
        }
      case 'unregister':
        return options.onUnregister(message.handler)
      case 'started':
        state = 'running'
        lastPong = performance.now()
        clearTimeout(startTimer)
        return settleStart.resolve()
      case 'start failed':
        return end(message.message)
      case 'publish':
        void options.onPublish(message.message).then(
          (subscribers) => post({ kind: 'published', id: message.id, subscribers }),
          (error: unknown) => post({ kind: 'publish failed', id: message.id, message: messageOf(error) }),
        )
        return
      case 'configured':
        configuring.get(message.id)?.(message.error)
        return void configuring.delete(message.id)
      case 'log':
        return options.onLog(message.level, message.text, message.fields)
      case 'metrics':
        return options.onMetrics(message.metrics)
      case 'pong':
        lastPong = performance.now()
        if (message.external > limits.external)
          end(`its buffers need more than ${limits.external / 1024 / 1024} MB of memory`)
        return
      case 'stopped':
        return settleStop()
    }
  })
  worker.on('error', (error) =>
    end(
      hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY')
        ? `it needs more than ${limits.heapMegabytes} MB of memory`
        : `an error was not handled: ${messageOf(error)}`,
    ),
  )
  worker.on('messageerror', (error) => end(`its message cannot be read: ${messageOf(error)}`))
  worker.on('exit', () => end('it has ended its own thread'))

  const isTooLate = () => {
    if (lateSince === undefined) return false
    const now = performance.now()
    if (now - lastProbe < probeInterval) return true
    lastProbe = now
    return false
  }

  return {
    started,
    counters,
    call: (handler, given, timeout) => {
      counters.calls += 1
      const bytes = given.message?.payload.length ?? 0
      const isFull = pending.size >= limits.waiting || (pending.size > 0 && pendingBytes + bytes > limits.waitingBytes)
      if (state === 'ended' || isFull || isTooLate()) {
        counters.failures += 1
        return Promise.resolve('failed')
      }
      lastId += 1
      const id = lastId
      return new Promise((resolve) => {
        pending.set(id, { deadline: performance.now() + timeout, bytes, resolve })
        pendingBytes += bytes
        add(id, handler, given)
        armSweep()
      })
    },
    notify: (handler, given) => {
      const bytes = given.message?.payload.length ?? 0
      counters.events += 1
      if (
        state === 'ended' ||
        waitingEvents >= limits.waiting ||
        (waitingEvents > 0 && eventBytes + bytes > limits.waitingBytes)
      ) {
        counters.eventsDropped += 1
        return
      }
      waitingEvents += 1
      eventBytes += bytes
      batchEvents += 1
      batchEventBytes += bytes
      add(undefined, handler, given)
    },
    configure: (config) => {
      if (state !== 'running') return Promise.resolve('the plugin is not running')
      lastId += 1
      const id = lastId
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          configuring.delete(id)
          resolve(`the plugin has not responded within ${limits.stop / 1000} seconds`)
        }, limits.stop)
        configuring.set(id, (error) => {
          clearTimeout(timer)
          resolve(error)
        })
        post({ kind: 'config', id, config })
      })
    },
    stop: async () => {
      if (state === 'ended') return
      if (state === 'running') {
        state = 'stopping'
        flush()
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, limits.stop)
          settleStop = () => {
            clearTimeout(timer)
            resolve()
          }
          post({ kind: 'stop' })
        })
      }
      end('it was stopped')
      await worker.terminate()
    },
  }
}

const pingInterval = 1000
