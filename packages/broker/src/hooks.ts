import type {
  AckType,
  ConnackProperties,
  ConnectPacket,
  Packet,
  SubscribePacket,
  UnsubscribePacket,
} from './packets/index.ts'
import type { DisconnectReason } from './reasons.ts'
import type {
  ClientInfo,
  Message,
  MessageProperties,
  Qos,
  Subscription,
  SubscriptionOptions,
  UserProperties,
} from './types.ts'

type Awaitable<T> = T | Promise<T>

/** The data of CONNECT other than the client's identity. */
export interface ConnectDetails {
  readonly password: Uint8Array | undefined
  readonly sessionExpiryInterval: number
  readonly receiveMaximum: number
  readonly userProperties: UserProperties
  readonly authenticationMethod: string | undefined
  readonly authenticationData: Uint8Array | undefined
  /** DER of the client's certificate. */
  readonly certificate: Uint8Array | undefined
  /** The properties of CONNECT. Undefined for gateway clients and after the connection is established. */
  readonly properties?: ConnectPacket['properties']
}

/** The result of an authenticator. `continue` sends AUTH to the client and passes the response to the authenticator (MQTT 5, 4.12). */
export type AuthenticateResult =
  | {
      readonly result: 'allow'
      readonly isSuperuser?: boolean
      readonly attributes?: Readonly<Record<string, string>>
      readonly expiresAt?: number
      /** Access rules received with the authentication, e.g. in a token; the authorizer knows their format. */
      readonly acl?: unknown
      readonly data?: Uint8Array
    }
  | {
      readonly result: 'deny'
      readonly reasonCode: number
      /** No authenticator has decided: a later handler still may. */
      readonly isUndecided?: true
    }
  | { readonly result: 'continue'; readonly data?: Uint8Array }
  | { readonly result: 'ignore' }

export interface AuthorizeAction {
  readonly type: 'publish' | 'subscribe'
  readonly topic: string
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
}

/** An authorization decision and its source. The source updates the metrics `authorization.*` itself. */
export interface AuthorizeVerdict {
  readonly result: 'allow' | 'deny'
  /** `file`, `cache` or `default`, for `client.check_authz_complete`. */
  readonly source: string
  /** True if the client must be disconnected. */
  readonly disconnect?: boolean
}

export type AuthorizeDecision = 'allow' | 'deny' | 'ignore' | AuthorizeVerdict

/**
 * The hook points, with EMQX's names. *Fold* points pass a value from handler to handler and use the last result;
 * **run* points only notify. A synchronous handler must not return a promise, so that the message path stays synchronous.
 */
export interface FoldHooks {
  /** Called before all checks. Return a reason code to refuse the connection, undefined to continue. */
  'client.connect': (
    decision: number | undefined,
    client: ClientInfo,
    details: ConnectDetails,
  ) => Awaitable<number | undefined>
  'client.authenticate': (
    decision: AuthenticateResult,
    client: ClientInfo,
    details: ConnectDetails,
  ) => Awaitable<AuthenticateResult>
  'client.authorize': (
    decision: AuthorizeDecision,
    client: ClientInfo,
    action: AuthorizeAction,
  ) => Awaitable<AuthorizeDecision>
  /** The filters that a client wants to subscribe to; handlers can change them. */
  'client.subscribe': (
    filters: readonly (SubscriptionOptions & { readonly topic: string })[],
    client: ClientInfo,
    properties?: SubscribePacket['properties'],
  ) => Awaitable<readonly (SubscriptionOptions & { readonly topic: string })[]>
  'client.unsubscribe': (
    filters: readonly string[],
    client: ClientInfo,
    properties?: UnsubscribePacket['properties'],
  ) => Awaitable<readonly string[]>
  /**
   * Return undefined to drop the message; the publisher still gets an acknowledgement. Throw a `ReasonError` to refuse it:
   * an MQTT 5 publisher gets the reason code; earlier versions have no reason codes and get an acknowledgement.
   */
  'message.publish': (message: Message | undefined, publication: Publication) => Awaitable<Message | undefined>
  /** Return a server reference to redirect the client to another server. */
  'client.redirect': (reference: string | undefined, client: ClientInfo) => Awaitable<string | undefined>
}

