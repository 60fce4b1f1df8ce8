import type { ListenerType } from '@mqdeck/contract'
import type { ClientSpace, ClientSpaceOptions } from './client-space/client-space.ts'
import type { Hooks } from './hooks.ts'
import type { ListenerError } from './listeners/listener-error.ts'
import type { ListenerSettings, ListenerView } from './listeners/settings.ts'
import type { Metrics } from './metrics.ts'
import type { DisconnectReason } from './reasons.ts'
import type { Retained } from './retained/retained.ts'
import type { ZonesSettings } from './settings.ts'
import type { Turn } from './turn.ts'

export type Qos = 0 | 1 | 2
export type ProtocolVersion = 3 | 4 | 5

/** Pairs in the order received: the same name may come twice [MQTT-3.1.3-10]. */
export type UserProperties = readonly (readonly [name: string, value: string])[]

/** Properties of PUBLISH that travel with a message from publisher to subscriber (MQTT 5, 3.3.2.3). */
export interface MessageProperties {
  payloadFormatIndicator?: 0 | 1
  /** Seconds; the remaining time is sent on delivery [MQTT-3.3.2-6]. */
  messageExpiryInterval?: number
  contentType?: string
  responseTopic?: string
  correlationData?: Uint8Array
  userProperties?: UserProperties
}

/** The publisher of a message; fields are `undefined` for messages of the broker itself. */
export interface Publisher {
  readonly clientId: string
  readonly username: string | undefined
  /** `1.2.3.4:5678` */
  readonly peername: string | undefined
  readonly protocol: 'mqtt' | 'http' | 'sys' | 'retainer' | 'rule' | string
  /** For messages published by rules: the rules that caused it, to prevent endless loops. */
  readonly rules?: readonly string[]
}

/** A message in the broker. Immutable once routed; hooks on `message.publish` return a changed copy. */
export interface Message {
  /** 128-bit id in EMQX's format: 32 upper-case hex digits, increasing with time. */
  readonly id: string
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: Qos
  readonly retain: boolean
  readonly dup: boolean
  readonly properties: MessageProperties
  readonly from: Publisher
  /** Milliseconds since the epoch. */
  readonly timestamp: number
  /** Milliseconds since the epoch when it expires and must no longer be delivered; Infinity if it never expires. */
  readonly expiresAt: number
}

/** The options of one subscription (MQTT 5, 3.8.3.1). */
export interface SubscriptionOptions {
  readonly qos: Qos
  readonly nl: 0 | 1
  readonly rap: 0 | 1
  readonly rh: 0 | 1 | 2
  readonly subscriptionId?: number
}

/** A subscription as it is stored: `topic` is the filter as the client wrote it, `$share/g/t` included. */
export interface Subscription extends SubscriptionOptions {
  readonly clientId: string
  readonly topic: string
}

/** The data of a client when it connects. Hooks get this and have no access to the connection itself. */
export interface ClientInfo {
  readonly clientId: string
  readonly username: string | undefined
  readonly peerhost: string
  readonly peerport: number
  readonly sockport: number
  /** `tcp:default` */
  readonly listener: string
  readonly zone: string
  readonly protocolName: string
  /** A text for clients of gateways: `1.2`. */
  readonly protocolVersion: ProtocolVersion | string
  readonly keepalive: number
  readonly cleanStart: boolean
  readonly isBridge: boolean
  readonly mountpoint: string | undefined
  readonly certCommonName: string | undefined
  readonly certSubject: string | undefined
  /** The TLS server name (SNI) from the client. */
  readonly peerSni: string | undefined
  /** The gateway of a client of another protocol: `stomp`. Its client ID is only unique in the gateway. */
  readonly gateway?: string
  isSuperuser: boolean
  attributes: Readonly<Record<string, string>>
  /** Milliseconds since the epoch when the authentication expires, e.g. of a JWT. */
  authExpiresAt: number | undefined
  /** Access rules received with the authentication. */
  acl?: unknown
}

/** Counters of one client, as in `/clients/{clientid}`. */
export interface ClientTraffic {
  recvOct: number
  recvCnt: number
  recvPkt: number
  recvMsg: number
  recvMsgQos: [number, number, number]
  recvMsgDropped: number
  recvMsgDroppedAwaitPubrelTimeout: number
  sendOct: number
  sendCnt: number
  sendPkt: number
  sendMsg: number
  sendMsgQos: [number, number, number]
  sendMsgDropped: number
  sendMsgDroppedExpired: number
  sendMsgDroppedQueueFull: number
  sendMsgDroppedTooLarge: number
}

