/** Who sends a request. */
export interface Identity {
  readonly username: string
  readonly role: 'administrator' | 'viewer'
  readonly token: string
}

/** What the HTTP layer needs of whoever keeps the logins. */
export type TokenVerifier = (token: string) => Omit<Identity, 'token'> | 'expired' | 'unknown'
