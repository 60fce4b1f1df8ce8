/** Who sends a request. */
export type Identity = UserIdentity | KeyIdentity

/** Someone signed in to the dashboard. */
export interface UserIdentity {
  readonly kind: 'user'
  readonly username: string
  readonly role: 'administrator' | 'viewer'
  readonly token: string
}

/** A program with an API key. */
interface KeyIdentity {
  readonly kind: 'key'
  /** What people call the key. */
  readonly name: string
  /** What it signs in with. */
  readonly apiKey: string
  readonly role: 'administrator' | 'viewer' | 'publisher'
}

/** What the HTTP layer needs of whoever keeps logins and keys. */
export interface Verifiers {
  readonly token: (token: string) => Pick<UserIdentity, 'username' | 'role'> | 'expired' | 'unknown'
  /** @throws {AppError} 429 when too many wrong secrets came from `peer`: this one was not checked */
  readonly key: (apiKey: string, secret: string, peer: string) => Pick<KeyIdentity, 'name' | 'role'> | 'unknown'
}

/** How a history names who changed something; names of users have no blanks. */
export const nameOf = (identity: Identity): string =>
  identity.kind === 'user' ? identity.username : `API key ${identity.name}`
