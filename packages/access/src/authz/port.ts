import type { AuthorizeAction, ClientInfo } from '@mqdeck/broker'
import type { SomeStruct, Text } from '@mqdeck/contract'
import type { ResourceState } from '@mqdeck/kit'
import type { AuthnContext, Note } from '../authn/port.ts'
import type { StoredRules } from './built-in-database/stored-rules.ts'

/** `nomatch` and `ignore` let the next source decide: no rule matches, or the backend ignores the request or has failed. */
export type AuthzAnswer = 'allow' | 'deny' | 'nomatch' | 'ignore'

/** A running source of the chain. */
export interface AuthzSource {
  /** Synchronous where possible, because it is in the message path. */
  authorize(client: ClientInfo, action: AuthorizeAction, note?: Note): AuthzAnswer | Promise<AuthzAnswer>
  state(): ResourceState
  onStateChange?(listener: (state: ResourceState) => void): () => void
  /** Number of rules stored in the broker, for Prometheus. */
  ruleCount?(): number
  start(): Promise<void>
  stop(): Promise<void>
}

export interface AuthzContext extends Omit<AuthnContext, 'chain'> {
  /** The rules of the built-in database. */
  readonly rules: Pick<StoredRules, 'find' | 'count'>
}

/** Description of a kind of source. Isomorphic, so that the dashboard can show its form. */
export interface AuthzManifest {
  /** EMQX's `type`, unique: `file`, `built_in_database`, `http` ... */
  readonly type: string
  readonly label: Text
  readonly about: Text
  readonly category: 'database' | 'file' | 'http' | 'identity'
  /** One or two letters, drawn next to the name. */
  readonly mark: string
  /** With EMQX's component names (`authz.mysql`). */
  readonly structs: readonly SomeStruct[]
  /** Initial values of the form of a new one, in addition to the defaults. */
  readonly example?: Readonly<Record<string, unknown>>
}

/** One source: `runtime` of `runtime.ts` in its folder. A new one is its folder and a line in `catalog.ts`. */
export interface AuthzBackend<Settings = never, Created = AuthzSource> {
  readonly manifest: AuthzManifest
  /** @throws {SettingsError} (or rejects) when the settings are inconsistent */
  create(settings: Settings, context: AuthzContext): Created
}
