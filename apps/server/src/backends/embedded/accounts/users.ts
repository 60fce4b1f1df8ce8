import { randomBytes } from 'node:crypto'
import { AppError, type NewUser } from '@mqdeck/contract'
import type { Store } from '@mqdeck/kit'
import { checkPasswordPolicy, hashPassword, verifyPassword } from './password.ts'

const roles = ['administrator', 'viewer'] as const
type Role = (typeof roles)[number]

/** An authenticator app (TOTP, RFC 6238). */
export interface SecondFactorRecord {
  /** Base32; both sides need it, so it cannot be a hash. */
  readonly secret: string
  /** Seconds since the epoch. */
  readonly enrolledAt: number
  /** The step of thirty seconds of the last code that was used: it is not good again, nor are those before. */
  readonly lastStep: number
  /** Hashes of those not used yet. */
  readonly recoveryCodes: readonly string[]
}

export interface UserRecord {
  readonly username: string
  readonly description: string
  readonly role: Role
  readonly passwordHash: string
  /** Signs the user's tokens; a new one ends them all. */
  readonly tokenKey: string
  /** Goes with the user, wherever the record goes. */
  readonly secondFactor?: SecondFactorRecord
}

/** The dashboard's users, kept in the store. Every failure is an {@link AppError} in EMQX's words. */
export interface Users {
  readonly defaultUsername: string
  /** Makes the default user when it is missing; the password needs not follow the policy. */
  createDefault(password: string): Promise<void>
  list(): readonly UserRecord[]
  get(username: string): UserRecord | undefined
  create(user: NewUser): Promise<UserRecord>
  /** @throws {AppError} BAD_REQUEST when nobody would be left to administrate */
  update(
    username: string,
    changes: { readonly description?: string; readonly role?: string | undefined },
  ): Promise<UserRecord>
  /** @throws {AppError} NOT_ALLOWED for the default user and the last administrator */
  remove(username: string): Promise<void>
  /** Also ends the user's tokens, by a new token key. */
  setPassword(username: string, password: string): Promise<void>
  /** @throws {AppError} USER_NOT_FOUND */
  setSecondFactor(username: string, factor: SecondFactorRecord | undefined): Promise<void>
  /** @throws {AppError} BAD_REQUEST for a name that nobody may have, or another role of the default user */
  checkRestore(user: Pick<UserRecord, 'username' | 'role'>): void
  /**
   * Puts a user back as it was, password and second factor included. Whoever is signed in as that user stays signed in.
   * @throws {AppError} as `checkRestore`
   */
  restore(user: Omit<UserRecord, 'tokenKey'>): Promise<void>
  /** The user when the password is right; takes the same time when there is no such user. */
  verify(username: string, password: string): Promise<UserRecord | undefined>
}

/** @param defaultUsername who cannot be removed and stays an administrator */
export function openUsers(store: Store, defaultUsername: string): Users {
  const table = store.table<UserRecord>('dashboard_users')
  const find = (username: string) => {
    const isName = username !== '' && username.length <= maxNameLength
    return isName ? table.get(username) : undefined
  }
  const found = (username: string, message: string) => {
    const user = find(username)
    if (!user) throw new AppError('USER_NOT_FOUND', message)
    return user
  }
  const save = async (user: UserRecord) => {
    await table.put(user.username, user)
    return user
  }

  /** Looked up one by one: a change that is on its way to the disk counts. */
  const isLastAdministrator = (user: UserRecord) =>
    user.role === 'administrator' &&
    !Array.from(table.entries(), ({ value }) => find(value.username)).some(
      (other) => other?.role === 'administrator' && other.username !== user.username,
    )

  const checkRestore = ({ username, role }: Pick<UserRecord, 'username' | 'role'>) => {
    if (username !== defaultUsername) checkUsername(username)
    else if (role !== 'administrator')
      throw new AppError('BAD_REQUEST', `Cannot change the role of user <<"${username}">>`)
  }

  return {
    defaultUsername,
    createDefault: async (password) => {
      if (find(defaultUsername)) return
      const role = 'administrator'
      await save(await toRecord({ username: defaultUsername, password, description: role, role }))
    },
    list: () => Array.from(table.entries(), ({ value }) => value),
    get: find,
    create: async (user) => {
      checkUsername(user.username)
      checkPasswordPolicy(user.password)
      toRole(user.role)
      if (find(user.username)) throw new AppError('BAD_REQUEST', 'username_already_exists')
      const record = await toRecord(user)
      // Hashing took a while: someone else may have created it in between.
      if (find(user.username)) throw new AppError('BAD_REQUEST', 'username_already_exists')
      return save(record)
    },
    update: async (username, { description, role }) => {
      const user = found(username, 'username_not_found')
      if (username === defaultUsername && role !== undefined && toRole(role) !== user.role) {
        // Otherwise nobody could be left to undo it.
        throw new AppError('BAD_REQUEST', `Cannot change the role of user <<"${username}">>`)
      }
      if (role !== undefined && toRole(role) !== 'administrator' && isLastAdministrator(user)) {
        throw new AppError('BAD_REQUEST', 'Cannot change the role of the last administrator')
      }
      const changed = {
        description: description ?? user.description,
        role: role === undefined ? user.role : toRole(role),
      }
      return save({ ...user, ...changed })
    },
    remove: async (username) => {
      if (username === defaultUsername) throw new AppError('NOT_ALLOWED', `Cannot delete user <<"${username}">>`)
      if (isLastAdministrator(found(username, 'username_not_found'))) {
        throw new AppError('NOT_ALLOWED', 'Cannot delete the last administrator')
      }
      await table.remove(username)
    },
    setPassword: async (username, password) => {
      found(username, 'User not found')
      checkPasswordPolicy(password)
      const changed = { passwordHash: await hashPassword(password), tokenKey: newTokenKey() }
      // Looked up again: hashing took a while.
      await save({ ...found(username, 'User not found'), ...changed })
    },
    setSecondFactor: async (username, factor) => {
      const { secondFactor: _, ...user } = found(username, 'User not found')
      await save({ ...user, ...(factor && { secondFactor: factor }) })
    },
    checkRestore,
    restore: async (user) => {
      checkRestore(user)
      const { username } = user
      await save({ ...user, tokenKey: find(username)?.tokenKey ?? newTokenKey() })
    },
    verify: async (username, password) => {
      const user = find(username)
      return (await verifyPassword(password, user?.passwordHash)) ? user : undefined
    },
  }
}

/** Keys of the store are limited; the contract limits names to 100 characters. */
const maxNameLength = 100

async function toRecord({ username, password, description, role }: NewUser): Promise<UserRecord> {
  const passwordHash = await hashPassword(password)
  return { username, description, role: toRole(role), passwordHash, tokenKey: newTokenKey() }
}

const newTokenKey = () => randomBytes(32).toString('base64')

function toRole(name: string): Role {
  const role = roles.find((known) => known === name)
  if (!role) throw new AppError('BAD_REQUEST', 'Role does not exist')
  return role
}

function checkUsername(username: string): void {
  if (!/^[\w]{1,100}$/.test(username)) {
    throw new AppError(
      'BAD_REQUEST',
      'Bad Username. Only upper and lower case letters, numbers and underscores are supported',
    )
  }
}
