import { type ApiKey, noContent, ok } from '@mqdeck/contract'
import { type HandlersOf, secondsToRfc3339 } from '../management.ts'
import { defineModule } from '../resource-module.ts'
import { apiKeyTable } from './backup-table.ts'
import { apiKeyRoot, loadBootstrapFile } from './bootstrap-file.ts'
import { apiKeyTasks } from './migration.ts'
import { type ApiKeyRecord, type ApiKeys, openApiKeys } from './service.ts'

function apiKeyHandlers({ apiKeys }: { readonly apiKeys: ApiKeys }): HandlersOf<'apiKeys'> {
  const toApiKey = (key: ApiKeyRecord): ApiKey => ({
    name: key.name,
    api_key: key.apiKey,
    desc: key.desc,
    enable: key.enable,
    expired: apiKeys.isExpired(key),
    expired_at: key.expiredAt === Number.POSITIVE_INFINITY ? 'infinity' : secondsToRfc3339(key.expiredAt),
    created_at: secondsToRfc3339(key.createdAt),
    role: key.role,
  })
  return {
    listApiKeys: () => ok(apiKeys.list().map(toApiKey)),
    createApiKey: async ({ body }) => {
      const { key, secret } = await apiKeys.create(body)
      return ok({ ...toApiKey(key), api_secret: secret })
    },
    getApiKey: ({ params }) => ok(toApiKey(apiKeys.get(params.name))),
    updateApiKey: async ({ params, body }) => ok(toApiKey(await apiKeys.update(params.name, body))),
    deleteApiKey: async ({ params }) => {
      await apiKeys.remove(params.name)
      return noContent
    },
  }
}

export const apiKeysModule = defineModule({
  name: 'api-keys',
  migration: { accounts: apiKeyTasks },
  async create({ store, clock, configuration, folder, failures }) {
    const apiKeys = openApiKeys(store, clock)
    const { bootstrap_file: bootstrapFile } = configuration.plain('api_key')
    // API keys that exist already remain valid.
    await loadBootstrapFile(bootstrapFile, folder, apiKeys).catch((error: unknown) =>
      failures.add('api_key.bootstrap_file', error),
    )
    return {
      provides: apiKeys,
      handlers: apiKeyHandlers({ apiKeys }),
      roots: { api_key: apiKeyRoot(apiKeys, folder, failures) },
      backupTables: [apiKeyTable(apiKeys)],
    }
  },
})
