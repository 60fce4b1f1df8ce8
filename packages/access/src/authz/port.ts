import type { AuthorizeAction, ClientInfo } from '@mqdeck/broker'
import type { SomeStruct, Text } from '@mqdeck/contract'
import type { ResourceState } from '@mqdeck/kit'
import type { AuthnContext, Note } from '../authn/port.ts'

/** `nomatch`: has nothing to say, the next is asked. `ignore`: the same, because the backend says so or has failed. */
export type AuthzAnswer = 'allow' | 'deny' | 'nomatch' | 'ignore'

/** One source of a chain, at work. */
export interface AuthzSource {
  /** Answers at once where it can: the message path stays synchronous then. */
  authorize(client: ClientInfo, action: AuthorizeAction, note?: Note): AuthzAnswer | Promise<AuthzAnswer>
  state(): ResourceState
  onStateChange?(listener: (state: ResourceState) => void): () => void
  /** How many rules it keeps itself, for Prometheus. */
  ruleCount?(): number
  start(): Promise<void>
  stop(): Promise<void>
}

export type AuthzContext = Omit<AuthnContext, 'chain'>

/** What everyone may know of a kind of source; isomorphic. */
export interface AuthzManifest {
  /** EMQX's `type`, unique: `file`, `built_in_database`, `http` ... */
  readonly type: string
  readonly label: Text
  readonly about: Text
  /** With EMQX's component names (`authz.mysql`). */
  readonly structs: readonly SomeStruct[]
}

/** One source: a folder with `manifest.ts` and `runtime.ts`. */
export interface AuthzBackend<Settings = never> {
  readonly manifest: AuthzManifest
  create(settings: Settings, context: AuthzContext): AuthzSource
}
