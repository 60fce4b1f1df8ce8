import type { Plain, PlainValue } from '@mqdeck/contract'
import type { IntegrationManifest } from './port.ts'

/** What stands in the settings of every connector, action and source. */
interface Common {
  readonly enable: boolean
  readonly description: string
  readonly tags?: readonly string[]
}

/** Of a connector, in plain units; the fields besides are those of its type. */
export interface ConnectorSettings extends Common {
  readonly resource_opts: {
    readonly health_check_interval: number
    readonly start_after_created: boolean
    readonly start_timeout: number
  }
  readonly [field: string]: unknown
}

/** Of an action, in plain units. Options that a type does not have are missing. */
export interface ActionSettings extends Common {
  /** Name; its type is that of the action. */
  readonly connector: string
  readonly parameters: unknown
  /** What is published there goes to the action, without a rule. */
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

/** Of a source, in plain units. */
export interface SourceSettings extends Common {
  readonly connector: string
  readonly parameters: unknown
  readonly resource_opts: { readonly health_check_interval: number }
  readonly created_at?: number
  readonly last_modified_at?: number
}

/** What a type's `connect` gets, from its manifest. */
export type ConnectorPlain<M extends IntegrationManifest> = ConnectorSettings &
  Plain<NonNullable<M['connector']['fields']>>

/** What a type's `action` gets, from its manifest. */
export type ActionPlain<M extends IntegrationManifest> = ParametersOf<NonNullable<M['action']>>

/** What a type's `source` gets, from its manifest. */
export type SourcePlain<M extends IntegrationManifest> = ParametersOf<NonNullable<M['source']>>

type ParametersOf<P> = P extends { readonly parameters: infer S extends readonly unknown[] }
  ? PlainValue<S[number]>
  : never
