import type { StoredPassword, StoredScramPassword, StoredUser, UserTable } from '@mqdeck/access'
import * as z from 'zod'
import { type BackupTable, defineBackupTable } from '../backup/backup-table.ts'

/** Names that the store can hold. */
const name = (longest: number) => z.string().min(1).max(longest)
const common = { chain: name(256), user_id: name(1024), is_superuser: z.boolean() }
const hash = () => z.string().max(1024)
const base64 = () =>
  z
    .string()
    .max(256)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'is not valid Base64')

const User = z.strictObject({ ...common, password_hash: hash(), salt: hash() })
const ScramUser = z.strictObject({
  ...common,
  algorithm: z.enum(['sha256', 'sha512']),
  iterations: z.int().min(1).max(10_000_000),
  salt: base64(),
  stored_key: base64(),
  server_key: base64(),
})

/** Users of the built-in database with their password hashes. */
export const authnUserTable = (users: UserTable<StoredPassword>): BackupTable => define('builtin_authn', User, users)

/** SCRAM users with their stored keys. */
export const scramUserTable = (users: UserTable<StoredScramPassword>): BackupTable =>
  define('builtin_authn_scram', ScramUser, users)

interface Named {
  readonly chain: string
  readonly user_id: string
  readonly is_superuser: boolean
}

/** `R` and the names are the fields of a record. Other fields are not allowed. */
const define = <R extends object>(table: string, schema: z.ZodType<R & Named>, users: UserTable<R>): BackupTable =>
  defineBackupTable<R & Named>({
    name: table,
    schema,
    nameOf: ({ user_id }) => user_id,
    dump: function* () {
      for (const user of users.list()) yield toJson(user)
    },
    find: ({ chain, user_id }) => {
      const record = users.get(chain, user_id)
      return record && toJson({ chain, user_id, record })
    },
    put: ({ chain, user_id, ...record }) =>
      users.put({ chain, user_id, record: record as unknown as StoredUser<R>['record'] }), // the rest, as validated by the schema
  })

const toJson = <R extends object>({ chain, user_id, record }: StoredUser<R>): R & Named => ({
  chain,
  user_id,
  ...record,
})
