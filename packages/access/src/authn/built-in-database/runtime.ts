import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { messageOf } from '@mqdeck/contract'
import { type Log, readFileBytes, type Store } from '@mqdeck/kit'
import { hashPassword, type StoredPassword } from '../../passwords/verify.ts'
import { alwaysConnected } from '../always-connected.ts'
import { checkPassword } from '../check-password.ts'
import { type PasswordType, readUsersFile } from '../import/read-users.ts'
import type { AuthnBackend, AuthnUsers } from '../port.ts'
import { clearUsers, openStoredUsers, openUserTable, type UserTable } from '../stored-users.ts'
import { type BuiltInDatabaseSettings, defaultBootstrapFile, builtInDatabase as manifest } from './manifest.ts'

const table = 'authn_users'

/** Users of all chains. */
export const openBuiltInUsers = (store: Store): UserTable<StoredPassword> => openUserTable(store, table)

export const runtime: AuthnBackend<BuiltInDatabaseSettings> = {
  manifest,
  create(settings, { store, chain, folder, log, reportBootstrapFile: report = () => {} }) {
    const { password_hash_algorithm: algorithm, user_id_type: by, bootstrap_file: file, bootstrap_type } = settings
    const users = openStoredUsers<StoredPassword>({
      store,
      table,
      chain,
      toRecord: (password) => hashPassword(algorithm, Buffer.from(password)),
      fromHash: ({ password_hash, salt }) => ({ password_hash, salt }),
    })
    return {
      ...alwaysConnected,
      start: () => loadBootstrapUsers(file, bootstrap_type, { users, folder, log, report }),
      stop: async () => report(undefined),
      users,
      authenticate({ client, password }, note) {
        const id = by === 'clientid' ? client.clientId : client.username
        note?.(`user looked up by ${by}`, id)
        return checkPassword(id === undefined ? undefined : users.record(id), algorithm, password, note)
      },
    }
  },
  forget: ({ store, chain }) => clearUsers(store, table, chain),
}

interface BootstrapTarget {
  readonly users: AuthnUsers
  readonly folder: string
  readonly log: Log
  /** Receives why the file was not loaded; undefined when it was. */
  readonly report: (reason: string | undefined) => void
}

/** Adds the users of a file that do not exist yet. Never rejects: the authenticator works with the users that it has. */
async function loadBootstrapUsers(
  file: string,
  type: PasswordType,
  { users, folder, log, report }: BootstrapTarget,
): Promise<void> {
  if (file === '') return
  const path = resolve(folder, file)
  if (path === resolve(folder, defaultBootstrapFile) && !existsSync(path)) return
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
