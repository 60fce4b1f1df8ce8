/**
 * The API of plugins for MQDeck's broker, version 1. A plugin is an ES module whose default export is a {@link Plugin}.
 * This package contains only types and the version, so that the built plugin does not need it at run time:
 *
 *     import type { Plugin } from '@mqdeck/plugin'
 *
 *     export default {
 *       start({ hook, log }) {
 *         hook('message.publish', (message) => ({ payload: message.text().toUpperCase() }), { topics: ['shout/#'] })
 *         log.info('started')
 *       },
 *     } satisfies Plugin
 *
 * Minor additions keep the version. A change that breaks plugins increases it, and the broker then refuses to install
 * plugins of versions that it does not support.
 */
export const apiVersion = 1

/** The configuration in plain JSON: the value of an Avro union is the value itself, without the name of its type. */
export type AnyConfig = Readonly<Record<string, unknown>>

export interface Plugin<Config = AnyConfig> {
  /**
   * Called once in a thread of its own. The plugin is running when it returns, or when its promise resolves, which must
   * happen within 30 seconds. If it fails, the plugin is stopped and the operator gets the message of the error.
   */
  start(context: PluginContext<Config>): void | Promise<void>
}

/** Everything a plugin gets from the broker. All functions can be destructured. */
export interface PluginContext<Config = AnyConfig> {
  /** Name and version of the plugin, from release.json. */
  readonly name: string
  readonly version: string
  /** Name of the node: `mqdeck@127.0.0.1`. */
  readonly node: string
  /** The current configuration, which matches the schema of the plugin. An empty object if the plugin has none. */
  readonly config: Config
  /**
   * Called with a new configuration before it becomes valid. If the handler throws, the operator gets the message and
   * the previous configuration remains. Without a handler, every configuration that matches the schema is accepted.
   */
  onConfig(handler: (config: Config) => void | Promise<void>): void

  /**
   * Takes part in a decision of the broker, which waits for the handler. Plugins are called in the order of the
   * dashboard, before topic rewrite, rules and authenticators.
   * @returns a function that removes the hook
   */
  hook<P extends keyof HookPoints>(
    point: P,
    handler: HookPoints[P]['handler'],
    options?: HookPoints[P]['options'],
  ): () => void
  /**
   * Adds a handler for an event. The broker does not wait for it. Events are dropped while more than 10,000 are waiting.
   * @returns a function that removes the handler
   */
  on<E extends keyof PluginEvents>(event: E, handler: (event: PluginEvents[E]) => void | Promise<void>): () => void
  /**
   * Receives messages whose topic matches an MQTT topic filter, from the time of the call, after all plugins and rules.
   * The broker does not wait; messages are dropped while more than 10,000 are waiting. Retained messages are not
   * repeated, and the plugin does not receive its own messages.
   * @returns a function that ends the subscription
   */
  subscribe(filter: string, handler: (message: PluginMessage) => void | Promise<void>): () => void
  /**
   * Publishes a message. It passes the hooks of all other plugins.
   * @returns the number of subscribers. Rejects if the topic is invalid or the broker refuses the message.
   */
  publish(message: NewMessage): Promise<{ readonly subscribers: number }>

  /** Writes to the log of the server, with the name of the plugin. At most 100 lines per second are written. */
  readonly log: PluginLog
  /** A counter in Prometheus: `mqdeck_plugin_NAME_total{plugin="..."}`. Names consist of `a-z`, `0-9` and `_`. */
  counter(name: string, help: string): { add(amount?: number): void }
  /** A gauge in Prometheus: `mqdeck_plugin_NAME{plugin="..."}`. */
  gauge(name: string, help: string): { set(value: number): void }

  /** A timer that ends with the plugin. An error of the call is logged. @returns a function that ends the timer */
  setTimeout(call: () => void | Promise<void>, milliseconds: number): () => void
  setInterval(call: () => void | Promise<void>, milliseconds: number): () => void
  /** Aborted when the plugin is stopped. Pass it to `fetch`. */
  readonly signal: AbortSignal
  /** Called when the plugin is stopped, latest first. After 5 seconds, the thread is ended. */
  onStop(handler: () => void | Promise<void>): void
}

export interface PluginLog {
  debug(text: string, fields?: LogFields): void
  info(text: string, fields?: LogFields): void
  warn(text: string, fields?: LogFields): void
  error(text: string, fields?: LogFields): void
}
export type LogFields = Readonly<Record<string, string | number | boolean | null>>

export type Qos = 0 | 1 | 2
export type UserProperties = readonly (readonly [name: string, value: string])[]

/** The properties of PUBLISH in MQTT 5. */
export interface MessageProperties {
  readonly payloadFormatIndicator?: 0 | 1
  /** Seconds. */
  readonly messageExpiryInterval?: number
  readonly contentType?: string
  readonly responseTopic?: string
  readonly correlationData?: Uint8Array
  readonly userProperties?: UserProperties
}

