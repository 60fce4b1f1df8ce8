import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '@mqdeck/kit'
import { createTempFolder, type TempFolder } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTokens } from '../backends/embedded/accounts/tokens.ts'
import { openUsers, type Users } from '../backends/embedded/accounts/users.ts'
import { withDefaults } from '../config/load.ts'
import { type Data, openData } from '../store/open-data.ts'
import { resetPassword } from './reset-password.ts'

let folder: TempFolder
beforeEach(async () => {
  folder = await createTempFolder()
})
afterEach(() => folder.remove())

const reset = (username: string, password: string, data_dir = folder.path) =>
  resetPassword(withDefaults({ data_dir }), username, () => Promise.resolve(password))

async function withUsers<T>(use: (users: Users, data: Data) => Promise<T>): Promise<T> {
  const data = await openData(folder.path)
  try {
    const users = openUsers(data.store, 'admin')
    await users.createDefault('public')
    return await use(users, data)
  } finally {
    await data.close()
  }
}

describe('resetting a password', () => {
  it('replaces the old one and ends the logins', async () => {
    const open = (users: Users, data: Data) => openTokens(data.store, users, systemClock, () => 3_600_000)
    const token = await withUsers(async (users, data) => {
      const admin = users.get('admin')
      return admin ? open(users, data).issue(admin) : ''
    })
    await reset('admin', 'Abcd1234!')
    await withUsers(async (users, data) => {
      expect(await users.verify('admin', 'public')).toBeUndefined()
      expect(await users.verify('admin', 'Abcd1234!')).toMatchObject({ role: 'administrator' })
      expect(open(users, data).check(token)).toBe('unknown')
    })
  })

  it('changes nothing when the new one breaks the policy, and lets go of the folder', async () => {
    await withUsers(async () => {})
    await expect(reset('admin', 'short')).rejects.toThrow('8~64')
    await withUsers(async (users) => expect(await users.verify('admin', 'public')).toBeDefined())
  })

  it('names the users there are when there is no such one', async () => {
    await withUsers(async () => {})
    await expect(reset('root', 'Abcd1234!')).rejects.toThrow('There is no user "root"; there are: admin.')
  })

  it('makes neither a folder nor a user', async () => {
    const other = join(folder.path, 'other')
    await expect(reset('admin', 'Abcd1234!', other)).rejects.toThrow('There is no data in')
    expect(existsSync(other)).toBe(false)
    await (await openData(other)).close()
    await expect(reset('admin', 'Abcd1234!', other)).rejects.toThrow('There are no users in')
  })

  it('does not touch the folder of a running server', async () => {
    await withUsers(async () => {
      await expect(reset('admin', 'Abcd1234!')).rejects.toThrow(/in use by another MQDeck .* Stop it first/)
    })
  })
})
