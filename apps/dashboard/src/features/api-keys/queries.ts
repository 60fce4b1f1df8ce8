import {
  type ApiKey,
  type ApiKeyChange,
  type CreatedApiKey,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  type NewApiKey,
  updateApiKey,
} from '@mqdeck/contract'
import { defineChange, defineQuery } from '../../api/index.ts'

export const apiKeysQuery = defineQuery<undefined, readonly ApiKey[]>({
  name: 'api-keys',
  load: (call, _args, signal) => call(listApiKeys, { signal }),
})

/** Without a role if the broker has no roles. */
type KeyWithOptionalRole = Omit<NewApiKey, 'role'> & Partial<Pick<NewApiKey, 'role'>>

export const addApiKey = defineChange<KeyWithOptionalRole, CreatedApiKey>({
  apply: (call, key) => call(createApiKey, { body: key }),
  invalidates: [apiKeysQuery],
})

interface ApiKeyEdit {
  readonly name: string
  /** All values. Without `expired_at` the key never expires. */
  readonly change: ApiKeyChange
}

export const editApiKey = defineChange<ApiKeyEdit, ApiKey>({
  apply: (call, { name, change }) => call(updateApiKey, { params: { name }, body: change }),
  invalidates: [apiKeysQuery],
})

export const removeApiKey = defineChange<{ readonly name: string }, undefined>({
  apply: (call, params) => call(deleteApiKey, { params }),
  invalidates: [apiKeysQuery],
})
