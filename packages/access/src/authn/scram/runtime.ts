import { randomBytes } from 'node:crypto'
import type { Store } from '@mqdeck/kit'
import { createScram, type ScramUser } from '../../scram/exchange.ts'
import { createScramKeys, type ScramHash } from '../../scram/keys.ts'
import { alwaysConnected } from '../always-connected.ts'
import type { AuthnBackend } from '../port.ts'
import { clearUsers, openStoredUsers, openUserTable, type UserRecord, type UserTable } from '../stored-users.ts'
import { scram as manifest, type ScramSettings } from './manifest.ts'

const table = 'authn_scram_users'

/** Stored SCRAM keys; keys and salt in Base64. */
export interface StoredScramPassword {
  readonly algorithm: ScramHash
  readonly iterations: number
  readonly salt: string
  readonly stored_key: string
  readonly server_key: string
}

/** Users of all chains. */
export const openScramUsers = (store: Store): UserTable<StoredScramPassword> => openUserTable(store, table)

export const runtime: AuthnBackend<ScramSettings> = {
  manifest,
  create({ algorithm: hash, iteration_count: iterations }, { store, chain }) {
    const users = openStoredUsers<StoredScramPassword>({
      store,
      table,
      chain,
      toRecord: async (password) => {
        const { salt, storedKey, serverKey } = await createScramKeys(hash, password, iterations)
        return {
          algorithm: hash,
          iterations,
          salt: salt.toString('base64'),
          stored_key: storedKey.toString('base64'),
          server_key: serverKey.toString('base64'),
        }
      },
    })
    const find = (username: string) => {
      const record = users.record(username)
      // Keys for a different hash cannot be used.
      return record?.algorithm === hash ? toUser(record) : undefined
    }
    return { ...alwaysConnected, users, authenticate: createScram({ hash, iterations, secret: secretOf(store), find }) }
  },
  forget: ({ store, chain }) => clearUsers(store, table, chain),
}

const toUser = (record: UserRecord<StoredScramPassword>): ScramUser => ({
  salt: Buffer.from(record.salt, 'base64'),
  iterations: record.iterations,
  storedKey: Buffer.from(record.stored_key, 'base64'),
  serverKey: Buffer.from(record.server_key, 'base64'),
  grant: { isSuperuser: record.is_superuser },
})

/** Stored, so that the fake salts of unknown users stay the same after a restart and do not reveal which users exist. */
export function secretOf(store: Store): Buffer {
  const secrets = store.table<string>('authn_scram_secret')
  const kept = secrets.get('pretence')
  if (kept !== undefined) return Buffer.from(kept, 'base64')
  const secret = randomBytes(32)
  // If it cannot be written, the next process creates another one. Disk errors are reported elsewhere.
  secrets.put('pretence', secret.toString('base64')).catch(() => {})
  return secret
}
