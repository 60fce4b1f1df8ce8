import type { ClientInfo, DisconnectReason, MessageProperties, Qos, Turn, UserProperties } from '@mqdeck/broker'
import type { Fields, SomeStruct, Text } from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'

/*
 * How to add a gateway `x`:
 * 1. Create the folder `x/` with these files:
 *    - `manifest.ts` (isomorphic): `export const x = { name: 'x', ... } as const satisfies GatewayManifest`.
 *    - a codec without state, and the session of one client.
 *    - `runtime.ts` (Node): `export const runtime: GatewayRuntime<...> = { start }`.
 *    - `api.ts`, if the REST API has functions for this gateway only. Add it to `apis.ts`.
 *    - `x.test.ts`, and `x.integration.test.ts` with a real client of the protocol and `describeMessagingGateway` of the testkit.
 * 2. Add a line to `catalog.ts`.
 * A folder does not import the folder of another gateway. `coap-stack/` has the messages of CoAP for `coap/` and `lwm2m/`.
 * Listeners, clients, authentication, authorization, mountpoint, rate limits, statistics and kicking are done once, in `engine/`.
 */

export type GatewayTransport = 'tcp' | 'ssl' | 'udp' | 'dtls'

/** Declares a gateway. Isomorphic, so that pages can show its forms. */
export interface GatewayManifest {
  /** EMQX's name: `stomp`, `coap`, `mqttsn`, `lwm2m`, `exproto`. */
  readonly name: string
  readonly label: Text
  /** Purpose of the gateway in one line. */
  readonly about: Text
  /** One or two letters, drawn next to the name. */
  readonly mark: string
  readonly transports: readonly GatewayTransport[]
  /** The listener of a new gateway. */
  readonly defaultListener: { readonly type: GatewayTransport; readonly port: number }
  /** Component name of EMQX's OpenAPI document, such as `gateway.stomp`. */
  readonly component: string
  /** The fields of this gateway. `enable`, `enable_stats`, `idle_timeout`, `mountpoint` and `listeners` are added to all. */
  readonly fields: Fields
  readonly clientInfoOverride: SomeStruct
  /** EMQX's default if it is not 30 s. */
  readonly idleTimeout?: string
  readonly defaultMountpoint?: string
  /** Validates fields that depend on each other. */
  readonly check?: (value: Readonly<Record<string, unknown>>, refuse: (field: string, reason: string) => void) => void
  /** Authenticators that EMQX offers for this gateway, as `mechanism:backend`; undefined for all but SCRAM. */
  readonly authenticators?: readonly string[]
  /** Columns of the client list in addition to the common ones. */
  readonly clientColumns: readonly ClientColumn[]
}

/** A field in `ClientView.details`. */
export interface ClientColumn {
  readonly field: string
  readonly label: Text
  /** Texts of its values, where they are words. */
  readonly values?: Readonly<Record<string, Text>>
}

/** Bytes (`Oct`), and datagrams or parts of a stream (`Cnt`), that a channel has received and sent. */
export interface ChannelTraffic {
  recvOct: number
  recvCnt: number
  sendOct: number
  sendCnt: number
}

/** One TCP or TLS connection, or the datagrams of one UDP or DTLS address. */
export interface Channel {
  readonly transport: GatewayTransport
  readonly isDatagram: boolean
  /** `stomp:tcp:default` */
  readonly listener: string
  readonly host: string
  readonly port: number
  /** The address that the client has connected to; undefined if it is not known. */
  readonly localHost?: string | undefined
  /** The port of the listener. */
  readonly localPort: number
  /** Bytes and datagrams, or parts of a stream, so far. */
  readonly traffic?: ChannelTraffic | undefined
  /** The certificate of a TLS or DTLS client. */
  readonly certificate: { readonly commonName: string | undefined; readonly subject: string | undefined } | undefined
  /** Bytes that the operating system has not taken yet. */
  readonly pendingBytes: number
  /** Writes bytes, or sends one datagram. Has no effect after the end. */
  send(bytes: Uint8Array): void
  /** Stops and restarts `data` of a stream; datagrams are dropped meanwhile. */
  pause(): void
  resume(): void
  /** Keeps the channel open without a client, beyond the idle timeout: the protocol ends it by a timer of its own. */
  keep?(): void
  /** Sends the written bytes, then closes. Calls `closed` of the handler with the reason. */
  end(reason: string): void
}