export interface PluginMessage {
  readonly id: string
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: Qos
  readonly retain: boolean
  readonly properties: MessageProperties
  /** Without a username for anonymous clients and for messages of the broker itself. */
  readonly from: { readonly clientId: string; readonly username?: string; readonly protocol: string }
  /** Milliseconds since the epoch. */
  readonly timestamp: number
  /** The payload as UTF-8 text. */
  text(): string
  /** The payload as JSON. Throws a SyntaxError for other payloads. */
  json(): unknown
}

/** A message to publish. A text is sent as UTF-8. The defaults are QoS 0, not retained, and no properties. */
export interface NewMessage {
  readonly topic: string
  readonly payload: string | Uint8Array
  readonly qos?: Qos
  readonly retain?: boolean
  readonly properties?: MessageProperties
}

/** A client of the broker. */
export interface PluginClient {
  readonly clientId: string
  readonly username?: string
  readonly peerhost: string
  readonly peerport: number
  /** `tcp:default` */
  readonly listener: string
  readonly protocolName: string
  readonly protocolVersion: string
  /** Seconds. */
  readonly keepalive: number
  readonly cleanStart: boolean
  /** Common name and subject of the client's certificate. */
  readonly certCommonName?: string
  readonly certSubject?: string
  /** `stomp` and others, for clients of gateways. */
  readonly gateway?: string
  readonly attributes: Readonly<Record<string, string>>
}

/** The changes that a handler of `message.publish` returns. It returns nothing to keep the message, and false to drop it. */
export type PublishDecision = Partial<Omit<NewMessage, 'topic'>> & { readonly topic?: string }

/** `ignore` leaves the decision to the next plugin and to the authenticators of the broker. */
export type AuthenticateDecision =
  | 'ignore'
  | 'deny'
  | 'allow'
  | {
      readonly result: 'allow'
      readonly superuser?: boolean
      readonly attributes?: Readonly<Record<string, string>>
      /** Milliseconds since the epoch at which the client is disconnected. */
      readonly expiresAt?: number
    }

/** `ignore` leaves the decision to the next plugin and to the ACL sources of the broker. */
export type AuthorizeDecision = 'ignore' | 'allow' | 'deny'

export interface AuthorizeRequest {
  readonly client: PluginClient
  readonly action: 'publish' | 'subscribe'
  readonly topic: string
  readonly qos: Qos
  readonly retain: boolean
}

interface HookOptions<OnFailure> {
  /** Milliseconds that the broker waits for the handler, from 10 to 60,000. Default 1000. */
  readonly timeout?: number
  /** The decision if the handler throws, takes too long, or too many calls are waiting. */
  readonly onFailure?: OnFailure
}

/** Decisions that wait for plugins. Handlers that are not needed should not be registered: each one costs a call to the thread. */
export interface HookPoints {
  /**
   * A message was published. The messages of one publisher are passed one after the other, so that they keep their
   * order. Messages that no filter in `topics` matches are not passed and not delayed.
   */
  'message.publish': {
    handler: (message: PluginMessage) => Decision<PublishDecision | false | undefined>
    /** Default of `onFailure`: `keep`. */
    options: HookOptions<'keep' | 'drop'> & { readonly topics?: readonly string[] }
  }
  /** A client connects. Not called for enhanced authentication (AUTH packets). */
  'client.authenticate': {
    handler: (client: PluginClient, password: Uint8Array | undefined) => Decision<AuthenticateDecision | undefined>
    /** Default of `onFailure`: `deny`. */
    options: HookOptions<'deny' | 'ignore'>
  }
  /** A client publishes or subscribes. Not called for superusers. Decisions are not cached. */
  'client.authorize': {
    handler: (request: AuthorizeRequest) => Decision<AuthorizeDecision | undefined>
    /** Default of `onFailure`: `deny`. `topics` restricts the calls to requests whose topic matches one of the filters. */
    options: HookOptions<'deny' | 'ignore'> & { readonly topics?: readonly string[] }
  }
}

// biome-ignore lint/suspicious/noConfusingVoidType: a handler without `return` is the usual way to keep a message
type Decision<T> = T | void | Promise<T | void>

export interface PluginEvents {
  'client.connected': { readonly client: PluginClient; readonly at: number }
  'client.disconnected': { readonly client: PluginClient; readonly reason: string; readonly at: number }
  'session.subscribed': { readonly client: PluginClient; readonly filter: string; readonly qos: Qos }
  'session.unsubscribed': { readonly client: PluginClient; readonly filter: string }
  /** The message was sent to the client. */
  'message.delivered': { readonly client: PluginClient; readonly message: PluginMessage }
  /** The client acknowledged the message. */
  'message.acked': { readonly client: PluginClient; readonly message: PluginMessage }
  /** The message had no subscribers, or was dropped for another reason. */
  'message.dropped': { readonly message: PluginMessage; readonly reason: string }
}
