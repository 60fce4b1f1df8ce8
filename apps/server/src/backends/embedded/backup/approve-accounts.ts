import { AppError, accountTables } from '@mqdeck/contract'
import type { Call } from '../../../http/mount.ts'
import { attempterOf } from '../accounts/attempter.ts'
import type { Sessions } from '../accounts/sessions.ts'

/** Called with the account tables that a restore would import. */
export type ApproveAccounts = (tables: readonly string[]) => Promise<void>

export const rejectAccounts: ApproveAccounts = (tables) =>
  Promise.reject(new AppError('API_KEY_NOT_ALLOW', `${tables.join(', ')} cannot be imported here`))

/**
 * The table sets that the caller exports. API keys export no account tables.
 * @throws {AppError} API_KEY_NOT_ALLOW if an API key names one
 */
export function exportableTables(
  { identity }: Call,
  chosen: readonly string[] | undefined,
  all: readonly string[],
): readonly string[] | undefined {
  if (identity.kind !== 'key') return chosen
  const named = accountsIn(chosen ?? [])
  if (named.length > 0)
    throw new AppError(
      'API_KEY_NOT_ALLOW',
      `API keys cannot export ${named.join(', ')}. Sign in, or leave them out of table_sets`,
    )
  return chosen ?? all.filter((name) => !accountTables.includes(name))
}

/**
 * An archive with account tables is not sent to API keys.
 * @throws {AppError} (rejects) API_KEY_NOT_ALLOW
 */
export async function requireDownload({ identity }: Call, tables: () => Promise<readonly string[]>): Promise<void> {
  if (identity.kind !== 'key') return
  const accounts = accountsIn(await tables())
  if (accounts.length > 0)
    throw new AppError('API_KEY_NOT_ALLOW', `API keys cannot download a backup with ${accounts.join(', ')}. Sign in`)
}

const accountsIn = (tables: readonly string[]) => accountTables.filter((name) => tables.includes(name))

/**
 * Account tables are restored only for an administrator who is signed in and enters the current password again. API keys
 * may not manage users and API keys in any other way either.
 * @throws {AppError} (rejects) API_KEY_NOT_ALLOW, BAD_REQUEST, ERROR_PWD_NOT_MATCH, TOO_MANY_REQUESTS
 */
export function approveAccounts(call: Call, password: string | undefined, sessions: Sessions): ApproveAccounts {
  return async (tables) => {
    const names = tables.join(', ')
    if (call.identity.kind === 'key')
      throw new AppError('API_KEY_NOT_ALLOW', `API keys cannot import ${names}. Sign in, or leave them out of include`)
    if (password === undefined || password === '')
      throw new AppError('BAD_REQUEST', `password: required, because the archive contains ${names}`)
    await sessions.prove(call.user.username, password, undefined, attempterOf(call))
  }
}
