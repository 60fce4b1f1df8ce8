import { AppError } from '@mqdeck/contract'
import type { Key, Store, Table } from '@mqdeck/kit'
import type { AuthnImportResult, AuthnUser, AuthnUsers, ImportedAuthnUser } from './port.ts'

/** A stored user. `R` contains the password hash or keys. */
export type UserRecord<R> = R & { readonly is_superuser: boolean }

export interface StoredUsers<R> extends AuthnUsers {
  record(id: string): UserRecord<R> | undefined
}

interface Options<R> {
  readonly store: Store
  /** Name of the table, which all authenticators of one kind share: `authn_users`, `authn_scram_users`. */
  readonly table: string
  readonly chain: string
  /** Derives the stored record from a password. */
  readonly toRecord: (password: string) => Promise<R>
  /** Creates the stored record from an imported hash; undefined if hashes are not supported. */
  readonly fromHash?: (user: { readonly password_hash: string; readonly salt: string }) => R
}

/** Users stored in the broker, separate for each chain. */
export function openStoredUsers<R extends object>(options: Options<R>): StoredUsers<R> {
  const { store, chain, toRecord } = options
  const table: Table<UserRecord<R>> = store.table(options.table)
  const range = rangeOf(chain)
  const shown = (id: string, { is_superuser }: UserRecord<R>): AuthnUser => ({ user_id: id, is_superuser })
  const found = (id: string) => {
    const record = table.get([chain, id])
    if (!record) throw new AppError('NOT_FOUND', 'User not found')
    return record
  }

  return {
    record: (id) => table.get([chain, id]),
    count: () => table.count(range),
    async list({ page, limit, like_user_id: like, is_superuser: superuser }) {
      const offset = (page - 1) * limit
      if (like === undefined && superuser === undefined) {
        const data = Array.from(table.entries({ ...range, offset, limit }), ({ key, value }) => shown(idOf(key), value))
        return { data, count: table.count(range) }
      }
      const data: AuthnUser[] = []
      let count = 0
      for await (const { key, value } of inBunches(table, range)) {
        const id = idOf(key)
        if (like !== undefined && !id.includes(like)) continue
        if (superuser !== undefined && value.is_superuser !== superuser) continue
        if (count >= offset && data.length < limit) data.push(shown(id, value))
        count += 1
      }
      return { data, count }
    },
    get(id) {
      const record = table.get([chain, id])
      return record && shown(id, record)
    },
    async add({ user_id: id, password, is_superuser }) {
      requireUsableId(id)
      requirePassword(password)
      const record = { ...(await toRecord(password)), is_superuser }
      if (table.get([chain, id])) throw new AppError('ALREADY_EXISTS', 'User already exists')
      await table.put([chain, id], record)
      return shown(id, record)
    },
    async update(id, { password, is_superuser }) {
      found(id)
      if (password !== undefined) requirePassword(password)
      const proof = password === undefined ? undefined : await toRecord(password)
      // Read again, since the user may have changed while the password was hashed.
      const before = found(id)
      const record = { ...before, ...proof, is_superuser: is_superuser ?? before.is_superuser }
      await table.put([chain, id], record)
      return shown(id, record)
    },
    async remove(id) {
      found(id)
      await table.remove([chain, id])
    },
    import: async (users, existing) => importUsers(users, existing, table, options),
  }
}

/** Deletes the users of one chain. */
export async function clearUsers(store: Store, name: string, chain: string): Promise<void> {
  const table = store.table(name)
  const keys = Array.from(table.entries(rangeOf(chain)), ({ key }) => key)
  for (let start = 0; start < keys.length; start += bunch) {
    await store.batch(() => {
      for (const key of keys.slice(start, start + bunch)) void table.remove(key)
    })
  }
}

/** Number of users per batch. A batch takes a few milliseconds. */
const bunch = 500

/** Number of passwords hashed in parallel. Slow hashes use a small thread pool, which connecting clients need, too. */
const hashedAtOnce = 2

