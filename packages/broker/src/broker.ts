import type { Clock, Log, Store, TrustedProxies } from '@mqdeck/kit'
import { createClientSpace, type OpenClientSpace } from './client-space/client-space.ts'
import { type ClusterPort, singleNode } from './cluster/port.ts'
import { Connection, type ConnectionPorts } from './connection/connection.ts'
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
import { createRetainedDelivery } from './retained/delivery.ts'
import { createRetained } from './retained/retained.ts'
import { createRouter, createSharedPicker } from './routing/index.ts'
import { createHeldBytes, defaultHeldLimits, type HeldLimits } from './session/held-bytes.ts'
import { createJournal, createNullJournal } from './session/journal.ts'
import { createQueuedMessages } from './session/queued-message.ts'
import { createSessionRegistry, type RegistryPorts } from './session/registry.ts'
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
  const components = createComponents(options, spaces)
  const { clock, turn, zones, sessions, flow, retained, journal } = components
  const connections = new Set<Connection>()
  const webClients = createWebClients({ proxies: options.trustedProxies, allowedHosts: options.allowedHosts })
  let isStopping = false
  const remove = (connection: Connection) => connections.delete(connection)
  const listeners = createListeners(options.listeners, {
    clock,
    log: components.log,
    turn,
    webClients,
    onConnection: (transport, context) => {
      if (isStopping) transport.destroy()
      else connections.add(new Connection(components, transport, context, remove))
    },
    disconnectAll: async (context) => {
      for (const connection of connections) {
        if (turn.spend()) await turn.next()
        if (connection.listener === context) shutDown(connection)
      }
    },
    onLimitsChange: (context) => {
      for (const connection of connections) if (connection.listener === context) connection.applyLimits()
    },
    hasZone: (zone) => Object.hasOwn(zones.settings(), zone),
    maxPacketSize: (zone) => zones.of(zone).mqtt.max_packet_size,
  })
  const stopTimers: (() => void)[] = []

  const start = async () => {
    isStopping = false
    sessions.restore()
    stopTimers.push(
      clock.every(tickMs, () => {
        void sessions.tick()
        retained.tick()
        journal.check()
      }),
      clock.every(checkIntervalMs, () => {
        const now = clock.now()
        flow.check(now)
        listeners.closeOverdueHandshakes(now)
        void checkConnections()
      }),
      clock.every(certificateInterval, () => void listeners.reload()),
    )
    return listeners.start()
  }

  let isChecking = false
  const checkConnections = async () => {
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
    await sessions.close()
    await journal.idle()
    await closed
    await options.store?.flushed()
  }

  const openClientSpace: Broker['openClientSpace'] = (given) => {
    const space = createClientSpace(components, given, () => spaces.delete(space))
    spaces.add(space)
    return space
  }

  return {
    node: options.node,
    ...createManagement(components, listeners),
    callerHeaders: webClients.callerHeaders,
    openClientSpace,
    clientSpaces: () => spaces,
    start,
    stop,
  }
}

const shutDown = (connection: Connection) => connection.close('server_shutting_down', reasonCode.serverShuttingDown)

type Components = ConnectionPorts & RegistryPorts

/** The only place that has all components. The parts of the broker name the ports that they use. */
function createComponents(
  {
    node,
    zones = { default: defaultZoneSettings },
    retained: retainedSettings = defaultRetainedSettings,
    store,
    heldLimits = defaultHeldLimits(),
    cluster = singleNode,
    clock,
    log,
    hooks = createHooks(log),
  }: BrokerOptions,
  spaces: ReadonlySet<OpenClientSpace>,
): Components {
  const turn = createTurn()
  const metrics = createMetrics()
  const nextId = createMessageIds(node)
  const journal = store ? createJournal(store, log, turn.schedule) : createNullJournal()
  const retained = createRetained({
    settings: retainedSettings,
    clock,
    log,
    turn,
    ...(store && { table: store.table<Uint8Array>('retained', { binary: true }) }),
  })
  const everySession = function* () {
    yield* sessions.byClientId.values()
    for (const { sessions: ofSpace } of spaces) yield* ofSpace.byClientId.values()
  }
  const components: Components = {
    zones: createZones(zones),
    metrics,
    hooks,
    clock,
    log,
    turn,
    flow: createFlowControl(clock.now),
    held: createHeldBytes(heldLimits, everySession, turn.schedule),
    queuedMessages: createQueuedMessages(),
    journal,
    router: createRouter<Session, Subscription>(),
    sharedPicker: createSharedPicker<Session, Subscription>(),
    retained,
    retainedDelivery: createRetainedDelivery({ retained, clock, log, turn }),
    // A getter, because the registry gets this object.
    get sessions() {
      return sessions
    },
    cluster,
    tap: createPacketTap({ metrics, hooks, log }),
    encoder: createPublishEncoder(),
    packetJoiner: createPacketJoiner(),
    createMessage: (message, dup) => toMessage(message, dup, nextId, clock.now()),
    publish: (message, dispatch = new Dispatch(journal)) => publishMessage(components, message, dispatch),
  }
  const sessions = createSessionRegistry(components, { isStored: journal.enabled })
  return components
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