/** The protocol's side of a channel. An exception ends the channel and is logged; it never ends the process. */
export interface ChannelHandler {
  /** Bytes of a stream, or one datagram. */
  data(bytes: Buffer): void
  /** Everything was sent, after `pendingBytes` had grown. */
  drain?(): void
  /** Called once. The broker's client of this channel is disconnected by the engine unless the protocol moved or kept it. */
  closed(reason: string): void
}

/** A client that wants to connect. */
export interface ClientRequest {
  /** Empty: the engine generates one. */
  readonly clientId: string
  readonly username?: string | undefined
  readonly password?: string | Uint8Array | undefined
  /** `STOMP` and `1.2`: shown and given to rules. */
  readonly protocolName: string
  readonly protocolVersion: string
  /** Default true. False resumes the session of this client ID. */
  readonly cleanStart?: boolean
  /** Seconds that the session outlives the connection; default 0. Sessions of gateways are kept in memory only, as in EMQX. */
  readonly sessionExpiryInterval?: number
  /** Seconds; for display only, because each protocol checks its own. */
  readonly keepalive?: number
  /** Unacknowledged QoS 1 and 2 deliveries; default 32. */
  readonly receiveMaximum?: number
  readonly userProperties?: UserProperties
  /** Values for the placeholders of `clientinfo_override`, such as `${Packet.headers.login}`. */
  readonly packet?: Readonly<Record<string, unknown>>
}

export interface GatewayMessage {
  /** Without the mountpoint, which the engine adds. */
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: Qos
  readonly retain?: boolean
  readonly properties?: MessageProperties
}

/** A message for a client. */
export interface Delivery extends Required<Omit<GatewayMessage, 'properties'>> {
  readonly properties: MessageProperties
  readonly dup: boolean
  /** Where the message comes from; undefined if it is not known. */
  readonly origin?: { readonly id: string; readonly clientId: string; readonly timestamp: number } | undefined
  /** The filters of this client that match, as subscribed and without mountpoint. */
  readonly filters: readonly string[]
  /** The client has the message. Must be called for QoS 1 and 2, after the last step of the protocol; ignored for QoS 0. */
  acknowledge(): void
}

export interface ClientHandlers {
  deliver(delivery: Delivery): void
  /** The broker ended the client: kicked, taken over, authentication expired, gateway disabled. The channel is still open. */
  closed(reason: DisconnectReason): void
  /**
   * `POST .../clients/{id}/subscriptions`: subscribes by the protocol's rules, for example with `sub_props.subid` of STOMP.
   * Rejects with `AppError`. Default: `client.subscribe`.
   */
  subscribe?(filter: string, qos: Qos, properties: Readonly<Record<string, unknown>>): Promise<void>
  unsubscribe?(filter: string): Promise<void>
}

/** A connected client in the broker. Promises resolve with a reason code of MQTT 5; they never reject. */
export interface GatewayClient {
  /** Attributes, names and authorization as hooks and rules see them. */
  readonly info: ClientInfo
  /** The channel can change: a CoAP or MQTT-SN client may reconnect from another address. */
  channel: Channel
  /** Fields for the REST API, such as `lwm2m` or heart-beats. Merged into the client's view. */
  details: Readonly<Record<string, unknown>>
  /** At QoS 1 and 2 resolves when the message is safe. 0x00 and 0x10 (no subscriber) mean accepted. */
  publish(message: GatewayMessage): Promise<number>
  /** Granted QoS, or a code of 0x80 and more. */
  subscribe(filter: string, options: SubscribeOptions): Promise<number>
  /** 0, or 0x11 if there was none. */
  unsubscribe(filter: string): Promise<number>
  readonly subscriptions: readonly ClientSubscription[]
  /** Queues messages in the session instead of delivering them, for a sleeping client. `release` delivers them. */
  hold(): void
  release(): void
  /** Messages that wait in the session: held, or beyond `receiveMaximum`. */
  readonly queued: number
  /** Published by the engine when the client ends without `disconnect`; undefined removes it. */
  setWill(will: GatewayMessage | undefined): void
  /** Ends the client in the broker, but not its channel. Publishes the will unless the reason is `normal`. */
  disconnect(reason: DisconnectReason): void
}

