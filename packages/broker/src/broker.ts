import type { Clock, Log, Store, TrustedProxies } from '@mqdeck/kit'
import { createClientSpace, type OpenClientSpace } from './client-space/client-space.ts'
import { type ClusterPort, singleNode } from './cluster/port.ts'
import { Connection } from './connection/connection.ts'
import { createPacketJoiner } from './connection/packet-joiner.ts'
import { createPacketTap } from './connection/packet-tap.ts'
import { createPublishEncoder } from './connection/publish-encoder.ts'
import { checkIntervalMs } from './connection/watch.ts'
import { createHooks, type HookRegistry } from './create-hooks.ts'
import { Dispatch, publishMessage } from './dispatch.ts'
import { createFlowControl } from './flow-control.ts'
import { certificateInterval } from './listeners/certificate-reload.ts'
import { createListeners } from './listeners/listeners.ts'
import { createWebClients } from './listeners/web-clients.ts'
import { createManagement } from './management.ts'
import { createMessageIds } from './message-id.ts'
import { createMetrics } from './metrics.ts'
import { reasonCode } from './packets/index.ts'
import { createRetainedDelivery, type RetainedDelivery } from './retained/delivery.ts'
import { createRetained } from './retained/retained.ts'
import { createRouter, createSharedPicker } from './routing/index.ts'
import type { Runtime } from './runtime.ts'
import { createHeldBytes, defaultHeldLimits, type HeldLimits } from './session/held-bytes.ts'
import { createJournal, createNullJournal } from './session/journal.ts'
import { createQueuedMessages } from './session/queued-message.ts'
import { createSessionRegistry, type SessionRegistry } from './session/registry.ts'
import type { Session } from './session/session.ts'
import { defaultRetainedSettings, defaultZoneSettings, type RetainedSettings, type ZonesSettings } from './settings.ts'
import { createTurn } from './turn.ts'
import type { Broker, ListenerSettings, Message, NewMessage, Subscription } from './types.ts'
import { createZones } from './zones.ts'

export interface BrokerOptions {
  /** `mqdeck@127.0.0.1` */
  readonly node: string
  /** Default: `defaultZoneSettings` for all zones. */
  readonly zones?: ZonesSettings
  /** Default: `defaultRetainedSettings`. */
  readonly retained?: RetainedSettings
  readonly listeners: readonly ListenerSettings[]
  /** Stores persistent sessions and retained messages; without it they are kept in memory only. */
  readonly store?: Store
  /** From `createHooks`; by default the broker creates its own. */
  readonly hooks?: HookRegistry
  /** Reverse proxies that may name the client of a WebSocket connection. Default: none. */
  readonly trustedProxies?: TrustedProxies
  /** Host names that requests to WebSocket listeners on a loopback address may use, besides those of this machine. */
  readonly allowedHosts?: readonly string[]
  /** Maximum bytes queued for clients; the default depends on the memory of the machine. */
  readonly heldLimits?: HeldLimits
  /** Other nodes; by default there are none. */
  readonly cluster?: ClusterPort
  readonly clock: Clock
  readonly log: Log
}

/** Interval of the session checks for retries and expiry. */
const tickMs = 1000

