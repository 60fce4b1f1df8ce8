import type { ListenerType } from '@mqdeck/contract'
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
  /** Seconds; what is left of it is sent on delivery [MQTT-3.3.2-6]. */
  messageExpiryInterval?: number
  contentType?: string
  responseTopic?: string
  correlationData?: Uint8Array
  userProperties?: UserProperties
}

/** Who published a message; `undefined` fields for messages of the broker itself. */
export interface Publisher {
  readonly clientId: string
  readonly username: string | undefined
  /** `1.2.3.4:5678` */
  readonly peername: string | undefined
  readonly protocol: 'mqtt' | 'http' | 'sys' | 'retainer' | 'rule' | string
  /** Of messages that rules have made: the rules that led to it, so that none answers itself for ever. */
  readonly rules?: readonly string[]
}

/** A message on its way through the broker. Immutable once routed; hooks on `message.publish` return a changed copy. */
export interface Message {
  /** 128-bit id as EMQX prints it: 32 upper-case hex digits, rising with time. */
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
  /** Milliseconds since the epoch after which it must not be delivered any more; Infinity when it never expires. */
  readonly expiresAt: number
}

/** What a client asked for with one topic filter (MQTT 5, 3.8.3.1). */
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

/** What is known of a client when it connects; hooks see this and nothing of the connection itself. */
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
  readonly protocolVersion: ProtocolVersion
  readonly keepalive: number
  readonly cleanStart: boolean
  readonly isBridge: boolean
  readonly mountpoint: string | undefined
  readonly certCommonName: string | undefined
  readonly certSubject: string | undefined
  /** Server name the client asked for in TLS. */
  readonly peerSni: string | undefined
  isSuperuser: boolean
  attributes: Readonly<Record<string, string>>
  /** Milliseconds since the epoch when the authentication ends, e.g. of a JWT. */
  authExpiresAt: number | undefined
  /** Rules of access that came with the authentication. */
  acl?: unknown
}

/** Counters of one client, as `/clients/{clientid}` shows them. */
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

/** A client, connected or with a session that waits for it: what the management API reads. */
export interface ClientView {
  readonly info: ClientInfo
  readonly connected: boolean
  /** Milliseconds since the epoch. */
  readonly connectedAt: number
  readonly disconnectedAt: number | undefined
  readonly createdAt: number
  /** Seconds; 4294967295 is never. */
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
  /** Keep alive in force, seconds. */
  readonly keepalive: number
  readonly traffic: Readonly<ClientTraffic>
  /** Bytes waiting in the socket. */
  readonly pendingBytes: number
}

/** A message that waits in a session. */
export interface QueuedMessage {
  readonly message: Message
  /** When it entered the queue, nanoseconds since the epoch and a tie-breaker: rises within a session. */
  readonly insertedAt: bigint
  readonly priority: number
}

/** `delivered`: how many subscribers got it; `rejected`: the reason code. `id` is the id the broker gave the message. */
export type PublishOutcome = { readonly delivered: number; readonly id: string } | { readonly rejected: number }

export type { ListenerType } from '@mqdeck/contract'
export type { ListenerRefusal, ListenerSettings, ListenerView } from './listeners/settings.ts'

/** Whether this node can run listeners of a type. */
export type ListenerCapability =
  | { readonly type: ListenerType; readonly available: true }
  | { readonly type: ListenerType; readonly available: false; readonly reason: string }

/**
 * The broker as everything outside this package sees it. Calls are synchronous unless they wait for a disk or a hook.
 */
export interface Broker {
  readonly node: string
  /** The settings of all zones, as they were given. */
  zones(): ZonesSettings
  /**
   * Replaces the settings of all zones; in force at once, for connected clients too wherever the protocol lets it.
   * @throws when a listener names a zone that is not among them
   */
  updateZones(zones: ZonesSettings): void
  /** Counters since the start; packages that own some of them count them here. */
  readonly metrics: Metrics
  readonly hooks: Hooks
  readonly retained: Retained
  /** For work of unbounded length outside of this package: it shares the turns of the event loop with the broker's own. */
  readonly turn: Turn
  /** Restores what is on disk and starts the listeners; the answer has the errors of those that could not start. */
  start(): Promise<readonly ListenerError[]>
  /** Tells clients goodbye, flushes what is due to disk, closes the listeners. */
  stop(): Promise<void>

