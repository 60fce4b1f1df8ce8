import { createReadStream } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Log } from '@mqdeck/kit'
import type { AuthnUsers } from '../port.ts'
import { type PasswordType, readUsersFile } from './read-users.ts'

/** Adds the users of a file who are not there yet. Nothing happens without the file; what is wrong with it is only logged. */
export async function loadBootstrapUsers(
  file: string,
  type: PasswordType,
  { users, folder, log }: { readonly users: AuthnUsers; readonly folder: string; readonly log: Log },
): Promise<void> {
  if (file === '') return
  const path = resolve(folder, file)
  try {
    const result = await users.import(await readUsersFile(createReadStream(path), basename(path), type), 'skip')
    log.info({ path, ...result }, 'authn_bootstrap_file_loaded')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    log.error(
      { path, reason: error instanceof Error ? error.message : String(error) },
      'authn_bootstrap_file_not_loaded',
    )
  }
}
