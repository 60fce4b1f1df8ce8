import type { Store } from '@mqdeck/kit'
import { hashPassword, type StoredPassword } from '../../passwords/verify.ts'
import { alwaysConnected } from '../always-connected.ts'
import { checkPassword } from '../check-password.ts'
import { loadBootstrapUsers } from '../import/bootstrap.ts'
import type { AuthnBackend } from '../port.ts'
import { clearUsers, openStoredUsers, openUserTable, type UserTable } from '../stored-users.ts'
import { type BuiltInDatabaseSettings, builtInDatabase as manifest } from './manifest.ts'

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
