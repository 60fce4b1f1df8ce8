import type { AuthenticateResult, Broker, ClientInfo, ClientSpace, ClientView, ConnectDetails } from '@mqdeck/broker'
import { messageOf, reasonName } from '@mqdeck/contract'
import { type Clock, inOrder, type Log } from '@mqdeck/kit'
import type {
  Channel,
  ChannelHandler,
  ClientHandlers,
  ClientRequest,
  ConnectOutcome,
  GatewayContext,
  GatewayManifest,
  GatewayRuntime,
  RunningGateway,
} from '../port.ts'
import { EngineClient, trafficOf } from './client.ts'
import { type ClientInfoOverride, identify, infoOfGateway } from './client-info.ts'
import { createGatewayListener } from './create-listener.ts'
import type { ListenerPorts } from './listener-channel.ts'
import { type GatewayListenerSettings, type GatewayListenerView, gatewayListenerId } from './listener-settings.ts'

/** Settings that all gateways have, in plain units, and those of the protocol. */
export interface GatewaySettings {
  readonly enable: boolean
  readonly enable_stats: boolean
  /** Milliseconds. */
  readonly idle_timeout: number
  readonly mountpoint: string
  readonly clientinfo_override?: ClientInfoOverride
  readonly [field: string]: unknown
}

export interface GatewayPorts {
  readonly broker: Broker
  readonly clock: Clock
  readonly log: Log
  /** Address of a server of a protocol that has only a port. Default 127.0.0.1. */
  readonly bindHost?: string
  /** Datagrams that one address may send per second. Default 2000. */
  readonly datagramRate?: number
  /** Decides on a client by the authenticator of its listener or gateway; `ignore` if there is none. */
  authenticate(
    gateway: string,
    client: ClientInfo,
    details: ConnectDetails,
  ): AuthenticateResult | Promise<AuthenticateResult>
}

/** A client in lists: its session in the broker, and the fields of its protocol. */
export interface GatewayClientView extends ClientView {
  readonly details: Readonly<Record<string, unknown>>
}

/** A gateway with its listeners. */
export interface Gateway {
  readonly name: string
  readonly createdAt: number
  readonly startedAt: number | undefined
  readonly stoppedAt: number | undefined
  readonly running: RunningGateway | undefined
  readonly listeners: readonly GatewayListenerView[]
  readonly metrics: Readonly<Record<string, number>>
  /** Rejects with `SettingsError` or `ListenerError`; it stays stopped then. */
  start(): Promise<void>
  /** Ends all connections. */
  stop(): Promise<void>
  /** Rejects if the new settings cannot work; the previous ones stay in force then. */
  update(settings: GatewaySettings): Promise<void>
  addListener(settings: GatewayListenerSettings): Promise<void>
  updateListener(settings: GatewayListenerSettings): Promise<void>
  /** Returns false if there is none. */
  removeListener(id: string): Promise<boolean>
  clients(): IterableIterator<GatewayClientView>
  client(clientId: string): GatewayClientView | undefined
  connected(clientId: string): EngineClient | undefined
  kick(clientId: string): Promise<boolean>
  reloadCertificates(): Promise<void>
}

const tickMs = 1000

