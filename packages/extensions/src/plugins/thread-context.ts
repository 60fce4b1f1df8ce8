import { messageOf } from '@mqdeck/contract'
import type { HookPoints, NewMessage, PluginContext, PluginEvents, PluginLog, PluginMessage } from '@mqdeck/plugin'
import { checkFilter } from './check-filter.ts'
import type { FromThread, LogLevel, MetricUpdate, ThreadData } from './thread-messages.ts'

type Handler = (value: unknown, message: PluginMessage | undefined) => unknown

export interface ThreadContext {
  readonly context: PluginContext
  readonly handlers: ReadonlyMap<number, Handler>
  /** The message of the error if the plugin rejects the configuration. */
  configure(config: PluginContext['config']): Promise<string | undefined>
  settlePublish(id: number, outcome: number | Error): void
  stop(): Promise<void>
}

/** Publishes that a plugin may have waiting for the broker. */
const maxPublishing = 1000
const maxMetrics = 100
const linesPerSecond = 100
const maxLineLength = 4096
const defaultTimeout = 1000

/** Builds what a plugin gets in its thread. It calls the broker through `send`. */
export function createContext(
  { name, version, node, config }: ThreadData,
  send: (message: FromThread, transfer?: readonly ArrayBuffer[]) => void,
): ThreadContext {
  const handlers = new Map<number, Handler>()
  let lastId = 0
  const ending = new AbortController()
  const stopHandlers: (() => unknown)[] = []
  const log = createLog(send)
  const console = {
    log: log.info,
    info: log.info,
    debug: log.debug,
    trace: log.debug,
    warn: log.warn,
    error: log.error,
  }
  Object.assign(
    globalThis.console,
    mapValues(
      console,
      (write) =>
        (...all: unknown[]) =>
          write(all.map(String).join(' ')),
    ),
  )

  const add = (handler: Handler, register: (id: number) => void) => {
    lastId += 1
    const id = lastId
    handlers.set(id, handler)
    try {
      register(id)
    } catch (error) {
      handlers.delete(id)
      throw error
    }
    return () => {
      if (handlers.delete(id)) send({ kind: 'unregister', handler: id })
    }
  }

  const hook = <P extends keyof HookPoints>(
    point: P,
    handler: HookPoints[P]['handler'],
    options: HookPoints[P]['options'] = {},
  ) => {
    const onFailures = hookPoints[point]
    if (!onFailures)
      throw new TypeError(`there is no hook ${String(point)}. Hooks: ${Object.keys(hookPoints).join(', ')}`)
    const { timeout = defaultTimeout, onFailure = onFailures[0], topics } = { topics: undefined, ...options }
    if (!(timeout >= 10 && timeout <= 60_000)) throw new RangeError('timeout must be from 10 to 60,000 milliseconds')
    if (!onFailures.includes(onFailure)) throw new TypeError(`onFailure must be ${onFailures.join(' or ')}`)
    if (topics !== undefined && !Array.isArray(topics)) throw new TypeError('topics must be a list of topic filters')
    for (const topic of topics ?? []) checkFilter(topic)
    // The host passes the arguments of this hook point.
    const call = handler as (...values: unknown[]) => unknown
    return add(
      (value, message) => (message ? call(message) : Array.isArray(value) ? call(...value) : call(value)),
      (id) => send({ kind: 'register', registration: { handler: id, point, topics, timeout, onFailure } }),
    )
  }

  const on = <E extends keyof PluginEvents>(event: E, handler: (event: PluginEvents[E]) => unknown) => {
    if (!eventNames.includes(event)) throw new TypeError(`there is no event ${event}. Events: ${eventNames.join(', ')}`)
    return add(
      // The host passes the event of this name.
      (value, message) => handler((message ? { ...Object(value), message } : value) as PluginEvents[E]),
      (id) => send({ kind: 'register', registration: { handler: id, point: event } }),
    )
  }

  const subscribe: PluginContext['subscribe'] = (filter, handler) => {
    checkFilter(filter)
    return add(
      (_, message) => message && handler(message),
      (id) => send({ kind: 'register', registration: { handler: id, point: 'subscribe', filter } }),
    )
  }

  const publishing = new Map<
    number,
    { resolve: (outcome: { subscribers: number }) => void; reject: (error: Error) => void }
  >()
  const publish = async ({ topic, payload, qos = 0, retain = false, properties = {} }: NewMessage) => {
    if (publishing.size >= maxPublishing) throw new Error(`${maxPublishing} messages are waiting to be published`)
    const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : Uint8Array.from(payload)
    lastId += 1
    const id = lastId
    return new Promise<{ subscribers: number }>((resolve, reject) => {
      publishing.set(id, { resolve, reject })
      send({ kind: 'publish', id, message: { topic, payload: bytes, qos, retain, properties } }, [bytes.buffer])
    })
  }

  const metrics = createMetrics(send)
  /** Timers of the plugin must not end the thread with an uncaught error. */
  const guarded = (call: () => unknown) => async () => {
    try {
      await call()
    } catch (error) {
      log.error(`A timer failed: ${messageOf(error)}`)
    }
  }
  const timer = (start: (call: () => void) => NodeJS.Timeout, call: () => unknown) => {
    const running = start(guarded(call))
    const clear = () => clearTimeout(running) // also clears intervals
    ending.signal.addEventListener('abort', clear, { once: true })
    return clear
  }

  let checkConfig: (config: PluginContext['config']) => unknown = () => {}
  const context = {
    name,
    version,
    node,
    config,
    onConfig: (handler: (config: PluginContext['config']) => unknown) => {
      checkConfig = handler
    },
    hook,
    on,
    subscribe,
    publish,
    log,
    counter: metrics.counter,
    gauge: metrics.gauge,
    setTimeout: (call: () => unknown, ms: number) => timer((run) => setTimeout(run, ms), call),
    setInterval: (call: () => unknown, ms: number) => timer((run) => setInterval(run, ms), call),
    signal: ending.signal,
    onStop: (handler: () => unknown) => void stopHandlers.unshift(handler),
  }

  return {
    context,
    handlers,
    async configure(next) {
      try {
        await checkConfig(next)
        context.config = next
        return undefined
      } catch (error) {
        return messageOf(error).slice(0, 1000)
      }
    },
    settlePublish(id, outcome) {
      const waiting = publishing.get(id)
      publishing.delete(id)
      if (outcome instanceof Error) waiting?.reject(outcome)
      else waiting?.resolve({ subscribers: outcome })
    },
    async stop() {
      ending.abort()
      for (const handler of stopHandlers) await guarded(handler)()
      metrics.flush()
    },
  }
}