/** A complete MQTT broker of one node. It does nothing until `start`. */
export function createBroker(options: BrokerOptions): Broker {
  const spaces = new Set<OpenClientSpace>()
  const runtime = createRuntime(options, spaces)
  const connections = new Set<Connection>()
  const webClients = createWebClients({ proxies: options.trustedProxies, allowedHosts: options.allowedHosts })
  let isStopping = false
  const remove = (connection: Connection) => connections.delete(connection)
  const listeners = createListeners(options.listeners, {
    clock: runtime.clock,
    log: runtime.log,
    turn: runtime.turn,
    webClients,
    onConnection: (transport, context) => {
      if (isStopping) transport.destroy()
      else connections.add(new Connection(runtime, transport, context, remove))
    },
    disconnectAll: async (context) => {
      const { turn } = runtime
      for (const connection of connections) {
        if (turn.spend()) await turn.next()
        if (connection.listener === context) shutDown(connection)
      }
    },
    limitsChanged: (context) => {
      for (const connection of connections) if (connection.listener === context) connection.limitsChanged()
    },
    hasZone: (zone) => Object.hasOwn(runtime.zones.settings(), zone),
    maxPacketSize: (zone) => runtime.zones.of(zone).mqtt.max_packet_size,
  })
  const stopTimers: (() => void)[] = []

  const start = async () => {
    isStopping = false
    runtime.sessions.restore()
    stopTimers.push(
      runtime.clock.every(tickMs, () => {
        void runtime.sessions.tick()
        runtime.retained.tick()
        runtime.journal.check()
      }),
      runtime.clock.every(checkIntervalMs, () => {
        const now = runtime.clock.now()
        runtime.flow.check(now)
        listeners.closeOverdueHandshakes(now)
        void checkConnections()
      }),
      runtime.clock.every(certificateInterval, () => void listeners.reload()),
    )
    return listeners.start()
  }

  let isChecking = false
  const checkConnections = async () => {
    const { turn, clock } = runtime
    if (isChecking) return
    isChecking = true
    try {
      for (const connection of connections) {
        if (turn.spend()) await turn.next()
        connection.watch.check(connection, clock.now())
      }
    } finally {
      isChecking = false
    }
  }

  const stop = async () => {
    for (const stopTimer of stopTimers.splice(0)) stopTimer()
    isStopping = true
    const closed = listeners.stop()
    for (const connection of [...connections]) shutDown(connection)
    await Promise.all([...spaces].map((space) => space.close()))
    await runtime.sessions.close()
    await runtime.journal.idle()
    await closed
    await options.store?.flushed()
  }

  const openClientSpace: Broker['openClientSpace'] = (given) => {
    const space = createClientSpace(runtime, given, () => spaces.delete(space))
    spaces.add(space)
    return space
  }

  return {
    ...createManagement(runtime, listeners),
    callerHeaders: webClients.callerHeaders,
    openClientSpace,
    clientSpaces: () => spaces,
    start,
    stop,
  }
}

const shutDown = (connection: Connection) => connection.close('server_shutting_down', reasonCode.serverShuttingDown)

function createRuntime(
  {
    node,
    zones,
    retained,
    store,
    heldLimits = defaultHeldLimits(),
    cluster = singleNode,
    clock,
    log,
    hooks = createHooks(log),
  }: BrokerOptions,
  spaces: ReadonlySet<OpenClientSpace>,
): Runtime {
  const turn = createTurn()
  const metrics = createMetrics()
  const nextId = createMessageIds(node)
  // The registry needs the runtime that contains it, so it gets it lazily.
  let sessions: SessionRegistry | undefined
  let delivery: RetainedDelivery | undefined
  const everySession = function* () {
    yield* runtime.sessions.byClientId.values()
    for (const { sessions: ofSpace } of spaces) yield* ofSpace.byClientId.values()
  }
  const runtime: Runtime = {
    node,
    zones: createZones(zones ?? { default: defaultZoneSettings }),
    metrics,
    hooks,
    clock,
    log,
    turn,
    flow: createFlowControl(clock.now),
    held: createHeldBytes(heldLimits, everySession, turn.schedule),
    queuedMessages: createQueuedMessages(),
    journal: store ? createJournal(store, log, turn.schedule) : createNullJournal(),
    router: createRouter<Session, Subscription>(),
    sharedPicker: createSharedPicker<Session, Subscription>(),
    retained: createRetained({
      settings: retained ?? defaultRetainedSettings,
      clock,
      log,
      turn,
      ...(store && { table: store.table<Uint8Array>('retained', { binary: true }) }),
    }),
    get retainedDelivery() {
      delivery ??= createRetainedDelivery(runtime)
      return delivery
    },
    get sessions() {
      sessions ??= createSessionRegistry(runtime, { isStored: runtime.journal.enabled })
      return sessions
    },
    cluster,
    tap: createPacketTap({ metrics, hooks, log }),
    encoder: createPublishEncoder(),
    packetJoiner: createPacketJoiner(),
    createMessage: (message, dup) => toMessage(message, dup, nextId, clock.now()),
    publish: (message, dispatch = new Dispatch(runtime.journal)) => publishMessage(runtime, message, dispatch),
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