async function importUsers<R extends object>(
  users: readonly ImportedAuthnUser[],
  existing: 'override' | 'skip',
  table: Table<UserRecord<R>>,
  { store, chain, toRecord, fromHash }: Options<R>,
) {
  for (const [index, { user_id: id, ...user }] of users.entries()) {
    if (isIdTooLong(id)) throw new AppError('BAD_REQUEST', `Row ${index + 1}: user_id is too long`)
    if ('password_hash' in user && !fromHash)
      throw new AppError('BAD_REQUEST', 'This authenticator cannot import password hashes. Import plain passwords')
  }
  const toProof = async (user: ImportedAuthnUser): Promise<R> => {
    if ('password' in user) return toRecord(user.password)
    if (!fromHash) throw new Error('rejected before')
    return fromHash(user)
  }
  const tally = createImportCounter(users.length)
  for (let start = 0; start < users.length; start += bunch) {
    const wanted = users
      .slice(start, start + bunch)
      .filter(({ user_id: id }) => tally.take(id, table.get([chain, id]) !== undefined, existing))
    const records: UserRecord<R>[] = []
    for (let at = 0; at < wanted.length; at += hashedAtOnce) {
      const some = wanted.slice(at, at + hashedAtOnce)
      const made = some.map(async (user) => ({ ...(await toProof(user)), is_superuser: user.is_superuser }))
      records.push(...(await Promise.all(made)))
    }
    await store.batch(() => {
      for (const [index, { user_id: id }] of wanted.entries()) {
        const record = records[index]
        if (record) void table.put([chain, id], record)
      }
    })
    // Yield, since commits alone may not give other work a chance to run.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return tally.result()
}

/** All entries of a range. Yields to other work between batches. */
async function* inBunches<V>(table: Table<V>, range: { readonly start: Key; readonly end: Key }) {
  let start = range.start
  for (;;) {
    const some = Array.from(table.entries({ start, end: range.end, limit: bunch }))
    yield* some
    const last = some.at(-1)
    if (last === undefined || some.length < bunch) return
    // The first key after the last.
    start = [...(Array.isArray(last.key) ? last.key : [String(last.key)]), '']
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** The key range of a chain. */
const rangeOf = (chain: string) => ({ start: [chain], end: [chain, '\uffff'] })
const idOf = (key: unknown): string => (Array.isArray(key) ? String(key[1]) : '')

/** Maximum length of a user ID in UTF-8 bytes, limited by the key size of the store. */
const maxIdLength = 1024
const isIdTooLong = (id: string) => Buffer.byteLength(id) > maxIdLength

function requireUsableId(id: string): void {
  if (id === '') throw new AppError('BAD_REQUEST', 'user_id must not be empty')
  if (isIdTooLong(id)) throw new AppError('BAD_REQUEST', `user_id must have at most ${maxIdLength} bytes`)
}

/** Otherwise clients could connect with an empty password. */
function requirePassword(password: string): void {
  if (password === '') throw new AppError('BAD_REQUEST', 'password must not be empty')
}

/** A user of any chain, for backups. */
export interface StoredUser<R> {
  readonly chain: string
  readonly user_id: string
  readonly record: UserRecord<R>
}

/** Stored users of all authenticators of one kind. */
export interface UserTable<R> {
  list(): Iterable<StoredUser<R>>
  get(chain: string, id: string): UserRecord<R> | undefined
  put(user: StoredUser<R>): Promise<void>
}

export function openUserTable<R extends object>(store: Store, name: string): UserTable<R> {
  const table: Table<UserRecord<R>> = store.table(name)
  return {
    *list() {
      for (const { key, value } of table.entries())
        if (Array.isArray(key)) yield { chain: String(key[0]), user_id: idOf(key), record: value }
    },
    get: (chain, id) => table.get([chain, id]),
    put: ({ chain, user_id: id, record }) => table.put([chain, id], record),
  }
}

/** Counts the users of one import by result. */
interface ImportCounter {
  /** Whether the user must be written. */
  take(id: string, isKept: boolean, existing: 'override' | 'skip'): boolean
  result(): AuthnImportResult
}

function createImportCounter(total: number): ImportCounter {
  const counts = { success: 0, override: 0, skipped: 0 }
  const seen = new Set<string>()
  return {
    take(id, isKept, existing) {
      const isThere = isKept || seen.has(id)
      seen.add(id)
      const became = !isThere ? 'success' : existing === 'skip' ? 'skipped' : 'override'
      counts[became] += 1
      return became !== 'skipped'
    },
    result: () => ({ total, ...counts, failed: total - counts.success - counts.override - counts.skipped }),
  }
}
