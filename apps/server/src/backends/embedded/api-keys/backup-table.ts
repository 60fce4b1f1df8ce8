import { apiKeyRoles } from '@mqdeck/contract'
import * as z from 'zod'
import { defineBackupTable } from '../backup/backup-table.ts'
import { epochSeconds, secondsOrNever } from '../backup/fields.ts'
import type { ApiKeyRecord, ApiKeys } from './service.ts'

const ApiKey = z.strictObject({
  name: z.string().min(1).max(256),
  apiKey: z.string().min(1).max(256),
  secretHash: z
    .string()
    .regex(/^sha256\$[A-Za-z0-9+/]{16,128}={0,2}\$[A-Za-z0-9+/]{43}=$/, 'is not a hash in the format of MQDeck'),
  desc: z.string().max(10_000),
  enable: z.boolean(),
  role: z.enum(apiKeyRoles),
  expiredAt: secondsOrNever(),
  createdAt: epochSeconds(),
})
type ApiKey = z.infer<typeof ApiKey>

/** API keys with the hashes of their secrets, which are valid again after an import. */
export const apiKeyTable = (apiKeys: ApiKeys) =>
  defineBackupTable<ApiKey>({
    name: 'api_keys',
    schema: ApiKey,
    nameOf: ({ name }) => name,
    dump: () => apiKeys.list().map(toJson),
    find: ({ name }) => {
      const here = apiKeys.find(name)
      return here && toJson(here)
    },
    check: ({ name, apiKey }) => apiKeys.checkRestore(name, apiKey),
    put: ({ expiredAt, ...key }) =>
      apiKeys.restore({ ...key, expiredAt: expiredAt === 'infinity' ? Number.POSITIVE_INFINITY : expiredAt }),
  })

const toJson = ({ expiredAt, ...key }: ApiKeyRecord): ApiKey => ({
  ...key,
  expiredAt: expiredAt === Number.POSITIVE_INFINITY ? 'infinity' : expiredAt,
})
