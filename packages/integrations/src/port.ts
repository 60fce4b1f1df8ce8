import type { Fields, SomeStruct, Text } from '@mqdeck/contract'
import type { Clock, Log, ResourceType, Store } from '@mqdeck/kit'
import type { ActionSettings, SourceSettings } from './plain.ts'

/*
 * How to add a type `x`:
 * 1. Create the folder `x/` with these files:
 *    - `manifest.ts` (isomorphic): `export const x = { type: 'x', ... } as const satisfies IntegrationManifest`. Use the component
 *      names of EMQX's OpenAPI document, `resourceOpts` from `resource-options.ts` and `setting(...)` of the contract for fields.
 *      `plain.ts` has the types of the plain settings: `ConnectorPlain<typeof x>`, and `ActionPlain<typeof x>` for `parameters`.
 *    - `runtime.ts` (Node): `export const runtime: IntegrationRuntime<...> = { connect, action, source }`.
 *    - `x.test.ts`, and `x.integration.test.ts` with `describeIntegration` against a real server.
 * 2. Add a line to `catalog.ts`.
 * See `http/` and `mqtt/` for examples.
 */

/** Data that a rule sends to an action: the columns selected by its SQL. */
export type Data = Readonly<Record<string, unknown>>

export type Category = 'broker' | 'database' | 'time-series' | 'streaming' | 'storage' | 'http'

/** Declares a type of connector with its actions and sources. Isomorphic, so that pages can show its forms. */
export interface IntegrationManifest {
  /** Connector type of EMQX, such as `http`, `pgsql` or `kafka_producer`. */
  readonly type: string
  readonly label: Text
  /** Purpose of the type in one line. */
  readonly about: Text
  readonly category: Category
  /** One or two letters, drawn next to the name. */
  readonly mark: string
  readonly connector: KindManifest
  /** `fields` and `parameters` of the action. */
  readonly action?: KindManifest
  /**
   * EMQX's first version of the type, one object that is a connector and its only action (`/bridges`). Types that EMQX added
   * later have none.
   */
  readonly bridges?: readonly BridgeManifest[]
  readonly source?: KindManifest & {
    /** The columns of a message of this source, with examples. */
    readonly columns: readonly { readonly name: string; readonly example: unknown; readonly about: Text }[]
  }
}

/** A bridge whose fields are those of its connector, its action and the parameters of both. */
export interface BridgeManifest {
  /** Name in responses, such as `webhook`. */
  readonly type: string
  /** The type of the connector is also a type of the bridge. */
  readonly hasBothNames?: true
  /** Component names in EMQX's document. */
  readonly component: (use: 'post' | 'put' | 'get') => string
  /** Component name of `resource_opts`. */
  readonly options: string
  /** Field that has the parameters of the action, if they are not next to the others. */
  readonly parametersIn?: string
  /** Component name of this field, if bridges do not have all of the parameters. */
  readonly parametersName?: string
  /** The deployment of the connector: one of the structs of its `parameters`. */
  readonly variant?: { readonly struct: string; readonly tag: string; readonly value: string }
  /** Fields that bridges do not have. */
  readonly without?: readonly string[]
  /** Parameters that bridges do not have. */
  readonly parameters?: Readonly<Record<string, unknown>>
}

/** The specific fields of a connector, action or source. All of them also have a name, type, tags etc. */
export interface KindManifest {
  /** Purpose in one line, if that of the type also describes another kind. */
  readonly about?: Text
  /** Component names of EMQX, such as `bridge_http.post_connector`. */
  readonly components: { readonly post: string; readonly put: string; readonly get: string }
  /** All fields of a connector. For actions and sources, the fields besides `parameters`. */
  readonly fields?: Fields
  /** For actions and sources: a struct, or several variants with a tag. */
  readonly parameters?: readonly SomeStruct[]
  /** Initial values of the form of a new object, in addition to the defaults. */
  readonly example?: Readonly<Record<string, unknown>>
  readonly resourceOpts: SomeStruct
  /**
   * Validates fields that depend on each other. `field` can be a path such as `ssl.enable`. `value` is a parsed PUT
   * body.
   */
  readonly check?: (value: Readonly<Record<string, unknown>>, refuse: (field: string, reason: string) => void) => void
}

export interface IntegrationContext {
  readonly clock: Clock
  readonly log: Log
  /** Base folder of relative file names in settings. */
  readonly folder: string
  /** Stores data that an action has accepted but not sent yet, under its `name`. Undefined only in forms and tests. */
  readonly store?: Store
  /** Name of this node, such as `mqdeck@127.0.0.1`. */
  readonly node: string
  /** Name of the connector, action or source. */
  readonly name: string
}

/** Runtime of the types of a folder: `runtime` of its `runtime.ts`. */
export interface IntegrationRuntime<
  Settings = never,
  Connection = unknown,
  ActionParameters = never,
  SourceParameters = never,
> {
  /** Describes how to connect, without connecting. Throws `SettingsError` for invalid settings. */
  connect(settings: Settings, context: IntegrationContext): ResourceType<Connection>
  /** Throws `SettingsError`, for example for an invalid template. */
  action?(parameters: ActionParameters, settings: Settings, context: IntegrationContext): ActionRuntime<Connection>
  source?(
    parameters: SourceParameters,
    settings: Settings,
    context: IntegrationContext,
    options: SourceSettings['resource_opts'],
  ): SourceRuntime<Connection>
}

/** A running action. Buffering, batches, retries, timeouts and statistics are handled by the caller. */
export interface ActionRuntime<Connection = unknown, Request = unknown> {
  /** For types with buffer options in `parameters` instead of `resource_opts`. */
  readonly buffering?: Partial<ActionSettings['resource_opts']>
  /**
   * Called after each connection and with each health check. Rejects if the action cannot work, for example because a
   * table is missing.
   */
  check?(connection: Connection, signal: AbortSignal): Promise<void>
  /**
   * Renders a request, which must be plain data that can be cloned, because it may be buffered on disk. Throws if the
   * data cannot become a request, which then fails.
   */
  render(data: Data): Request
  /** The part of a request that rule tests and traces may show, if it contains secrets or is too large. */
  show?(request: Request): unknown
  /**
   * Sends a batch, or a single request if the type has no batches. Resolves when everything is accepted, with a value
   * for traces. `AnswerError` (drivers) means rejected, without retry. Other errors are retried. If only some requests
   * fail, rejects with `BatchError` (kit), which has the result of each request.
   */
  send(connection: Connection, batch: readonly Request[], signal: AbortSignal): Promise<unknown>
  /** Deletes the data in the store of a deleted action. */
  forget?(): Promise<void>
  /** Sends one request and returns the response of any status, for types with responses. */
  exchange?(connection: Connection, request: Request, signal: AbortSignal): Promise<Exchange>
}

/** An HTTP request and its response, without secrets. */
export interface Exchange {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | undefined
  }
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Only the first part if it is long. */
  readonly body: string
  readonly isCut: boolean
  /** Milliseconds. */
  readonly took: number
}

/** Receives messages while its connection lasts. */
export interface SourceRuntime<Connection = unknown> {
  /** Starts on a new connection and returns a function that stops. Rejects if it cannot start. */
  start(connection: Connection, emit: (message: Data) => Promise<void> | void): Promise<() => Promise<void>>
  check?(connection: Connection, signal: AbortSignal): Promise<void>
}
