import { createHash, randomBytes } from 'node:crypto'
import { type ApiKeyChange, type ApiKeyRole, AppError, apiKeyRoles, type NewApiKey } from '@mqdeck/contract'
import type { Clock, Store } from '@mqdeck/kit'
import { createFailureTable } from '../accounts/failure-table.ts'
import { hashSecret, isSecretOf } from './secret.ts'

export interface ApiKeyRecord {
  readonly name: string
  /** ID that a program signs in with, together with the secret. */
  readonly apiKey: string
  readonly secretHash: string
  readonly desc: string
  readonly enable: boolean
  readonly role: ApiKeyRole
  /** Seconds since the epoch, or Infinity. */
  readonly expiredAt: number
  /** Seconds since the epoch. */
  readonly createdAt: number
}

/** API keys in the store. All failures are an {@link AppError} with EMQX's messages. */
export interface ApiKeys {
  /** By name. */
  list(): readonly ApiKeyRecord[]
  /** @throws {AppError} NOT_FOUND */
  get(name: string): ApiKeyRecord
  find(name: string): ApiKeyRecord | undefined
  /**
   * Returns the key and its secret, which is shown only once.
   * @throws {AppError} BAD_REQUEST for a name that exists, an unknown role or too many keys
   */
  create(key: NewApiKey): Promise<{ readonly key: ApiKeyRecord; readonly secret: string }>
  /** @throws {AppError} NOT_FOUND; BAD_REQUEST for an unknown role */
  update(name: string, change: ApiKeyChange): Promise<ApiKeyRecord>
  /** Creates a key with a given secret, or updates secret and role of the key with this ID. */
  adopt(apiKey: string, secret: string, role: ApiKeyRole): Promise<void>
  /** @throws {AppError} BAD_REQUEST if a key with another name has this ID, or if there are too many keys */
  checkRestore(name: string, apiKey: string): void
  /**
   * Restores a key record. Its secret is valid again.
   * @throws {AppError} as `checkRestore`
   */
  restore(key: ApiKeyRecord): Promise<void>
  /** @throws {AppError} NOT_FOUND */
  remove(name: string): Promise<void>
  isExpired(key: ApiKeyRecord): boolean
  /**
   * Returns the key if it is valid and the secret is right. @throws {AppError} 429 after too many wrong secrets from
   * `peer`
   */
  check(apiKey: string, secret: string, peer: string): ApiKeyRecord | 'unknown'
}

export const maxKeys = 1000

export function openApiKeys(store: Store, clock: Clock): ApiKeys {
  const table = store.table<ApiKeyRecord>('api_keys')
  /** Names of keys by their IDs. */
  const names = store.table<string>('api_key_names')
  /** `provenAt`: last time that this source used the right secret of this key, milliseconds since the epoch. */
  const failures = createFailureTable(clock, () => ({ provenAt: Number.NEGATIVE_INFINITY }))
  const found = (name: string) => {
    const key = table.get(name)
    if (!key) throw new AppError('NOT_FOUND', 'Name NOT FOUND')
    return key
  }
  const requireRoom = () => {
    if (table.count() >= maxKeys) throw new AppError('BAD_REQUEST', `The limit of ${maxKeys} API keys is reached`)
  }
  const nowInSeconds = () => Math.floor(clock.now() / 1000)
  const isExpired = ({ expiredAt }: ApiKeyRecord) => expiredAt < nowInSeconds()
  const save = async (key: ApiKeyRecord) => {
    await store.batch(() => {
      table.put(key.name, key)
      names.put(key.apiKey, key.name)
    })
    return key
  }

  const checkRestore = (name: string, apiKey: string) => {
    const owner = names.get(apiKey)
    if (owner !== undefined && owner !== name) throw new AppError('BAD_REQUEST', `API key ${owner} already has this ID`)
    if (!table.get(name)) requireRoom()
  }

  return {
    list: () => Array.from(table.entries(), ({ value }) => value),
    get: found,
    find: (name) => table.get(name),
    create: async ({ name, desc, enable = true, expired_at, role }) => {
      if (table.get(name)) throw new AppError('BAD_REQUEST', 'name_already_existed')
      requireRoom()
      const secret = randomBytes(32).toString('base64url')
      const key = await save({
        name,
        apiKey: randomBytes(8).toString('hex'),
        secretHash: hashSecret(secret),
        desc,
        enable,
        role: toRole(role),
        expiredAt: toExpiry(expired_at),
        createdAt: nowInSeconds(),
      })
      return { key, secret }
    },
    update: async (name, { desc, enable, expired_at, role }) => {
      const key = found(name)
      return save({
        ...key,
        desc: desc ?? key.desc,
        enable: enable ?? key.enable,
        expiredAt: toExpiry(expired_at),
        role: role === undefined ? key.role : toRole(role),
      })
    },
    adopt: async (apiKey, secret, role) => {
      const known = table.get(names.get(apiKey) ?? nameOfAdopted(apiKey))
      if (known?.role === role && isSecretOf(known.secretHash, secret)) return
      const fresh = {
        name: nameOfAdopted(apiKey),
        apiKey,
        desc: '',
        enable: true,
        expiredAt: Number.POSITIVE_INFINITY,
        createdAt: nowInSeconds(),
      }
      await save({ ...fresh, ...known, role, secretHash: hashSecret(secret) })
    },
    checkRestore,
    restore: async (key) => {
      checkRestore(key.name, key.apiKey)
      const old = table.get(key.name)
      await store.batch(() => {
        if (old && old.apiKey !== key.apiKey) names.remove(old.apiKey)
        table.put(key.name, key)
        names.put(key.apiKey, key.name)
      })
    },
    remove: async (name) => {
      const { apiKey } = found(name)
      await store.batch(() => {
        table.remove(name)
        names.remove(apiKey)
      })
    },
    isExpired,
    check: (apiKey, secret, peer) => {
      const entry = failures.open(apiKey, peer)
      // A caller behind the same proxy as a working program must not be able to lock it out.
      const isProven = Math.abs(clock.now() - entry.provenAt) < provenFor
      const wait = entry.nextAt - clock.now()
      if (wait > 0 && !isProven) throw tooManySecrets(Math.ceil(wait / 1000))
      const name = names.get(apiKey)
      const key = name === undefined ? undefined : table.get(name)
      if (!isSecretOf(key?.secretHash, secret) || !key) {
        failures.addFailure(entry)
        return 'unknown'
      }
      entry.count = 0
      entry.nextAt = 0
      entry.provenAt = clock.now()
      return key.enable && !isExpired(key) ? key : 'unknown'
    },
  }
}

const tooManySecrets = (seconds: number) =>
  new AppError('BAD_API_KEY_OR_SECRET', `Too many wrong secrets. Try again in ${seconds} s.`, {
    status: 429,
    retryAfter: seconds,
  })

/** Role names of EMQX. */
const nameOfAdopted = (apiKey: string) =>
  `from_bootstrap_file_${createHash('sha256').update(apiKey).digest('hex').slice(0, 16)}`

/** Milliseconds. */
const provenFor = 10 * 60_000

const toExpiry = (at: number | 'infinity') => (at === 'infinity' ? Number.POSITIVE_INFINITY : at)

function toRole(name: string): ApiKeyRole {
  const role = apiKeyRoles.find((known) => known === name)
  if (!role) throw new AppError('BAD_REQUEST', 'Role does not exist')
  return role
}
