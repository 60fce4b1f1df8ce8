import type { AckType, Packet } from './packets/index.ts'
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

/** What CONNECT carried besides the client's identity. */
export interface ConnectDetails {
  readonly password: Uint8Array | undefined
  readonly sessionExpiryInterval: number
  readonly receiveMaximum: number
  readonly userProperties: UserProperties
  readonly authenticationMethod: string | undefined
  readonly authenticationData: Uint8Array | undefined
  /** DER of the client's certificate. */
  readonly certificate: Uint8Array | undefined
}

/** What an authenticator decided. `continue` sends AUTH to the client and calls it again with the answer (MQTT 5, 4.12). */
export type AuthenticateResult =
  | {
      readonly result: 'allow'
      readonly isSuperuser?: boolean
      readonly attributes?: Readonly<Record<string, string>>
      readonly expiresAt?: number
      /** Rules of access that came along, e.g. in a token; whoever authorizes knows their form. */
      readonly acl?: unknown
      readonly data?: Uint8Array
    }
  | { readonly result: 'deny'; readonly reasonCode: number }
  | { readonly result: 'continue'; readonly data?: Uint8Array }
  | { readonly result: 'ignore' }

export interface AuthorizeAction {
  readonly type: 'publish' | 'subscribe'
  readonly topic: string
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
}

/** A decision with the name of who made it; whoever makes one counts it in the metrics `authorization.*` itself. */
export interface AuthorizeVerdict {
  readonly result: 'allow' | 'deny'
  /** `file`, `cache`, `default`: what `client.check_authz_complete` is told. */
  readonly source: string
  /** The client is disconnected for it. */
  readonly disconnect?: boolean
}

export type AuthorizeDecision = 'allow' | 'deny' | 'ignore' | AuthorizeVerdict

/**
 * The hook points, with EMQX's names. *Fold* points pass a value from handler to handler and use the last one;
 * *run* points only tell. A handler that answers at once must not return a promise: the message path stays synchronous then.
 */
export interface FoldHooks {
  /** Before anything is checked. Return a reason code to refuse the connection, undefined to go on. */
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
  /** The filters a client is about to subscribe to; may be changed. */
  'client.subscribe': (
    filters: readonly (SubscriptionOptions & { readonly topic: string })[],
    client: ClientInfo,
  ) => Awaitable<readonly (SubscriptionOptions & { readonly topic: string })[]>
  'client.unsubscribe': (filters: readonly string[], client: ClientInfo) => Awaitable<readonly string[]>
  /**
   * Return undefined to stop the message; the publisher is acknowledged all the same. Throw a `ReasonError` to refuse it: a
   * publisher of MQTT 5 is told the reason code, earlier ones have no word for it and are acknowledged.
   */
  'message.publish': (message: Message | undefined) => Awaitable<Message | undefined>
  /** Redirects a client to another server: return its reference. */
  'client.redirect': (reference: string | undefined, client: ClientInfo) => Awaitable<string | undefined>
}

export type DropReason = 'no_subscribers' | 'await_pubrel_timeout' | 'receive_maximum_exceeded' | (string & {})
export type DeliveryDropReason = 'no_local' | 'too_large' | 'qos0_msg' | 'queue_full' | 'expired'

/** Times of one delivery, milliseconds since the epoch. */
export interface DeliveryTimes {
  /** When the message came to the client's session. */
  readonly queuedAt: number
  /** When it was sent to the client, the first time. */
  readonly beganAt: number
  readonly completedAt: number
}

/** A client takes less than it is sent: bytes that wait in its connection, and how many may before messages queue up. */
export interface Congestion {
  readonly pendingBytes: number
  readonly highWatermark: number
  /** Messages in the session's queue. */
  readonly queued: number
}

export interface RunHooks {
  /** Again and again (four times a second) for as long as it lasts; one of ours, EMQX has no such hook. */
  'client.congested': (client: ClientInfo, congestion: Congestion) => void
  'client.connack': (client: ClientInfo, reasonCode: number, details: ConnectDetails) => void
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
  /** Sent to a client, with this QoS; again for each time that it is sent again. */
  'message.delivered': (client: ClientInfo, message: Message, qos: Qos) => void
  'message.acked': (client: ClientInfo, message: Message, properties: MessageProperties) => void
  'message.dropped': (message: Message, reason: DropReason) => void
  /** The client has it: sent at QoS 0, acknowledged with PUBACK at QoS 1, with PUBCOMP at QoS 2. */
  'delivery.completed': (client: ClientInfo, message: Message, times: DeliveryTimes) => void
  'delivery.dropped': (client: ClientInfo, message: Message, reason: DeliveryDropReason) => void
}

export type FoldPoint = keyof FoldHooks
export type RunPoint = keyof RunHooks

/** Lower runs first. EMQX's order: rewriting before counting before rules. */
export interface HookOptions {
  readonly priority?: number
  /** The handler cares for topics that begin so and for no others: see `Broker.hasAudience`. It is called for all. */
  readonly prefix?: string
}

/** Sees the packets of clients on their way in and out, to tell how long they took. */
export interface PacketTracer {
  /** A packet is handled: `work` must be called, once, and its answer answered. No client before CONNECT is through. */
  received<T>(packet: Packet, client: ClientInfo | undefined, work: () => T): T
  /** A client is sent the acknowledgement of a PUBLISH, or PUBREL. */
  acknowledged(client: ClientInfo, type: AckType, packetId: number): void
}

/** The only way into the broker for other packages. */
export interface Hooks {
  fold<P extends FoldPoint>(point: P, handler: FoldHooks[P], options?: HookOptions): () => void
  on<P extends RunPoint>(point: P, handler: RunHooks[P], options?: HookOptions): () => void
  /** One at a time: the tracer before goes. The answer takes it away again. */
  trace(tracer: PacketTracer): () => void
}
