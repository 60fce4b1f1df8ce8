import type { AuthenticateResult, ClientInfo } from '@mqdeck/broker'
import type { SomeStruct, Text } from '@mqdeck/contract'
import type { Clock, Log, ResourceState, Store } from '@mqdeck/kit'

/** The credentials of a client: from CONNECT, or from one AUTH packet of an exchange (MQTT 5, 4.12). */
export interface Credentials {
  readonly client: ClientInfo
  readonly password: Uint8Array | undefined
  /** `authentication method` of CONNECT, e.g. `SCRAM-SHA-256`. */
  readonly method: string | undefined
  readonly data: Uint8Array | undefined
  /** The same object for every step of one exchange. Authenticators keep the state of the exchange by it. */
  readonly exchange: object
}

/**
 * Receives notes about the steps of a decision, such as queries and their results, for the page that explains decisions and for
 * log traces. Notes never contain secrets. Undefined in normal operation; do not compute anything for it then.
 */
export type Note = (what: string, detail?: string) => void

/**
 * The result of an authenticator. With `isPretence`, it continues an exchange for an unknown user, so that the response does not
 * reveal which users exist. A later member of the chain that has the user takes precedence.
 */
export type AuthnAnswer =
  | AuthenticateResult
  | { readonly result: 'continue'; readonly data?: Uint8Array; readonly isPretence: true }

/** A running member of the chain. */
export interface Authenticator {
  /**
   * `ignore` lets the next member decide, and so does a throw, which means that the backend failed. Clients with an
   * `authentication method` are passed only to members with the mechanism `scram`, all others only to the rest.
   */
  authenticate(credentials: Credentials, note?: Note): AuthnAnswer | Promise<AuthnAnswer>
  /** State of the backend; always connected if there is none. */
  state(): ResourceState
  onStateChange?(listener: (state: ResourceState) => void): () => void
  /** Resolves after the first attempt to reach the backend. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Users of the built-in database. Available before `start`. */
  readonly users?: AuthnUsers
}

export interface AuthnUser {
  readonly user_id: string
  readonly is_superuser: boolean
}

interface NewAuthnUser extends AuthnUser {
  readonly password: string
}

/** A user with a password hash from another system. */
interface HashedAuthnUser extends AuthnUser {
  /** As in import files of EMQX: hexadecimal, or in the format of the algorithm (bcrypt). */
  readonly password_hash: string
  readonly salt: string
}

export type ImportedAuthnUser = NewAuthnUser | HashedAuthnUser

/** Number of imported users by result. `skipped` counts existing users. */
export interface AuthnImportResult {
  readonly total: number
  readonly success: number
  readonly override: number
  readonly skipped: number
  readonly failed: number
}

/** The users of an authenticator with the built-in database. */
export interface AuthnUsers {
  /** One page, ordered by ID. */
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
  /** Omitted fields stay unchanged. Rejects with NOT_FOUND. */
  update(
    id: string,
    change: { readonly password?: string | undefined; readonly is_superuser?: boolean | undefined },
  ): Promise<AuthnUser>
  /** Rejects with NOT_FOUND. */
  remove(id: string): Promise<void>
  /**
   * Writes users in batches and yields between them. Rejects with BAD_REQUEST before anything is written if users have hashes and
   * the authenticator does not support them.
   * @param existing whether existing users are overwritten or skipped
   */
  import(users: readonly ImportedAuthnUser[], existing: 'override' | 'skip'): Promise<AuthnImportResult>
}

export interface AuthnContext {
  readonly clock: Clock
  readonly log: Log
  readonly store: Store
  /** Name of the chain: `mqtt:global`, or the ID of a listener. Built-in users belong to one chain. */
  readonly chain: string
  /** Folder that relative file names in settings are resolved against. */
  readonly folder: string
  /** Receives the error of loading the bootstrap file; undefined if it was loaded, or when the authenticator stops. */
  readonly reportBootstrapFile?: ((reason: string | undefined) => void) | undefined
}

/** Description of a kind of authenticator. Isomorphic, so that the dashboard can show its form. */
export interface AuthnManifest {
  readonly mechanism: 'password_based' | 'jwt' | 'scram'
  /** Missing for `jwt`. The id in paths is `mechanism:backend`, or `mechanism` alone. */
  readonly backend?: string
  readonly label: Text
  /** One line that describes its purpose. */
  readonly about: Text
  readonly category: 'database' | 'http' | 'identity'
  /** One or two letters, drawn next to the name. */
  readonly mark: string
  /** Variants of its settings with the component names of EMQX (`authn.mysql`). */
  readonly structs: readonly SomeStruct[]
  /** Initial values of the form of a new one, in addition to the defaults. */
  readonly example?: Readonly<Record<string, unknown>>
}

/** One backend: `runtime` of `runtime.ts` in its folder. A new one is its folder and a line in `catalog.ts`. */
export interface AuthnBackend<Settings = never, Created = Authenticator> {
  readonly manifest: AuthnManifest
  /**
   * Does not connect yet.
   * @param settings in plain units
   * @throws {SettingsError} (or rejects) when the settings are inconsistent
   */
  create(settings: Settings, context: AuthnContext): Created
  /** Deletes the stored data of this authenticator in the chain, such as its users. */
  readonly forget?: (context: AuthnContext) => Promise<void>
}