/** A message on its way to its subscribers, for handlers of `message.publish`. */
export interface Publication {
  /**
   * The message is acknowledged only after this write to the store, and refused if it fails. Call it before the handler returns.
   * Unlike with a returned promise, the next packets of the client do not wait.
   */
  join(write: Promise<unknown>): void
}

export type DropReason = 'no_subscribers' | 'await_pubrel_timeout' | 'receive_maximum_exceeded' | (string & {})
/** `not_authorized`: the client is no longer authorized to receive the message; EMQX has no such reason. */
export type DeliveryDropReason = 'no_local' | 'too_large' | 'qos0_msg' | 'queue_full' | 'expired' | 'not_authorized'

/** Times of one delivery, milliseconds since the epoch. */
export interface DeliveryTimes {
  /** When the session received the message. */
  readonly queuedAt: number
  /** When it was first sent to the client. */
  readonly beganAt: number
  readonly completedAt: number
}

/** A congested connection: its unsent bytes, and the limit above which messages are queued. */
export interface Congestion {
  readonly pendingBytes: number
  readonly highWatermark: number
  /** Messages in the session's queue. */
  readonly queued: number
}

export interface RunHooks {
  /** Called four times a second while the congestion lasts. EMQX has no such hook. */
  'client.congested': (client: ClientInfo, congestion: Congestion) => void
  /** `properties` are those of CONNACK. */
  'client.connack': (
    client: ClientInfo,
    reasonCode: number,
    details: ConnectDetails,
    properties?: ConnackProperties,
  ) => void
  'client.connected': (client: ClientInfo, details: ConnectDetails & { readonly connectedAt: number }) => void
  'client.disconnected': (
    client: ClientInfo,
    reason: DisconnectReason,
    times: { readonly connectedAt: number; readonly disconnectedAt: number; readonly userProperties: UserProperties },
  ) => void
  'client.check_authn_complete': (client: ClientInfo, result: AuthenticateResult, isAnonymous: boolean) => void
  'client.check_authz_complete': (
    client: ClientInfo,
    action: AuthorizeAction,
    result: 'allow' | 'deny',
    source: string,
  ) => void
  'session.created': (client: ClientInfo) => void
  'session.resumed': (client: ClientInfo) => void
  'session.discarded': (client: ClientInfo) => void
  'session.takenover': (client: ClientInfo) => void
  'session.terminated': (client: ClientInfo, reason: string) => void
  'session.subscribed': (client: ClientInfo, subscription: Subscription, isNew: boolean) => void
  'session.unsubscribed': (client: ClientInfo, subscription: Subscription) => void
  /** The message was sent to a client with this QoS; called again for each retry. */
  'message.delivered': (client: ClientInfo, message: Message, qos: Qos) => void
  /** With the QoS of the delivery. */
  'message.acked': (client: ClientInfo, message: Message, properties: MessageProperties, qos: Qos) => void
  'message.dropped': (message: Message, reason: DropReason) => void
  /** Delivery is complete: sent at QoS 0, acknowledged with PUBACK at QoS 1 or PUBCOMP at QoS 2. */
  'delivery.completed': (client: ClientInfo, message: Message, times: DeliveryTimes) => void
  'delivery.dropped': (client: ClientInfo, message: Message, reason: DeliveryDropReason) => void
}

export type FoldPoint = keyof FoldHooks
export type RunPoint = keyof RunHooks

/** Lower runs first. EMQX's order: rewriting before counting before rules. */
export interface HookOptions {
  readonly priority?: number
  /** The handler only needs topics with this prefix: see `Broker.hasAudience`. It is still called for all topics. */
  readonly prefix?: string
}

/** Observes received and sent packets to measure how long they took. */
export interface PacketTracer {
  /** Wraps the handling of a packet: call `work` exactly once and return its result. No client until CONNECT is complete. */
  onReceive<T>(packet: Packet, client: ClientInfo | undefined, work: () => T): T
  /** An acknowledgement of PUBLISH, or PUBREL, is sent to a client. */
  onAcknowledge(client: ClientInfo, type: AckType, packetId: number): void
}

/** The interface through which other packages extend the broker. */
export interface Hooks {
  fold<P extends FoldPoint>(point: P, handler: FoldHooks[P], options?: HookOptions): () => void
  on<P extends RunPoint>(point: P, handler: RunHooks[P], options?: HookOptions): () => void
  /** Sets the only tracer and replaces the previous one. The returned function removes it. */
  trace(tracer: PacketTracer): () => void
}
