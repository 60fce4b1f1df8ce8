import type { Fields, SomeStruct, Text } from '@mqdeck/contract'
import type { Clock, Log, ResourceType, Store } from '@mqdeck/kit'
import type { ActionSettings } from './plain.ts'

/*
 * How to add a type `x`: a folder `x/` with
 * - `manifest.ts` (isomorphic): `export const x = { type: 'x', ... } as const satisfies IntegrationManifest`. Names of components as
 *   in EMQX's OpenAPI document; `resourceOpts` from `resource-options.ts`; fields with `setting(...)` of the contract. Types of the
 *   settings in plain units: `ConnectorPlain<typeof x>`, `ActionPlain<typeof x>` (their `parameters`) of `plain.ts`.
 * - `runtime.ts` (Node): `export const xType: IntegrationType<...> = { manifest: x, connect, action, source }`.
 * - `x.test.ts`, and `x.integration.test.ts` with `describeIntegration` against the real server.
 * Then one line in `catalog.ts` and one in `types.ts`. See `http/` and `mqtt/`.
 */

/** What a rule hands to an action: the columns that its SQL chose. */
export type Data = Readonly<Record<string, unknown>>

export type Category = 'broker' | 'database' | 'time-series' | 'streaming' | 'storage' | 'http'

/** One type of connector with its actions and sources, for everyone to know; isomorphic, so that pages can show its forms. */
export interface IntegrationManifest {
  /** EMQX's name of the connector type: `http`, `pgsql`, `kafka_producer`. */
  readonly type: string
  readonly label: Text
  /** One line of what it is for. */
  readonly about: Text
  readonly category: Category
  readonly connector: PartManifest
  /** Its fields are those of `parameters`. */
  readonly action?: PartManifest
  readonly source?: PartManifest & {
    /** The columns that a message of this source brings into a rule, with an example of each. */
    readonly columns: readonly { readonly name: string; readonly example: unknown; readonly about: Text }[]
  }
}

/** The fields that one kind of object has of its own; name, type, enable, tags, description ... are everybody's. */
export interface PartManifest {
  /** EMQX's component for each use: `bridge_http.post_connector` etc. */
  readonly components: { readonly post: string; readonly put: string; readonly get: string }
  /** Of a connector: all its own. Of an action or a source: what it has beside `parameters`. */
  readonly fields?: Fields
  /** Of an action or a source: a struct, or several told apart by a tag. */
  readonly parameters?: readonly SomeStruct[]
  readonly resourceOpts: SomeStruct
  /** Refuses what no field can see alone; `field` may be a path: `ssl.enable`. `value` is what a PUT would have, read. */
  readonly check?: (value: Readonly<Record<string, unknown>>, refuse: (field: string, reason: string) => void) => void
}

export interface IntegrationContext {
  readonly clock: Clock
  readonly log: Log
  /** Of the process: relative names of files in settings mean this. */
  readonly folder: string
  /** Of the process, for what an action has accepted and keeps until it can be handed on; under its `name`. Always there at work. */
  readonly store?: Store
  /** The name of this node, `mqdeck@127.0.0.1`. */
  readonly node: string
  /** Name of the connector, the action or the source. */
  readonly name: string
}

/** What a type does, beside how it is declared. One folder each: `manifest.ts`, `runtime.ts`. */
export interface IntegrationType<
  Settings = never,
  Connection = unknown,
  ActionParameters = never,
  SourceParameters = never,
> {
  readonly manifest: IntegrationManifest
  /** How to reach the system. Throws `SettingsError` for settings that cannot work together; does not connect yet. */
  connect(settings: Settings, context: IntegrationContext): ResourceType<Connection>
  /** Throws `SettingsError`, e.g. for a template that cannot be. */
  action?(parameters: ActionParameters, settings: Settings, context: IntegrationContext): ActionRuntime<Connection>
  source?(parameters: SourceParameters, settings: Settings, context: IntegrationContext): SourceRuntime<Connection>
}

/** An action at work. Buffering, batches, retries, timeouts and figures are not its affair. */
export interface ActionRuntime<Connection = unknown, Request = unknown> {
  /** For types whose parameters say how to buffer, and not their `resource_opts`. */
  readonly buffering?: Partial<ActionSettings['resource_opts']>
  /** After each (re)connection, and with each health check: rejects when this action cannot work, e.g. its table is missing. */
  check?(connection: Connection, signal: AbortSignal): Promise<void>
  /**
   * The request that the data becomes: plain data, as structured cloning copies it (a buffer on the disk keeps it). Throws a
   * sentence for data that cannot become one: that one is given up.
   */
  render(data: Data): Request
  /** What of a request rule tests and traces may show, where all of it would be secrets or too much. */
  show?(request: Request): unknown
  /**
   * Sends one batch (one request where batches make no sense) and resolves when the other side has accepted all of it; to
   * something worth showing in a trace. `AnswerError` (drivers) means refused: sent again in vain. Any other error is worth another
   * try. Where some were accepted: reject with `BatchError` (kit) with what became of each.
   */
  send(connection: Connection, batch: readonly Request[], signal: AbortSignal): Promise<unknown>
  /** The action is removed: what it keeps in the store goes, too. */
  forget?(): Promise<void>
  /** Sends one request once, to look at what comes back, whatever it is. Only where there is something to look at. */
  exchange?(connection: Connection, request: Request, signal: AbortSignal): Promise<Exchange>
}

/** A request over HTTP and its answer, without their secrets. */
export interface Exchange {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | undefined
  }
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Its beginning where it is long. */
  readonly body: string
  readonly isCut: boolean
  /** Milliseconds. */
  readonly took: number
}

/** Brings messages in, for as long as its connection lasts. */
export interface SourceRuntime<Connection = unknown> {
  /** Begins on a fresh connection; the answer ends it. Rejects when it cannot begin. */
  start(connection: Connection, emit: (message: Data) => Promise<void> | void): Promise<() => Promise<void>>
  check?(connection: Connection, signal: AbortSignal): Promise<void>
}