export function createGateway(
  manifest: GatewayManifest,
  runtime: GatewayRuntime<never>,
  initial: GatewaySettings,
  initialListeners: readonly GatewayListenerSettings[],
  ports: GatewayPorts,
): Gateway {
  const { broker, clock, log } = ports
  const { name } = manifest
  const inTurn = inOrder()
  const createdAt = clock.now()
  const metrics: Record<string, number> = {}
  /** The clients that use a channel. */
  const clients = new Map<string, EngineClient>()
  const used = new Map<Channel, EngineClient>()
  const ended = new WeakSet<Channel>()
  let settings = initial
  let space: ClientSpace | undefined
  let running: RunningGateway | undefined
  let startedAt: number | undefined
  let stoppedAt: number | undefined
  let stopTicks = () => {}

  const listenerPorts: ListenerPorts = {
    clock,
    log,
    turn: broker.turn,
    gateway: name,
    datagramRate: ports.datagramRate ?? 2000,
    accept: (channel) => {
      if (!running) throw new Error('the gateway is stopped')
      return watched(channel, running.accept(channel))
    },
    idleTimeout: () => settings.idle_timeout,
    isUsed: (channel) => used.has(channel),
  }
  const create = (one: GatewayListenerSettings) => createGatewayListener(one, listenerPorts)
  const listeners = new Map(initialListeners.map((one) => [gatewayListenerId(name, one), create(one)]))

  /** Ends the client of a channel that has ended. */
  const watched = (channel: Channel, handler: ChannelHandler): ChannelHandler => ({
    data: (bytes) => handler.data(bytes),
    drain: () => {
      handler.drain?.()
      used.get(channel)?.pump()
    },
    closed: (reason) => {
      ended.add(channel)
      handler.closed(reason)
      const client = used.get(channel)
      used.delete(channel)
      if (client?.channel === channel) client.disconnect(reason)
    },
  })

  const detailsOf = (request: ClientRequest, password: Uint8Array | undefined): ConnectDetails => ({
    password,
    sessionExpiryInterval: request.sessionExpiryInterval ?? 0,
    receiveMaximum: request.receiveMaximum ?? 32,
    userProperties: request.userProperties ?? [],
    authenticationMethod: undefined,
    authenticationData: undefined,
    certificate: undefined,
  })

  const claim = (channel: Channel, request: ClientRequest) => {
    const { info, password } = identify(channel, request, {
      gateway: name,
      override: settings.clientinfo_override,
      mountpoint: listeners.get(channel.listener)?.view().settings.mountpoint ?? settings.mountpoint,
    })
    return { info, details: detailsOf(request, password), keepalive: request.keepalive ?? 0 }
  }

  const refusal = (refused: number) => ({ refused, reason: reasonName(refused) })
  const stopped = refusal(0x88)

  const connect = async (
    channel: Channel,
    request: ClientRequest,
    handlers: ClientHandlers,
  ): Promise<ConnectOutcome> => {
    const opened = space
    if (!opened) return stopped
    const claimed = claim(channel, request)
    const client = new EngineClient(claimed.info, channel, handlers, {
      onMove: (from, to) => {
        if (used.get(from) === client) used.delete(from)
        used.set(to, client)
      },
      onEnd: () => {
        if (clients.get(claimed.info.clientId) === client) clients.delete(claimed.info.clientId)
        if (used.get(client.channel) === client) used.delete(client.channel)
      },
    })
    try {
      const outcome = await opened.connect(claimed, client.handlers)
      if ('refused' in outcome) return refusal(outcome.refused)
      if (ended.has(channel)) {
        outcome.client.disconnect('tcp_closed')
        return refusal(0x80)
      }
      // The gateway was stopped meanwhile.
      if (space !== opened) {
        outcome.client.disconnect('server_shutting_down')
        return stopped
      }
      client.attach(outcome.client, opened.subscriptionsOf(claimed.info.clientId) ?? [])
      clients.set(claimed.info.clientId, client)
      used.set(channel, client)
      setImmediate(() => client.start())
      return { client, sessionPresent: outcome.sessionPresent }
    } catch (error) {
      log.error({ gateway: name, clientid: claimed.info.clientId, error: messageOf(error) }, 'gateway_connect_failed')
      return refusal(0x80)
    }
  }

  const context: GatewayContext<never> = {
    // The settings were parsed with the struct of this protocol.
    settings: () => settings as never,
    node: broker.node,
    bindHost: ports.bindHost ?? '127.0.0.1',
    clock,
    log,
    turn: broker.turn,
    connect,
    authenticate: async (channel, request) => {
      if (!space) return stopped
      const claimed = claim(channel, request)
      const refused = await space.check(claimed)
      return refused === undefined ? claimed.info : refusal(refused)
    },
    publish: async (channel, request, message) => {
      const opened = space
      if (!opened) return stopped.refused
      const claimed = claim(channel, request)
      return (await opened.check(claimed)) ?? opened.publish(claimed.info, message)
    },
    publishAsGateway: async (message, from) => space?.publish(infoOfGateway(name, from), message) ?? stopped.refused,
    client: (clientId) => clients.get(clientId),
    broadcast: (bytes, host, port) => {
      for (const listener of listeners.values()) if (listener.view().running) listener.send?.(bytes, host, port)
    },
    count: (metric, by = 1) => {
      metrics[metric] = (metrics[metric] ?? 0) + by
    },
  }

  const startListeners = async () => {
    for (const listener of listeners.values()) if (listener.view().settings.enable) await listener.start()
  }

  const start = async () => {
    if (running) return
    space = broker.openClientSpace({
      authenticate: (client, details) =>
        isAuthenticated(client) ? ports.authenticate(name, client, details) : { result: 'ignore' },
    })
    try {
      running = await runtime.start(context)
      await startListeners()
    } catch (error) {
      await end()
      throw error
    }
    startedAt = clock.now()
    stopTicks = clock.every(tickMs, () => {
      const now = clock.now()
      for (const listener of listeners.values()) listener.tick(now)
    })
  }

  const isAuthenticated = ({ listener }: ClientInfo) => listeners.get(listener)?.view().settings.enable_authn !== false

  const end = async () => {
    stopTicks()
    const closing = space
    // Refuses further clients, and informs the connected ones.
    space = undefined
    for (const client of [...clients.values()]) {
      if (broker.turn.spend()) await broker.turn.next()
      client.close('server_shutting_down')
    }
    for (const listener of listeners.values()) await listener.stop()
    await running?.stop?.()
    running = undefined
    await closing?.close()
    clients.clear()
    used.clear()
    stoppedAt = clock.now()
  }

  const viewOf = (view: ClientView): GatewayClientView => {
    const client = clients.get(view.info.clientId)
    const details = client?.details ?? {}
    // A client that sleeps has its channel, but is not reachable.
    const connected = view.connected && details.connected !== false
    return { ...view, details, connected, traffic: trafficOf(view.traffic, client?.channel) }
  }

  return {
    name,
    createdAt,
    get startedAt() {
      return startedAt
    },
    get stoppedAt() {
      return stoppedAt
    },
    get running() {
      return running
    },
    get listeners() {
      return [...listeners.values()].map((listener) => listener.view())
    },
    metrics,
    start: () => inTurn(start),
    stop: () => inTurn(async () => void (running && (await end()))),
    update: (next) =>
      inTurn(async () => {
        const before = settings
        settings = next
        if (!running) return
        try {
          await running.settingsChanged?.()
        } catch (error) {
          settings = before
          await running.settingsChanged?.()
          throw error
        }
      }),
    addListener: (one) =>
      inTurn(async () => {
        const listener = create(one)
        if (running && one.enable) await listener.start()
        listeners.set(gatewayListenerId(name, one), listener)
      }),
    updateListener: (one) =>
      inTurn(async () => {
        const listener = listeners.get(gatewayListenerId(name, one))
        if (!listener) return
        const before = listener.view().settings
        await listener.update(one)
        if (!one.enable) return listener.stop()
        if (!running || listener.view().running) return
        try {
          await listener.start()
        } catch (error) {
          await listener.update(before)
          throw error
        }
      }),
    removeListener: (id) =>
      inTurn(async () => {
        await listeners.get(id)?.stop()
        return listeners.delete(id)
      }),
    clients: function* () {
      for (const view of space?.clients() ?? []) yield viewOf(view)
    },
    client: (clientId) => {
      const view = space?.client(clientId)
      return view && viewOf(view)
    },
    connected: (clientId) => clients.get(clientId),
    kick: async (clientId) => (await space?.kick(clientId, 'kicked')) ?? false,
    reloadCertificates: async () => {
      for (const listener of listeners.values()) await listener.reload?.()
    },
  }
}
