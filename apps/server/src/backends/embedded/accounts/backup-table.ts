import type { Log } from '@mqdeck/kit'
import * as z from 'zod'
import { defineBackupTable } from '../backup/backup-table.ts'
import { epochSeconds } from '../backup/fields.ts'
import type { UserRecord, Users } from './users.ts'

const base64 = '[A-Za-z0-9+/]{16,128}={0,2}'

/** Maximum memory in bytes of a password check. Node rejects more. */
const maxMemory = 32 * 1024 * 1024

/** `scrypt$N$r$p$salt$key`, with parameters that a sign-in can afford. */
const PasswordHash = z
  .string()
  .regex(
    new RegExp(`^scrypt\\$\\d{1,6}\\$\\d{1,2}\\$\\d{1,2}\\$${base64}\\$${base64}$`),
    'is not a hash in the format of MQDeck',
  )
  .refine((hash) => {
    const [, N = 0, r = 0, p = 0] = hash.split('$').map(Number)
    return N >= 1024 && (N & (N - 1)) === 0 && r >= 1 && p >= 1 && p <= 16 && 128 * N * r < maxMemory
  }, 'has hash parameters that MQDeck does not accept')

const User = z.strictObject({
  username: z.string().min(1).max(100),
  description: z.string().max(10_000),
  role: z.enum(['administrator', 'viewer']),
  passwordHash: PasswordHash,
  secondFactor: z
    .strictObject({
      secret: z.string().regex(/^[A-Z2-7]{16,128}=*$/),
      enrolledAt: epochSeconds(),
      lastStep: z.number(),
      recoveryCodes: z.array(z.string().regex(new RegExp(`^sha256\\$${base64}\\$${base64}$`))).max(100),
    })
    .optional(),
})
type User = z.infer<typeof User>

/**
 * Dashboard users with password hash and two-factor authentication. Keys of sessions are not exported. Users who have
 * two-factor authentication here keep it, so that a restore cannot disable it.
 */
export const userTable = (users: Users, log: Log) =>
  defineBackupTable<User>({
    name: 'dashboard_users',
    schema: User.transform((user): User => {
      const here = users.get(user.username)
      return here?.secondFactor ? { ...user, secondFactor: toJson(here).secondFactor } : user
    }),
    nameOf: ({ username }) => username,
    dump: () => users.list().map(toJson),
    find: ({ username }) => {
      const here = users.get(username)
      return here && toJson(here)
    },
    check: (user) => users.checkRestore(user),
    put: async ({ secondFactor, ...user }) => {
      await users.restore({ ...user, ...(secondFactor && { secondFactor }) })
      log.warn({ username: user.username }, 'dashboard_user_restored')
    },
  })

const toJson = ({ username, description, role, passwordHash, secondFactor }: UserRecord): User => ({
  username,
  description,
  role,
  passwordHash,
  ...(secondFactor && { secondFactor: { ...secondFactor, recoveryCodes: [...secondFactor.recoveryCodes] } }),
})
