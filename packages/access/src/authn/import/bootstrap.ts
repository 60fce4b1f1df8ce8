import { basename, resolve } from 'node:path'
import { messageOf } from '@mqdeck/contract'
import { type Log, readFileBytes } from '@mqdeck/kit'
import type { AuthnUsers } from '../port.ts'
import { type PasswordType, readUsersFile } from './read-users.ts'

interface BootstrapTarget {
  readonly users: AuthnUsers
  readonly folder: string
  readonly log: Log
  /** Receives why the file was not loaded; undefined when it was. */
  readonly report: (reason: string | undefined) => void
}

/** Adds the users of a file that do not exist yet. Never rejects: the authenticator works with the users that it has. */
export async function loadBootstrapUsers(
  file: string,
  type: PasswordType,
  { users, folder, log, report }: BootstrapTarget,
): Promise<void> {
  if (file === '') return
  const path = resolve(folder, file)
  try {
    const result = await users.import(await readUsersFile(readFileBytes(path), basename(path), type), 'skip')
    log.info({ path, ...result }, 'authn_bootstrap_file_loaded')
    report(undefined)
  } catch (error) {
    const reason = messageOf(error)
    log.error({ path, reason }, 'authn_bootstrap_file_not_loaded')
    report(reason)
  }
}
