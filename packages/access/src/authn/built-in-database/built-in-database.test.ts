import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { silentLog, systemClock } from '@mqdeck/kit'
import { createTempFolder, createTempStore } from '@mqdeck/testkit'
import { describeAuthn } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import type { AuthnContext } from '../port.ts'
import type { BuiltInDatabaseSettings } from './manifest.ts'
import { runtime } from './runtime.ts'

const settings = (password_hash_algorithm: BuiltInDatabaseSettings['password_hash_algorithm']) =>
  ({
    mechanism: 'password_based',
    backend: 'built_in_database',
    enable: true,
    user_id_type: 'username',
    password_hash_algorithm,
    bootstrap_file: '',
    bootstrap_type: 'plain',
  }) as const

for (const algorithm of [
  { name: 'sha256', salt_position: 'prefix' },
  { name: 'plain', salt_position: 'disable' },
  { name: 'bcrypt', salt_rounds: 5 },
] as const) {
  describeAuthn(`the built-in database with ${algorithm.name}`, {
    open: async () => {
      const temp = await createTempStore()
      const context: AuthnContext = {
        store: temp.store,
        clock: systemClock,
        log: silentLog,
        chain: 'mqtt:global',
        folder: '',
      }
      return {
        authenticator: async (users) => {
          await runtime.forget?.(context)
          const made = runtime.create(settings(algorithm), context)
          for (const { username, password, isSuperuser } of users)
            await made.users?.add({ user_id: username, password, is_superuser: isSuperuser })
          return made
        },
        close: temp.remove,
      }
    },
  })
}

test('users of a bootstrap file are added at startup, and existing users are not changed', async () => {
  const [temp, folder] = [await createTempStore(), await createTempFolder()]
  onTestFinished(async () => {
    await temp.remove()
    await folder.remove()
  })
  const context = { store: temp.store, clock: systemClock, log: silentLog, chain: 'mqtt:global', folder: folder.path }
  await writeFile(join(folder.path, 'users.csv'), 'user_id,password,is_superuser\nann,new,true\nbob,secret,true\n')
  const made = runtime.create(
    { ...settings({ name: 'sha256', salt_position: 'prefix' }), bootstrap_file: 'users.csv' },
    context,
  )
  await made.users?.add({ user_id: 'ann', password: 'old', is_superuser: false })
  await made.start()
  expect((await made.users?.list({ page: 1, limit: 10 }))?.data).toEqual([
    { user_id: 'ann', is_superuser: false },
    { user_id: 'bob', is_superuser: true },
  ])
})

test('the default bootstrap file may be missing', async () => {
  const temp = await createTempStore()
  onTestFinished(temp.remove)
  const reasons: (string | undefined)[] = []
  const context = { store: temp.store, clock: systemClock, log: silentLog, chain: 'mqtt:global', folder: '/nowhere' }
  const made = runtime.create(
    {
      ...settings({ name: 'sha256', salt_position: 'prefix' }),
      bootstrap_file: '/nowhere/auth-built-in-db-bootstrap.csv',
    },
    { ...context, reportBootstrapFile: (reported) => void reasons.push(reported) },
  )
  await made.start()
  expect(reasons).toEqual([])
})

test('each chain has its own users', async () => {
  const temp = await createTempStore()
  onTestFinished(temp.remove)
  const context = { store: temp.store, clock: systemClock, log: silentLog, folder: '' }
  const make = (chain: string) =>
    runtime.create(settings({ name: 'sha256', salt_position: 'prefix' }), { ...context, chain })
  await make('mqtt:global').users?.add({ user_id: 'ann', password: 'x', is_superuser: false })
  const other = make('mqtt:global2')
  expect([other.users?.get('ann'), other.users?.count()]).toEqual([undefined, 0])
})

test.each([
  ['has another suffix and is missing', '/nowhere/users.txt', /must have the extension \.csv or \.json/],
  ['is missing', '/nowhere/users.csv', /ENOENT/],
  ['is a folder', '.', /must have the extension \.csv or \.json/],
])('a bootstrap file that %s does not keep the authenticator from starting', async (_, bootstrap_file, reason) => {
  const temp = await createTempStore()
  onTestFinished(temp.remove)
  const reasons: (string | undefined)[] = []
  const context = { store: temp.store, clock: systemClock, log: silentLog, chain: 'mqtt:global', folder: '/' }
  const made = runtime.create(
    { ...settings({ name: 'sha256', salt_position: 'prefix' }), bootstrap_file },
    { ...context, reportBootstrapFile: (reported) => void reasons.push(reported) },
  )
  await made.users?.add({ user_id: 'ann', password: 'x', is_superuser: false })
  await made.start()
  expect(reasons).toEqual([expect.stringMatching(reason)])
  expect(made.users?.get('ann')).toBeDefined()
  await made.stop()
  expect(reasons.at(-1)).toBeUndefined()
})
