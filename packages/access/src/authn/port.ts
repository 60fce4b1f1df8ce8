import type { AuthenticateResult, ClientInfo } from '@mqdeck/broker'
import type { SomeStruct, Text } from '@mqdeck/contract'
import type { Clock, Log, ResourceState, Store } from '@mqdeck/kit'

/** What a client shows to prove who it is: its CONNECT, or one AUTH of an exchange (MQTT 5, 4.12). */
export interface Credentials {
  readonly client: ClientInfo
  readonly password: Uint8Array | undefined
  /** `authentication method` of CONNECT, e.g. `SCRAM-SHA-256`. */
  readonly method: string | undefined
  readonly data: Uint8Array | undefined
  /** The same object for every step of one exchange: what an authenticator must remember between two hangs on it. */
  readonly exchange: object
}

/**
 * Tells what an authenticator or a source does while it decides, for the page that explains decisions: the query it sent,
 * what came back. Never a secret. Missing in normal operation: do not compute anything for it then.
 */
export type Note = (what: string, detail?: string) => void

/**
 * What an authenticator says. A pretence goes on with an exchange for somebody who is not known, so that nobody can find out
 * who is; a later member of the chain that does know the client is preferred.
 */
export type AuthnAnswer =
  | AuthenticateResult
  | { readonly result: 'continue'; readonly data?: Uint8Array; readonly isPretence: true }

/** One member of a chain, at work. */
export interface Authenticator {
  /**
   * `ignore` passes the client on to the next. A throw means the backend failed: the chain passes the client on. Clients with an
   * `authentication method` are shown to those of the mechanism `scram` only, and all others to the rest.
   */
  authenticate(credentials: Credentials, note?: Note): AuthnAnswer | Promise<AuthnAnswer>
  /** Of the backend; those inside the broker are always connected. */
  state(): ResourceState
  onStateChange?(listener: (state: ResourceState) => void): () => void
  /** Resolves after the first attempt to reach the backend. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Built-in users, where the authenticator keeps its own. Also there before `start`. */
  readonly users?: AuthnUsers
}

export interface AuthnUser {
  readonly user_id: string
  readonly is_superuser: boolean
}

interface NewAuthnUser extends AuthnUser {
  readonly password: string
}

/** A user whose password somebody else has hashed. */
interface HashedAuthnUser extends AuthnUser {
  /** As EMQX's import files write them: hexadecimal, or as the algorithm writes itself (bcrypt). */
  readonly password_hash: string
  readonly salt: string
}

export type ImportedAuthnUser = NewAuthnUser | HashedAuthnUser

/** What became of the users of a file. Those who were skipped were there already. */
export interface AuthnImportResult {
  readonly total: number
  readonly success: number
  readonly override: number
  readonly skipped: number
  readonly failed: number
}

/** The users that an authenticator of the broker's own keeps. */
export interface AuthnUsers {
  /** One page in the order of the ids. */
  list(query: {
    readonly page: number
    readonly limit: number
    readonly like_user_id?: string | undefined
    readonly is_superuser?: boolean | undefined
  }): Promise<{ readonly data: readonly AuthnUser[]; readonly count: number }>
  count(): number
  get(id: string): AuthnUser | undefined
  /** Rejects with ALREADY_EXISTS. */
  add(user: NewAuthnUser): Promise<AuthnUser>
  /** What is left out stays as it is. Rejects with NOT_FOUND. */
  update(
    id: string,
    change: { readonly password?: string | undefined; readonly is_superuser?: boolean | undefined },
  ): Promise<AuthnUser>
  /** Rejects with NOT_FOUND. */
  remove(id: string): Promise<void>
  /**
   * Writes many, a bunch at a time, while everything else goes on. Rejects with BAD_REQUEST, before anything is written, for
   * users with a hash where the authenticator cannot use one.
   * @param existing what happens to those who are there already
   */
  import(users: readonly ImportedAuthnUser[], existing: 'override' | 'skip'): Promise<AuthnImportResult>
}

export interface AuthnContext {
  readonly clock: Clock
  readonly log: Log
  readonly store: Store
  /** Which chain: `mqtt:global`, or a listener's id. Built-in users belong to one. */
  readonly chain: string
  /** Of the process: relative names of files in settings mean this. */
  readonly folder: string
  /** Receives why the bootstrap file of an authenticator was not loaded; undefined when it was, or when the authenticator stops. */
  readonly reportBootstrapFile?: ((reason: string | undefined) => void) | undefined
}

/** What everyone may know of a kind of authenticator; isomorphic, so that pages can show its form. */
export interface AuthnManifest {
  readonly mechanism: 'password_based' | 'jwt' | 'scram'
  /** Missing for `jwt`. The id in paths is `mechanism:backend`, or `mechanism` alone. */
  readonly backend?: string
  readonly label: Text
  /** One line of what it is for. */
  readonly about: Text
  /** The shapes its settings can have, with EMQX's component names (`authn.mysql`); more than one where fields differ by a choice. */
  readonly structs: readonly SomeStruct[]
}

/** One backend: a folder with `manifest.ts` and `runtime.ts`, listed in `catalog.ts` and `backends.ts`. */
export interface AuthnBackend<Settings = never> {
  readonly manifest: AuthnManifest
  /** `settings` in plain units. Throws a sentence when they cannot work together; does not connect yet. */
  create(settings: Settings, context: AuthnContext): Authenticator
  /** Removes what the broker keeps for this authenticator of the chain, e.g. its users. */
  readonly forget?: (context: AuthnContext) => Promise<void>
}