export interface SubscribeOptions {
  readonly qos: Qos
  /** Sent with the subscription to the API: `sub_props`. */
  readonly properties?: Readonly<Record<string, unknown>>
  readonly noLocal?: boolean
  /** 0: retained messages are sent; 2: not. Default 0. */
  readonly retainHandling?: 0 | 1 | 2
  readonly retainAsPublished?: boolean
}

export interface ClientSubscription extends SubscribeOptions {
  readonly filter: string
}

export type ConnectOutcome =
  | { readonly client: GatewayClient; readonly sessionPresent: boolean }
  /** A reason code of MQTT 5, and text for the client and the log. */
  | { readonly refused: number; readonly reason: string }

/** A program that calls the gateway. */
export interface Caller {
  readonly host: string
  readonly port: number
}

/** The functions of the engine that a protocol uses. */
export interface GatewayContext<Settings> {
  /** The settings in force, in plain units. */
  readonly settings: () => Settings
  /** `mqdeck@127.0.0.1` */
  readonly node: string
  /** Address of a server that has only a port, as for listeners. */
  readonly bindHost: string
  readonly clock: Clock
  readonly log: Log
  readonly turn: Turn
  /**
   * Identifies (`clientinfo_override`), authenticates and registers a client. A client of the same ID of this gateway is taken over
   * or discarded. Never rejects. The channel may have ended meanwhile: then the outcome is a refusal.
   */
  connect(channel: Channel, request: ClientRequest, handlers: ClientHandlers): Promise<ConnectOutcome>
  /** Only authenticates, for requests without a connection. */
  authenticate(
    channel: Channel,
    request: ClientRequest,
  ): Promise<ClientInfo | { readonly refused: number; readonly reason: string }>
  /** Authenticates, authorizes and publishes without a connection. Resolves like `GatewayClient.publish`. */
  publish(channel: Channel, request: ClientRequest, message: GatewayMessage): Promise<number>
  /**
   * Authorizes and publishes a message of a program that belongs to the gateway, as a client with the name of the gateway as its ID:
   * without mountpoint and authentication. Resolves like `GatewayClient.publish`.
   */
  publishAsGateway(message: GatewayMessage, from: Caller): Promise<number>
  client(clientId: string): GatewayClient | undefined
  /** Sends a datagram from each UDP listener, for broadcasts. */
  broadcast(bytes: Uint8Array, host: string, port: number): void
  /** Counters of the protocol for `/metrics` of the gateway, such as `packets.connect.received`. */
  count(metric: string, by?: number): void
}

/** A running gateway. */
export interface RunningGateway {
  /** Called for a new connection, or the first datagram of an address. */
  accept(channel: Channel): ChannelHandler
  /** `settings()` has changed. Rejects with `SettingsError` if they cannot work; then the previous ones are in force again. */
  settingsChanged?(): Promise<void> | void
  /** Called when all channels have ended. */
  stop?(): Promise<void> | void
  /** See `GatewayWithApi`. */
  readonly api?: unknown
}

/** A gateway with functions of its own for the REST API. Their type is declared in `api.ts` of its folder and listed in `apis.ts`. */
export interface GatewayWithApi<Api> extends RunningGateway {
  readonly api: Api
}

/** `runtime` of each folder's `runtime.ts`. */
export interface GatewayRuntime<Settings = never, Running extends RunningGateway = RunningGateway> {
  /** Rejects with `SettingsError` naming the field if it cannot work, for example a port in use. */
  start(context: GatewayContext<Settings>): Running | Promise<Running>
}