/** A connected client or a disconnected one with a session, as the management API shows it. */
export interface ClientView {
  readonly info: ClientInfo
  readonly connected: boolean
  /** Milliseconds since the epoch. */
  readonly connectedAt: number
  readonly disconnectedAt: number | undefined
  readonly createdAt: number
  /** Seconds; 4294967295 means never. */
  readonly sessionExpiryInterval: number
  readonly subscriptionsCount: number
  readonly subscriptionsMax: number
  readonly inflightCount: number
  readonly inflightMax: number
  readonly mqueueLength: number
  readonly mqueueMax: number
  readonly mqueueDropped: number
  readonly awaitingRelCount: number
  readonly awaitingRelMax: number
  /** The effective keep alive in seconds. */
  readonly keepalive: number
  readonly traffic: Readonly<ClientTraffic>
  /** Bytes waiting to be sent on the socket. */
  readonly pendingBytes: number
}

/** A message queued in a session. */
export interface QueuedMessageView {
  readonly message: Message
  /** When it was queued: nanoseconds since the epoch plus a tie-breaker; increases within a session. */
  readonly insertedAt: bigint
  readonly priority: number
}

/** `delivered`: the number of subscribers that got it; `rejected`: the reason code. `id` is the message id from the broker. */
export type PublishOutcome = { readonly delivered: number; readonly id: string } | { readonly rejected: number }

export type { ListenerType } from '@mqdeck/contract'
export type { ListenerRefusal, ListenerSettings, ListenerView } from './listeners/settings.ts'

/** Whether this node can run listeners of a type. */
export type ListenerCapability =
  | { readonly type: ListenerType; readonly available: true }
  | { readonly type: ListenerType; readonly available: false; readonly reason: string }

/**
 * The public interface of the broker. Calls are synchronous unless they wait for a disk or a hook.
 */
export interface Broker {
  readonly node: string
  /** The configured settings of all zones. */
  zones(): ZonesSettings
  /**
   * Replaces the settings of all zones. They take effect immediately, for connected clients too if the protocol allows it.
   * @throws if the zone of a listener is missing
   */
  updateZones(zones: ZonesSettings): void
  /** Counters since the start. Packages that own some of them increment them here. */
  readonly metrics: Metrics
  readonly hooks: Hooks
  readonly retained: Retained
  /** For work of unbounded length in other packages, which must share the event loop with the broker. */
  readonly turn: Turn
  /** Restores the stored data and starts the listeners. Returns the errors of listeners that could not start. */
  start(): Promise<readonly ListenerError[]>
  /** Disconnects clients, completes pending disk writes and closes the listeners. */
  stop(): Promise<void>

  /** All listeners, including stopped ones. */
  listeners(): readonly ListenerView[]
  /** The listener types and whether this node can run them; `reason` says why not. */
  listenerTypes(): readonly ListenerCapability[]
  /**
   * Listener changes run one after the other. On failure they reject with `ListenerError` and have no effect.
   * A new listener starts unless it is disabled.
   */
  addListener(settings: ListenerSettings): Promise<ListenerView>
  /**
   * See `ListenerSettings` for the changes that disconnect clients. A stopped listener stays stopped unless the change
   * enables it; disabling stops it. Type and name cannot be changed.
   */
  updateListener(id: string, settings: ListenerSettings): Promise<ListenerView>
  /** Stops the listener first. */
  removeListener(id: string): Promise<void>
  /** Does nothing if the listener is already running. */
  startListener(id: string): Promise<void>
  /** Disconnects its clients with "server shutting down" (0x8B); resolves when all are closed. */
  stopListener(id: string): Promise<void>
  restartListener(id: string): Promise<void>
  /**
   * Reloads the certificates of all listeners, which also happens automatically soon after their files change. Returns the
   * ids of listeners with new certificates. An invalid certificate is logged and the previous one stays in use.
   */
  reloadCertificates(): Promise<readonly string[]>

  /**
   * Headers of a WebSocket request that this process sends to one of these listeners on behalf of a client. They contain a
   * secret of this process.
   */
  callerHeaders(client: {
    readonly host: string
    readonly port: number
  }): readonly (readonly [name: string, value: string])[]

