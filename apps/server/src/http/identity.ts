/** Authenticated caller of a request. */
export type Identity = UserIdentity | KeyIdentity

/** A user who is signed in to the dashboard. */
export interface UserIdentity {
  readonly kind: 'user'
  readonly username: string
  readonly role: 'administrator' | 'viewer'
  readonly token: string
}

/** A program with an API key. */
interface KeyIdentity {
  readonly kind: 'key'
  /** Name of the key. */
  readonly name: string
  /** ID of the key. */
  readonly apiKey: string
  readonly role: 'administrator' | 'viewer' | 'publisher'
}

/** Interface between the HTTP server and sessions and API keys. */
export interface Verifiers {
  /** Each call is a use of the token, which extends its lifetime. */
  readonly token: (token: string) => Pick<UserIdentity, 'username' | 'role'> | 'expired' | 'unknown'
  /** As `token`, without extending the lifetime. */
  readonly tokenUnused: Verifiers['token']
  /** @throws {AppError} 429 after too many wrong secrets from `peer`; the secret was not checked */
  readonly key: (apiKey: string, secret: string, peer: string) => Pick<KeyIdentity, 'name' | 'role'> | 'unknown'
}

/** Name of the caller in the history. Usernames contain no spaces. */
export const nameOf = (identity: Identity): string =>
  identity.kind === 'user' ? identity.username : `API key ${identity.name}`