/** The allowed values of `onFailure`; the first one is the default. */
const hookPoints: Readonly<Record<keyof HookPoints, readonly [string, string]>> = {
  'message.publish': ['keep', 'drop'],
  'client.authenticate': ['deny', 'ignore'],
  'client.authorize': ['deny', 'ignore'],
}

const events: Readonly<Record<keyof PluginEvents, true>> = {
  'client.connected': true,
  'client.disconnected': true,
  'session.subscribed': true,
  'session.unsubscribed': true,
  'message.delivered': true,
  'message.acked': true,
  'message.dropped': true,
}
const eventNames = Object.keys(events)

function createLog(send: (message: FromThread) => void): PluginLog {
  let second = 0
  let lines = 0
  const write =
    (level: LogLevel) =>
    (text: string, fields: Parameters<PluginLog['info']>[1] = {}) => {
      const now = Math.floor(performance.now() / 1000)
      if (now !== second) {
        const dropped = lines - linesPerSecond
        second = now
        lines = 0
        if (dropped > 0)
          send({ kind: 'log', level: 'warn', text: `${dropped} lines of this plugin were not logged`, fields: {} })
      }
      lines += 1
      if (lines > linesPerSecond) return
      const plain = Object.entries(fields).map(([key, value]) => [
        key,
        typeof value === 'string' ? value.slice(0, maxLineLength) : value,
      ])
      send({
        kind: 'log',
        level,
        text: String(text).slice(0, maxLineLength),
        fields: Object.fromEntries(plain.slice(0, 20)),
      })
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** Values are sent once a second. */
function createMetrics(send: (message: FromThread) => void) {
  const metrics = new Map<string, MetricUpdate>()
  const changed = new Set<string>()
  const flush = () => {
    if (changed.size === 0) return
    send({ kind: 'metrics', metrics: [...changed].flatMap((name) => metrics.get(name) ?? []) })
    changed.clear()
  }
  setInterval(flush, 1000).unref()
  const open = (type: MetricUpdate['type'], name: string, help: string) => {
    if (!/^[a-z][a-z0-9_]{0,60}$/.test(name)) throw new TypeError('the name of a metric consists of a-z, 0-9 and _')
    if (!metrics.has(name) && metrics.size >= maxMetrics)
      throw new RangeError(`a plugin has at most ${maxMetrics} metrics`)
    const set = (value: number) => {
      metrics.set(name, { name, type, help: String(help).slice(0, 200), value })
      changed.add(name)
    }
    set(metrics.get(name)?.value ?? 0)
    return { set, add: (amount = 1) => set((metrics.get(name)?.value ?? 0) + (amount >= 0 ? amount : 0)) }
  }
  return {
    flush,
    counter: (name: string, help: string) => ({ add: open('counter', name, help).add }),
    gauge: (name: string, help: string) => ({ set: open('gauge', name, help).set }),
  }
}

const mapValues = <T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
