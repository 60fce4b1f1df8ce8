import { type ApiKey, noContent, ok } from '@mqdeck/contract'
import { type HandlersOf, secondsToRfc3339 } from '../management.ts'
import type { Services } from '../services.ts'
import type { ApiKeyRecord } from './service.ts'

export function apiKeyHandlers({ apiKeys }: Services): HandlersOf<'apiKeys'> {
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