  /** Those that are not running, too. */
  listeners(): readonly ListenerView[]
  /** Types of listeners that this node can run; `reason` says why not. */
  listenerTypes(): readonly ListenerCapability[]
  /**
   * Changes of listeners wait for one another. They reject with `ListenerError`, and everything is as it was before then.
   * A new listener starts unless it is disabled.
   */
  addListener(settings: ListenerSettings): Promise<ListenerView>
  /**
   * Which changes disconnect clients: see `ListenerSettings`. One that was stopped stays so, unless it becomes enabled;
   * one that becomes disabled is stopped. Type and name cannot be changed.
   */
  updateListener(id: string, settings: ListenerSettings): Promise<ListenerView>
  /** Stops it first. */
  removeListener(id: string): Promise<void>
  /** Nothing happens when it runs already. */
  startListener(id: string): Promise<void>
  /** Its clients are told that the server shuts down (0x8B); resolves when they have gone. */
  stopListener(id: string): Promise<void>
  restartListener(id: string): Promise<void>
  /**
   * Reads the certificates of all listeners now; it is done by itself soon after their files change. The ids of the listeners
   * that have others now. What cannot be used is logged, and the certificate before stays.
   */
  reloadCertificates(): Promise<readonly string[]>

  /** In no particular but a stable order: new clients come last. */
  clients(): IterableIterator<ClientView>
  client(clientId: string): ClientView | undefined
  /** Sessions there are, and those that ended since then, seconds since the epoch, as far as they are remembered. */
  sessionCount(since: number): number
  /** For how many milliseconds ended sessions are remembered; 0, as at first, for none. */
  rememberSessions(ms: number): void
  clientCount(): { readonly connections: number; readonly live: number }
  /** Ends connection and session. False when there is no such client. */
  kick(clientId: string, reason: DisconnectReason): Promise<boolean>
  /** Changes the keep alive of a connected client. */
  setKeepalive(clientId: string, seconds: number): boolean

  subscriptionsOf(clientId: string): readonly Subscription[] | undefined
  subscriptions(): IterableIterator<Subscription>
  /** Subscribes in a client's name; the filter is checked as if the client had sent it. */
  subscribe(clientId: string, topic: string, options: SubscriptionOptions): Promise<Subscription>
  unsubscribe(clientId: string, topic: string): Promise<boolean>
  mqueue(clientId: string): readonly QueuedMessage[] | undefined
  inflight(clientId: string): readonly QueuedMessage[] | undefined

  /** Filters that someone subscribes to, each once; shared ones as `$share/group/filter`. */
  topics(): IterableIterator<string>
  hasTopic(topic: string): boolean
  /** Filters of `topics()` whose subscribers would get a message for `topic`. */
  matchingTopics(topic: string): readonly string[]
  /** Whether anybody would notice a message for `topic` that is not retained: a subscriber, a peer, a hook. */
  hasAudience(topic: string): boolean

  /** Publishes as if a client had; resolves when what it left in persistent sessions and the retained store is on disk. */
  publish(message: NewMessage): Promise<PublishOutcome>
  /** To subscribers only: no hook sees it, and nothing is retained. Checked and counted as `publish` does. */
  dispatch(message: NewMessage): Promise<PublishOutcome>
  /** Publishes a message that the broker held back: with the id and times it has, and not counted as received again. */
  republish(message: Message): Promise<PublishOutcome>
  /**
   * For handlers of `message.publish`, called before they answer: the message is acknowledged when this write is committed
   * too, and refused when it rejects. Other than with a promise as the answer, the client's next packets need not wait.
   */
  joinCommit(write: Promise<unknown>): void

  /** Who a client would be; nobody connects, and nothing is counted. Undefined when there is no such listener. */
  imagine(connect: ImaginedConnect): ImaginedClient | undefined

  stats(): BrokerStats
  /** Bytes of messages that wait for clients: in sessions, in connections, and how many both together may be. */
  held(): { readonly queued: number; readonly unsent: number; readonly limit: number }
}

/** A CONNECT that nobody sends. */
export interface ImaginedConnect {
  /** Its id: `tcp:default` */
  readonly listener: string
  readonly clientId: string
  readonly username: string | undefined
  readonly password: Uint8Array | undefined
  readonly peerhost: string
  readonly certCommonName: string | undefined
  readonly certSubject: string | undefined
}

/** What would become of it before anybody is asked who the client is. */
export interface ImaginedClient {
  readonly info: ClientInfo
  /** The reason code that it would be refused with; undefined to go on. */
  readonly refusal: number | undefined
  /** Whether the listener asks for authentication. */
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

/** Gauges; the names under which `/stats` serves them are in `metrics.ts`. */
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
