import { createTurn, type DisconnectReason, type Qos, validateTopicFilter, validateTopicName } from '@mqdeck/broker'
import { matchesFilter } from '@mqdeck/contract'
import { type Clock, silentLog, systemClock } from '@mqdeck/kit'
import type {
  Channel,
  ClientHandlers,
  ClientRequest,
  ConnectOutcome,
  Delivery,
  GatewayClient,
  GatewayContext,
  GatewayMessage,
  SubscribeOptions,
} from './port.ts'

export { createTestChannel, type TestChannel } from './test-channel.ts'

/** For tests of a protocol without the engine: the port in memory, with topics, QoS, acknowledgement and wills. */
export interface TestContext<Settings> {
  readonly context: GatewayContext<Settings>
  /** Messages published by gateway clients, in order. */
  readonly published: readonly GatewayMessage[]
  readonly counters: ReadonlyMap<string, number>
  readonly broadcasts: readonly Uint8Array[]
  /** Publishes as another client does. */
  publish(topic: string, payload: string | Uint8Array, options?: Partial<GatewayMessage>): void
  /** Disconnects as `DELETE .../clients/{id}` does. */
  kick(clientId: string, reason?: DisconnectReason): void
  client(clientId: string): TestClient
}

interface TestClient extends GatewayClient {
  readonly request: ClientRequest
  readonly handlers: ClientHandlers
  readonly isHeld: boolean
  /** Deliveries without acknowledgement, and queued ones. */
  readonly inflight: number
  readonly queued: number
}

export interface TestContextOptions<Settings> {
  readonly settings: Settings
  readonly clock?: Clock
  /** Returns the reason why a client is refused. */
  readonly authenticate?: (request: ClientRequest) => { readonly refused: number; readonly reason: string } | undefined
  /** Returns whether a client may use a topic or filter. */
  readonly authorize?: (action: 'publish' | 'subscribe', topic: string) => boolean
  /** Delays each `publish` of QoS 1 and 2, for example until a test resolves it. */
  readonly commit?: () => Promise<void>
}

