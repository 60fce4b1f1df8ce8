import type { HashAlgorithm } from '../passwords/algorithms.ts'
import { authnLookup, authnNames } from '../placeholders.ts'
import { createSqlQuery, type SqlQueryOptions } from '../sql/query.ts'
import { checkPassword, rejected } from './check-password.ts'
import type { Authenticator } from './port.ts'

export interface SqlAuthenticatorOptions extends Omit<SqlQueryOptions, 'names'> {
  readonly algorithm: HashAlgorithm
}

/**
 * Finds a user by a query: `password_hash` (or `password`), `salt` and `is_superuser` of the first row decide. A user
 * who is not found is passed to the next authenticator; a client without a password is rejected without a query, as in
 * EMQX.
 */
export function createSqlAuthenticator({ algorithm, ...options }: SqlAuthenticatorOptions): Authenticator {
  const { rows, ...backend } = createSqlQuery({ ...options, names: authnNames })
  return {
    ...backend,
    async authenticate(credentials, note) {
      if (credentials.password === undefined) {
        note?.('the client sent no password')
        return rejected
      }
      const [row] = await rows(authnLookup(credentials), note)
      const user = row && { ...row, password_hash: row['password_hash'] ?? row['password'] }
      return checkPassword(user, algorithm, credentials.password, note)
    },
  }
}
