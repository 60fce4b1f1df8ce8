import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { boolean, epochSecondsOrInfinity, field, inlineBody, response, string, withDefault } from '../fields/index.ts'

/** `publisher` may call `/publish` and `/publish/bulk` and nothing else. */
export const apiKeyRoles = ['administrator', 'viewer', 'publisher'] as const
export type ApiKeyRole = (typeof apiKeyRoles)[number]

/** Starts with a letter, followed by letters, digits, `-` and `_`; up to 256 characters. */
export const isApiKeyName = (text: string): boolean => /^[A-Za-z][A-Za-z0-9_-]{0,255}$/.test(text)

const keyName = () =>
  field<string>({ type: 'string' }, (value, refuse) => {
    if (typeof value !== 'string') return refuse({ expected: 'string()' })
    return isApiKeyName(value) ? value : refuse({ reason: 'Name should be ^[A-Za-z]+[A-Za-z0-9-_]*$' })
  })

const expiry = () => withDefault(epochSecondsOrInfinity(), 'infinity')

export const NewApiKey = inlineBody({
  name: keyName(),
  desc: string(),
  enable: boolean(),
  expired_at: expiry(),
  role: withDefault(string(), 'administrator'),
})
export type NewApiKey = z.infer<typeof NewApiKey>

/**
 * Without `expired_at` a key never expires, as in EMQX. Other missing fields keep their value, including the role:
 * changing the note must not promote a viewer.
 */
export const ApiKeyChange = inlineBody({
  desc: string().optional(),
  enable: boolean().optional(),
  expired_at: expiry(),
  role: string().optional(),
})
export type ApiKeyChange = z.infer<typeof ApiKeyChange>

const moment = [
  { type: 'integer', example: 1640995200 },
  { type: 'string', format: 'date-time', example: '2022-01-01T00:00:00.000Z' },
]

/** Times are RFC 3339 without fractions; `expired_at` may be `infinity`. `role` is missing in the open-source edition. */
export const ApiKey = response({
  name: z.string(),
  /** Programs authenticate with it and the secret. */
  api_key: z.string(),
  desc: z.string(),
  enable: z.boolean(),
  expired: z.boolean(),
  expired_at: z
    .string()
    .meta({ default: 'infinity', oneOf: [{ oneOf: moment }, { type: 'string', enum: ['infinity'] }] }),
  created_at: z.string().meta({ oneOf: moment }),
  role: z.string().meta({ default: 'administrator' }).optional(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** The only response that contains the secret. It cannot be read later. */
export const CreatedApiKey = ApiKey.extend({ api_secret: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

const byName = z.object({ name: string() })

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api_key',
  tag: 'API Keys',
  auth: 'session',
  ok: { 200: z.array(ApiKey) },
})

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api_key',
  title: { en: 'Create API key', zh: '创建 API 密钥' },
  tag: 'API Keys',
  auth: 'session',
  body: NewApiKey,
  ok: { 200: CreatedApiKey },
  errors: { 400: ['BAD_REQUEST'] },
})

export const getApiKey = endpoint({
  method: 'GET',
  path: '/api_key/{name}',
  tag: 'API Keys',
  auth: 'session',
  params: byName,
  ok: { 200: ApiKey },
  errors: { 404: ['NOT_FOUND'] },
})

export const updateApiKey = endpoint({
  method: 'PUT',
  path: '/api_key/{name}',
  title: { en: 'Edit API key', zh: '编辑 API 密钥' },
  tag: 'API Keys',
  auth: 'session',
  params: byName,
  body: ApiKeyChange,
  ok: { 200: ApiKey },
  errors: { 404: ['NOT_FOUND'] },
})

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/api_key/{name}',
  title: { en: 'Delete API key', zh: '删除 API 密钥' },
  tag: 'API Keys',
  auth: 'session',
  params: byName,
  ok: { 204: empty },
  errors: { 404: ['NOT_FOUND'] },
})

export const apiKeys = { listApiKeys, createApiKey, getApiKey, updateApiKey, deleteApiKey }
