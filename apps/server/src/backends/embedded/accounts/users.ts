import { randomBytes } from 'node:crypto'
import { AppError, type NewUser } from '@mqdeck/contract'
import type { Store } from '@mqdeck/kit'
import { checkPasswordPolicy, createPasswords } from './password.ts'

const roles = ['administrator', 'viewer'] as const
type Role = (typeof roles)[number]

/** An authenticator app (TOTP, RFC 6238). */
export interface TwoFactorRecord {
  /** Base32. Both sides need the secret, so it cannot be stored as a hash. */
  readonly secret: string
  /** Seconds since the epoch. */
  readonly enrolledAt: number
  /** Thirty-second step of the last code that was used. This code and earlier ones are rejected. */
  readonly lastStep: number
  /** Hashes of the unused recovery codes. */
  readonly recoveryCodes: readonly string[]
}

export interface UserRecord {
  readonly username: string
  readonly description: string
  readonly role: Role
  readonly passwordHash: string
  /** Signs the user's tokens. A new key revokes all of them. */
  readonly tokenKey: string
  /** Part of the user record, so that it is removed and restored with the user. */
  readonly secondFactor?: TwoFactorRecord
}

/** Dashboard users in the store. All failures are an {@link AppError} with EMQX's messages. */
export interface Users {
  readonly defaultUsername: string
  /** Creates the default user if it is missing. Its password does not have to follow the policy. */
  createDefault(password: string): Promise<'created' | 'exists'>
  list(): readonly UserRecord[]
  get(username: string): UserRecord | undefined
  create(user: NewUser): Promise<UserRecord>
  /** @throws {AppError} BAD_REQUEST if no administrator would be left */
  update(
    username: string,
    changes: { readonly description?: string; readonly role?: string | undefined },
  ): Promise<UserRecord>
  /** @throws {AppError} NOT_ALLOWED for the default user and the last administrator */
  remove(username: string): Promise<void>
  /** Also revokes the user's tokens by a new token key. */
  setPassword(username: string, password: string): Promise<void>
  /** @throws {AppError} USER_NOT_FOUND */
  setTwoFactor(username: string, factor: TwoFactorRecord | undefined): Promise<void>
  /** @throws {AppError} BAD_REQUEST for a reserved name, or for another role of the default user */
  checkRestore(user: Pick<UserRecord, 'username' | 'role'>): void
  /**
   * Restores a user record, including the password, and ends the sessions of this user. Two-factor authentication is
   * restored for users who have none; others keep theirs.
   * @throws {AppError} as `checkRestore`
   */
  restore(user: Omit<UserRecord, 'tokenKey'>): Promise<void>
  /** Returns the user if the password is right. Takes the same time if the user does not exist. */
  verify(username: string, password: string): Promise<UserRecord | undefined>
}

/** @param defaultUsername user that cannot be deleted and stays an administrator */
export function openUsers(store: Store, defaultUsername: string, passwords = createPasswords()): Users {
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
  const toRecord = async ({ username, password, description, role }: NewUser): Promise<UserRecord> => {
    const passwordHash = await passwords.hash(password)
    return { username, description, role: toRole(role), passwordHash, tokenKey: newTokenKey() }
  }

  /** Looked up one by one, so that pending writes count. */
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
      if (find(defaultUsername)) return 'exists'
      const role = 'administrator'
      await save(await toRecord({ username: defaultUsername, password, description: role, role }))
      return 'created'
    },
    list: () => Array.from(table.entries(), ({ value }) => value),
    get: find,
    create: async (user) => {
      checkUsername(user.username)
      checkPasswordPolicy(user.password, user.username)
      toRole(user.role)
      if (find(user.username)) throw new AppError('BAD_REQUEST', 'username_already_exists')
      const record = await toRecord(user)
      // Hashing took some time: the user may have been created meanwhile.
      if (find(user.username)) throw new AppError('BAD_REQUEST', 'username_already_exists')
      return save(record)
    },
    update: async (username, { description, role }) => {
      const user = found(username, 'username_not_found')
      if (username === defaultUsername && role !== undefined && toRole(role) !== user.role) {
        // Otherwise no user might be able to undo the change.
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
      checkPasswordPolicy(password, username)
      const changed = { passwordHash: await passwords.hash(password), tokenKey: newTokenKey() }
      // Looked up again, because hashing took some time.
      await save({ ...found(username, 'User not found'), ...changed })
    },
    setTwoFactor: async (username, factor) => {
      const { secondFactor: _, ...user } = found(username, 'User not found')
      await save({ ...user, ...(factor && { secondFactor: factor }) })
    },
    checkRestore,
    restore: async (user) => {
      checkRestore(user)
      const secondFactor = find(user.username)?.secondFactor ?? user.secondFactor
      await save({ ...user, ...(secondFactor && { secondFactor }), tokenKey: newTokenKey() })
    },
    verify: async (username, password) => {
      const user = find(username)
      return (await passwords.verify(password, user?.passwordHash)) ? user : undefined
    },
  }
}

/** Store keys have a maximum length. The contract limits names to 100 characters. */
const maxNameLength = 100

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