  /** In a stable order: new clients come last. */
  clients(): IterableIterator<ClientView>
  client(clientId: string): ClientView | undefined
  /** The number of current sessions plus those that ended since a time (seconds since the epoch), as far as remembered. */
  sessionCount(since: number): number
  /** How long ended sessions are remembered, in milliseconds; 0 (default) for not at all. */
  rememberSessions(ms: number): void
  clientCount(): { readonly connections: number; readonly live: number }
  /** Ends connection and session. Returns false if the client does not exist. */
  kick(clientId: string, reason: DisconnectReason): Promise<boolean>
  /** Changes the keep alive of a connected client. */
  setKeepalive(clientId: string, seconds: number): boolean

  subscriptionsOf(clientId: string): readonly Subscription[] | undefined
  subscriptions(): IterableIterator<Subscription>
  /** Subscribes on behalf of a client, with the same checks as for a SUBSCRIBE packet. */
  subscribe(clientId: string, topic: string, options: SubscriptionOptions): Promise<Subscription>
  unsubscribe(clientId: string, topic: string): Promise<boolean>
  /**
   * Authorizes all subscriptions and queued messages again, e.g. after a change of rules, and removes those that are denied. Resolves
   * when that is done, or when a pass that includes it has started.
   */
  reauthorizeSessions(): Promise<void>
  mqueue(clientId: string): readonly QueuedMessageView[] | undefined
  inflight(clientId: string): readonly QueuedMessageView[] | undefined

  /** Filters with subscribers, each once; shared ones as `$share/group/filter`. */
  topics(): IterableIterator<string>
  hasTopic(topic: string): boolean
  /** Filters of `topics()` whose subscribers would get a message for `topic`. */
  matchingTopics(topic: string): readonly string[]
  /** True if a message for `topic` that is not retained would reach a subscriber, a peer or a hook. */
  hasAudience(topic: string): boolean

  /** Publishes like a client. Resolves when the writes to persistent sessions and the retained store are on disk. */
  publish(message: NewMessage): Promise<PublishOutcome>
  /** Delivers to subscribers only, without hooks or retained store. Checks and counters as in `publish`. */
  dispatch(message: NewMessage): Promise<PublishOutcome>
  /** Publishes a delayed message with its existing id and times, without counting it as received again. */
  republish(message: Message): Promise<PublishOutcome>
  /** Opens a name space for clients of another protocol. */
  openClientSpace(options: ClientSpaceOptions): ClientSpace
  clientSpaces(): Iterable<ClientSpace>

  /** Returns the identity that a client would get, without a connection and without counting. Undefined if the listener does not exist. */
  simulateConnect(connect: SimulatedConnect): SimulatedClient | undefined

  stats(): BrokerStats
  /** Whether the disk has not answered a write for `maxWaitSeconds`: persistent sessions are refused meanwhile. */
  isDiskStalled(): boolean
  /** Bytes of messages queued in sessions and in connections, and the limit for both together. */
  held(): { readonly queued: number; readonly unsent: number; readonly limit: number }
}

/** A simulated CONNECT. */
export interface SimulatedConnect {
  /** Its id: `tcp:default` */
  readonly listener: string
  readonly clientId: string
  readonly username: string | undefined
  readonly password: Uint8Array | undefined
  readonly peerhost: string
  readonly certCommonName: string | undefined
  readonly certSubject: string | undefined
}

/** The result of a simulated CONNECT before authentication. */
export interface SimulatedClient {
  readonly info: ClientInfo
  /** The reason code of a refusal; undefined if accepted. */
  readonly refusal: number | undefined
  /** Whether the listener requires authentication. */
  readonly authentication: ListenerSettings['enable_authn']
}

/** A message to publish; the broker adds id and times. */
export interface NewMessage {
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: Qos
  readonly retain: boolean
  readonly properties?: MessageProperties
  readonly from: Publisher
}

/** Gauges; their names in `/stats` are in `metrics.ts`. */
export interface BrokerStats {
  readonly connections: number
  readonly liveConnections: number
  readonly sessions: number
  readonly topics: number
  readonly suboptions: number
  readonly subscribers: number
  readonly subscriptions: number
  readonly sharedSubscriptions: number
  readonly retained: number
}
