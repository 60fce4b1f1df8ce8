import type { Plain, PlainValue } from '@mqdeck/contract'
import type { IntegrationManifest } from './port.ts'

/** Settings of all connectors, actions and sources. */
interface Common {
  readonly enable: boolean
  readonly description: string
  readonly tags?: readonly string[]
}

/** Plain settings of a connector. Other fields depend on its type. */
export interface ConnectorSettings extends Common {
  readonly resource_opts: {
    readonly health_check_interval: number
    readonly start_after_created: boolean
    readonly start_timeout: number
  }
  readonly [field: string]: unknown
}

/** Plain settings of an action. Options that its type does not have are undefined. */
export interface ActionSettings extends Common {
  /** Name of the connector, which has the same type as the action. */
  readonly connector: string
  readonly parameters: unknown
  /** Messages of this topic are sent to the action without a rule. */
  readonly local_topic?: string
  readonly resource_opts: {
    readonly health_check_interval: number
    readonly inflight_window?: number
    readonly max_buffer_bytes?: number
    readonly query_mode?: 'sync' | 'async'
    readonly request_ttl?: number
    readonly worker_pool_size?: number
    readonly batch_size?: number
    readonly batch_time?: number
    readonly buffer_mode?: 'memory_only' | 'volatile_offload' | 'disk'
  }
  /** Milliseconds since the epoch. */
  readonly created_at?: number
  readonly last_modified_at?: number
}

/** Plain settings of a source. */
export interface SourceSettings extends Common {
  readonly connector: string
  readonly parameters: unknown
  readonly resource_opts: { readonly health_check_interval: number; readonly request_ttl?: number }
  readonly created_at?: number
  readonly last_modified_at?: number
}

/** Settings for `connect` of a type, derived from its manifest. */
export type ConnectorPlain<M extends IntegrationManifest> = ConnectorSettings &
  Plain<NonNullable<M['connector']['fields']>>

/** Parameters for `action` of a type, derived from its manifest. */
export type ActionPlain<M extends IntegrationManifest> = ParametersOf<NonNullable<M['action']>>

/** Parameters for `source` of a type, derived from its manifest. */
export type SourcePlain<M extends IntegrationManifest> = ParametersOf<NonNullable<M['source']>>

type ParametersOf<P> = P extends { readonly parameters: infer S extends readonly unknown[] }
  ? PlainValue<S[number]>
  : never
