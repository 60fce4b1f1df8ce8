import type { Clock, Log, Store } from '@mqdeck/kit'
import { singleNode } from './cluster/port.ts'
import { Connection } from './connection/connection.ts'
import { createPublishEncoder } from './connection/publish-encoder.ts'
import { createHooks, type HookRegistry } from './create-hooks.ts'
import { publishMessage } from './dispatch.ts'
import { createListener, type Listener } from './listeners/listener.ts'
import { createManagement } from './management.ts'
import { createMessageIds } from './message-id.ts'
import { createMetrics } from './metrics.ts'
import { reasonCode } from './packets/index.ts'
import { createRetained, type RetainedSettings } from './retained/retained.ts'
import { createRouter } from './routing/index.ts'
import type { Runtime } from './runtime.ts'
import { createJournal, createNullJournal } from './session/journal.ts'
import { createSessionRegistry, type SessionRegistry } from './session/registry.ts'
import type { Session } from './session/session.ts'
import { defaultMqttSettings } from './settings.ts'
import { createTurn } from './turn.ts'
import type { Broker, ListenerSettings, Message, MqttSettings, NewMessage, Subscription } from './types.ts'

export interface BrokerOptions {
  /** `mqdeck@127.0.0.1` */
  readonly node: string
  /** What differs from `defaultMqttSettings`. */
  readonly settings?: Partial<MqttSettings>
  readonly retained?: Partial<RetainedSettings>
  readonly listeners: readonly ListenerSettings[]
  /** Where persistent sessions and retained messages survive the process; without it they end with it. */
  readonly store?: Store
  /** Made by `createHooks`; one of its own when left away. */
  readonly hooks?: HookRegistry
  readonly clock: Clock
  readonly log: Log
}

/** How often sessions are looked at for what is due again, or overdue. */
const tickMs = 1000
/** How often connections are looked at for having been silent for too long: how late their end may come. */
const watchMs = 250
/** How often retained messages that have expired are removed; they are not delivered any more before. */
const sweepMs = 60_000

/** A complete MQTT broker of one node. It does nothing until `start`. */
export function createBroker(options: BrokerOptions): Broker {
  const runtime = createRuntime(options)
  const connections = new Set<Connection>()
  const listeners: Listener[] = options.listeners.map((settings) =>
    createListener(settings, (transport, listener, gone) => {
      const connection = new Connection(runtime, transport, listener, () => {
        connections.delete(connection)
        gone()
      })
      connections.add(connection)
    }),
  )
  const stopTimers: (() => void)[] = []

  const start = async () => {
    runtime.sessions.restore()
    stopTimers.push(
      runtime.clock.every(tickMs, () => runtime.sessions.tick()),
      runtime.clock.every(watchMs, () => {
        const now = runtime.clock.now()
        for (const connection of connections) connection.endIfSilent(now)
      }),
      runtime.clock.every(sweepMs, () => runtime.retained.sweep()),
    )
    for (const listener of listeners) await listener.start()
  }

  const stop = async () => {
    for (const stopTimer of stopTimers.splice(0)) stopTimer()
    const closed = listeners.map((listener) => listener.close())
    for (const connection of [...connections]) connection.close('server_shutting_down', reasonCode.serverShuttingDown)
    runtime.sessions.close()
    await runtime.journal.idle()
    await Promise.all(closed)
    await options.store?.flushed()
  }

  return { ...createManagement(runtime, listeners), start, stop }
}

function createRuntime({ node, settings, retained, store, hooks, clock, log }: BrokerOptions): Runtime {
  const turn = createTurn()
  const nextId = createMessageIds(node)
  // The registry needs the runtime it is part of; it asks for it when it is complete.
  let sessions: SessionRegistry | undefined
  const runtime: Runtime = {
    node,
    settings: { ...defaultMqttSettings, ...settings },
    metrics: createMetrics(),
    hooks: hooks ?? createHooks(log),
    clock,
    log,
    turn,
    journal: store ? createJournal(store, log, turn.schedule) : createNullJournal(),
    router: createRouter<Session, Subscription>(),
    retained: createRetained({
      settings: { messageExpiryInterval: 0, maxRetainedMessages: 0, maxPayloadSize: 1024 * 1024, ...retained },
      clock,
      log,
      ...(store && { table: store.table<Uint8Array>('retained', { binary: true }) }),
    }),
    get sessions() {
      sessions ??= createSessionRegistry(runtime)
      return sessions
    },
    cluster: singleNode,
    encoder: createPublishEncoder(),
    createMessage: (message, dup) => toMessage(message, dup, nextId, clock.now()),
    publish: (message) => publishMessage(runtime, message),
  }
  return runtime
}

function toMessage(
  { topic, payload, qos, retain, properties = {}, from }: NewMessage,
  dup: boolean,
  nextId: (now: number) => string,
  now: number,
): Message {
  const expiry = properties.messageExpiryInterval
  return {
    id: nextId(now),
    topic,
    payload,
    qos,
    retain,
    dup,
    properties,
    from,
    timestamp: now,
    expiresAt: expiry === undefined ? Number.POSITIVE_INFINITY : now + expiry * 1000,
  }
}
