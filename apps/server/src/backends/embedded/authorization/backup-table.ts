import type { OwnedRules, RuleOwner, StoredRules } from '@mqdeck/access'
import { AppError, AuthorizationRule } from '@mqdeck/contract'
import * as z from 'zod'
import { defineBackupTable } from '../backup/backup-table.ts'

const rules = z.array(AuthorizationRule).max(100_000)
/** Longer names do not fit into the store. */
const name = z.string().min(1).max(1800)
const Rules = z.union([
  z.strictObject({ clientid: name, rules }),
  z.strictObject({ username: name, rules }),
  z.strictObject({ all: z.literal(true), rules }),
])
type Rules = z.infer<typeof Rules>

/** Rules of the built-in database for clients, users and all clients. */
export const authzRuleTable = (stored: StoredRules) =>
  defineBackupTable<Rules>({
    name: 'builtin_authz',
    schema: Rules,
    nameOf: (record) => ownerOf(record).join(' '),
    dump: function* () {
      for (const kind of ['clientid', 'username', 'all'] as const)
        for (const owned of stored.entries(kind)) yield toJson(owned)
    },
    find: (record) => {
      const owner = ownerOf(record)
      const here = stored.get(owner)
      return here && toJson({ owner, rules: here })
    },
    put: (record) =>
      stored.put([{ owner: ownerOf(record), rules: record.rules }]).catch((error: unknown) => {
        if (error instanceof RangeError) throw new AppError('BAD_REQUEST', 'The name is too long', { cause: error })
        throw error
      }),
  })

function ownerOf(record: Rules): RuleOwner {
  if ('clientid' in record) return ['clientid', record.clientid]
  return 'username' in record ? ['username', record.username] : ['all']
}

function toJson({ owner: [kind, owner = ''], rules }: OwnedRules): Rules {
  if (kind === 'all') return { all: true, rules: [...rules] }
  return kind === 'clientid' ? { clientid: owner, rules: [...rules] } : { username: owner, rules: [...rules] }
}
