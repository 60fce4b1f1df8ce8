import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@mqdeck/kit'
import { cheapPasswordCost, createTempFolder, type TempFolder } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPasswords } from '../backends/embedded/accounts/password.ts'
import { openTokens } from '../backends/embedded/accounts/tokens.ts'
import { openUsers, type Users } from '../backends/embedded/accounts/users.ts'
import { openStoredEntries } from '../backends/embedded/audit/stored-entries.ts'
import { type Loaded, withDefaults } from '../start-options/load.ts'
import { type Data, openData } from '../store/open-data.ts'
import { resetPassword } from './reset-password.ts'

let folder: TempFolder
beforeEach(async () => {
  overrides = []
  warnings.length = 0
  folder = await createTempFolder()
})
afterEach(() => folder.remove())

const warnings: string[] = []
const warn = (problem: string) => void warnings.push(problem)
const auditOn = [{ path: ['log', 'audit', 'enable'], value: true, source: 'MQDECK_LOG_AUDIT_ENABLE' }] as const
let overrides: Loaded['overrides'] = []
const reset = (username: string, password: string, data_dir = folder.path) =>
  resetPassword({ settings: withDefaults({ data_dir }), overrides }, username, () => Promise.resolve(password), warn)

async function withUsers<T>(use: (users: Users, data: Data) => Promise<T>): Promise<T> {
  const data = await openData(folder.path)
  try {
    const users = openUsers(data.store, 'admin', createPasswords(cheapPasswordCost))
    await users.createDefault('public')
    return await use(users, data)
  } finally {
    await data.close()
  }
}

describe('resetting a password', () => {
  it('replaces the old one and revokes all tokens', async () => {
    const open = (users: Users, data: Data) => openTokens(data.store, users, systemClock, () => 3_600_000, data.disk)
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

  it('disables two-factor authentication, and reports it', async () => {
    const factor = { secret: 'JBSWY3DPEHPK3PXP', enrolledAt: 1, lastStep: 1, recoveryCodes: [] }
    await withUsers((users) => users.setTwoFactor('admin', factor))
    expect(await reset('admin', 'Abcd1234!')).toEqual({ hadTwoFactor: true })
    await withUsers(async (users) => expect(users.get('admin')).not.toHaveProperty('secondFactor'))
    expect(await reset('admin', 'Abcd1234?')).toEqual({ hadTwoFactor: false })
  })

  it('is recorded in the audit log if enabled, with the user and without the password', async () => {
    await withUsers(async () => {})
    await reset('admin', 'Abcd1234!')
    overrides = auditOn
    await reset('admin', 'Abcd1234?')
    await expect(reset('admin', 'short')).rejects.toThrow('8~64')
    const kept = await withUsers(async (_, { store }) => [...openStoredEntries(store).list()].map(({ entry }) => entry))
    expect(kept).toEqual([
      expect.objectContaining({ from: 'cli', operation_result: 'failure', failure: { message: expect.any(String) } }),
      expect.objectContaining({
        from: 'cli',
        operation_type: 'reset-password',
        args: ['admin'],
        operation_result: 'success',
        source: userInfo().username,
      }),
    ])
    const file = readFileSync(join(folder.path, 'log/audit.log.1'), 'utf8')
    expect(file.trim().split('\n')).toHaveLength(2)
    expect(JSON.stringify(kept) + file).not.toMatch(/Abcd1234|short/)
    expect(warnings).toEqual([])
  })

  it('works without a writable audit log, with a warning', async () => {
    await withUsers(async () => {})
    writeFileSync(join(folder.path, 'log'), 'not a folder')
    overrides = auditOn
    await reset('admin', 'Abcd1234!')
    expect(warnings).toEqual([expect.stringContaining('not in the audit log')])
    await withUsers(async (users) => expect(await users.verify('admin', 'Abcd1234!')).toBeDefined())
  })

  it('changes nothing if the new one violates the policy, and releases the folder', async () => {
    await withUsers(async () => {})
    await expect(reset('admin', 'short')).rejects.toThrow('8~64')
    await withUsers(async (users) => expect(await users.verify('admin', 'public')).toBeDefined())
  })

  it('lists the existing users if the user does not exist', async () => {
    await withUsers(async () => {})
    await expect(reset('root', 'Abcd1234!')).rejects.toThrow('User "root" does not exist. Existing users: admin.')
  })

  it('creates neither a folder nor a user', async () => {
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