export function createTestContext<Settings>({
  settings,
  clock = systemClock,
  authenticate = () => undefined,
  authorize = () => true,
  commit,
}: TestContextOptions<Settings>): TestContext<Settings> {
  const clients = new Map<string, Client>()
  /** Sessions that outlive their connection. */
  const offline = new Map<string, Client>()
  const published: GatewayMessage[] = []
  const retained = new Map<string, GatewayMessage>()
  const counters = new Map<string, number>()
  const broadcasts: Uint8Array[] = []
  let generated = 0

  const route = (message: GatewayMessage, from?: Client): number => {
    if (message.retain) {
      if (message.payload.length === 0) retained.delete(message.topic)
      else retained.set(message.topic, message)
    }
    const groups = new Set<string>()
    let receivers = 0
    for (const client of [...clients.values(), ...offline.values()])
      if (client.offer(message, from, groups)) receivers += 1
    return receivers
  }

  const identify = (request: ClientRequest) => {
    generated += 1
    return request.clientId === '' ? `generated-${generated}` : request.clientId
  }

  const context: GatewayContext<Settings> = {
    settings: () => settings,
    node: 'mqdeck@127.0.0.1',
    bindHost: '127.0.0.1',
    clock,
    log: silentLog,
    turn: createTurn(),
    async connect(channel, request, handlers): Promise<ConnectOutcome> {
      await undefined
      const refusal = authenticate(request)
      if (refusal) return refusal
      const id = identify(request)
      const previous = clients.get(id)
      previous?.end(request.cleanStart === false ? 'takenover' : 'discarded')
      const session = request.cleanStart === false ? (previous ?? offline.get(id))?.session : undefined
      offline.delete(id)
      const client = createClient(id, channel, request, handlers, session)
      clients.set(id, client)
      if (session) client.release()
      return { client, sessionPresent: session !== undefined }
    },
    async authenticate(channel, request) {
      await undefined
      return authenticate(request) ?? infoOf(identify(request), channel, request)
    },
    async publish(_channel, request, message) {
      await undefined
      const refusal = authenticate(request)
      if (refusal) return refusal.refused
      if (!authorize('publish', message.topic)) return 0x87
      published.push(message)
      return route(message) > 0 ? 0 : 0x10
    },
    async publishAsGateway(message) {
      if (!passes(() => validateTopicName(message.topic))) return 0x90
      if (!authorize('publish', message.topic)) return 0x87
      published.push(message)
      return route(message) > 0 ? 0 : 0x10
    },
    client: (clientId) => clients.get(clientId),
    broadcast: (bytes) => void broadcasts.push(bytes),
    count: (metric, by = 1) => void counters.set(metric, (counters.get(metric) ?? 0) + by),
  }

  interface Waiting extends Pick<Delivery, 'filters' | 'qos' | 'retain' | 'dup'> {
    readonly message: GatewayMessage
  }
  interface TestSession {
    readonly subscriptions: Map<string, SubscribeOptions>
    readonly queue: Waiting[]
    readonly inflight: Waiting[]
  }

  interface Client extends TestClient {
    readonly session: TestSession
    offer(message: GatewayMessage, from: Client | undefined, groups: Set<string>): boolean
    end(reason: DisconnectReason): void
  }

  function createClient(
    id: string,
    channel: Channel,
    request: ClientRequest,
    handlers: ClientHandlers,
    session: TestSession = { subscriptions: new Map(), queue: [], inflight: [] },
  ): Client {
    const { subscriptions, queue, inflight } = session
    const window = request.receiveMaximum ?? 32
    let isHeld = false
    let isLive = true
    let will: GatewayMessage | undefined

    const drain = () => {
      while (isLive && !isHeld && inflight.length < window) {
        const next = queue.shift()
        if (!next) return
        send(next)
      }
    }
    const send = (waiting: Waiting) => {
      const { message, ...rest } = waiting
      if (waiting.qos > 0) inflight.push(waiting)
      handlers.deliver({
        ...rest,
        topic: message.topic,
        payload: message.payload,
        properties: message.properties ?? {},
        acknowledge() {
          const index = inflight.indexOf(waiting)
          if (index < 0 || !isLive) return
          inflight.splice(index, 1)
          drain()
        },
      })
    }
    const deliver = (message: GatewayMessage, filters: readonly string[], qos: Qos, retain: boolean) => {
      queue.push({ message, filters, qos, retain, dup: false })
      drain()
    }
    const end = (reason: DisconnectReason, isOwn = false) => {
      if (!isLive) return
      isLive = false
      clients.delete(id)
      queue.unshift(...inflight.splice(0).map((one) => ({ ...one, dup: true })))
      if ((request.sessionExpiryInterval ?? 0) > 0) offline.set(id, client)
      if (will && reason !== 'normal') {
        published.push(will)
        route(will)
      }
      if (!isOwn) handlers.closed(reason)
    }

    const client: Client = {
      info: infoOf(id, channel, request),
      channel,
      details: {},
      request,
      handlers,
      session,
      get isHeld() {
        return isHeld
      },
      get inflight() {
        return inflight.length
      },
      get queued() {
        return queue.length
      },
      async publish(message) {
        if (!passes(() => validateTopicName(message.topic))) return 0x90
        if (!authorize('publish', message.topic)) return 0x87
        if (message.qos > 0 && commit) await commit()
        published.push(message)
        return route(message, clients.get(id)) > 0 ? 0 : 0x10
      },
      async subscribe(filter, options) {
        if (!isFilter(filter)) return 0x8f
        if (!authorize('subscribe', filter)) return 0x87
        const isNew = !subscriptions.has(filter)
        subscriptions.set(filter, options)
        const wantsRetained = options.retainHandling !== 2 && isNew && !filter.startsWith('$share/')
        if (wantsRetained)
          for (const message of retained.values())
            if (matchesFilter(filter, message.topic)) deliver(message, [filter], lower(message.qos, options.qos), true)
        return options.qos
      },
      unsubscribe: async (filter) => (subscriptions.delete(filter) ? 0 : 0x11),
      get subscriptions() {
        return [...subscriptions].map(([filter, options]) => ({ filter, ...options }))
      },
      hold() {
        isHeld = true
      },
      release() {
        isHeld = false
        drain()
      },
      setWill(message) {
        will = message
      },
      disconnect: (reason) => end(reason, true),
      end,
      offer(message, from, groups) {
        const matching = [...subscriptions].filter(([filter, { noLocal }]) => {
          if (noLocal && from?.info.clientId === id) return false
          const [, group, shared] = /^\$share\/([^/]+)\/(.*)$/.exec(filter) ?? []
          if (shared === undefined) return matchesFilter(filter, message.topic)
          if (groups.has(`${group}/${shared}`) || !matchesFilter(shared, message.topic)) return false
          groups.add(`${group}/${shared}`)
          return true
        })
        if (matching.length === 0) return false
        const qos = matching.reduce<Qos>((max, [, options]) => (options.qos > max ? options.qos : max), 0)
        deliver(
          message,
          matching.map(([filter]) => filter),
          lower(message.qos, qos),
          false,
        )
        return true
      },
    }
    return client
  }

  return {
    context,
    published,
    counters,
    broadcasts,
    publish: (topic, payload, options = {}) =>
      void route({ topic, payload: Buffer.from(payload), qos: 0, ...options } as GatewayMessage),
    kick: (clientId, reason = 'kicked') => clients.get(clientId)?.end(reason),
    client(clientId) {
      const client = clients.get(clientId)
      if (!client) throw new Error(`no client ${clientId}`)
      return client
    },
  }
}

const lower = (one: Qos, other: Qos): Qos => (one < other ? one : other)

const isFilter = (filter: string) => passes(() => validateTopicFilter(filter.replace(/^\$share\/[^/]+\//, '')))

function passes(check: () => void): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}

function infoOf(clientId: string, channel: Channel, request: ClientRequest): GatewayClient['info'] {
  return {
    clientId,
    username: request.username,
    peerhost: channel.host,
    peerport: channel.port,
    sockport: channel.localPort,
    listener: channel.listener,
    zone: 'default',
    protocolName: request.protocolName,
    protocolVersion: 5,
    keepalive: request.keepalive ?? 0,
    cleanStart: request.cleanStart ?? true,
    isBridge: false,
    mountpoint: undefined,
    certCommonName: channel.certificate?.commonName,
    certSubject: channel.certificate?.subject,
    peerSni: undefined,
    isSuperuser: false,
    attributes: {},
    authExpiresAt: undefined,
  }
}
