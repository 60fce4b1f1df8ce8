import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { silentLog, systemClock } from '@mqdeck/kit'
import { createTempFolder, createTempStore } from '@mqdeck/testkit'
import { clientInfoWith, describeAuthz, type StoredRule } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import { defaultPath } from './manifest.ts'
import { rulesOf, runtime } from './runtime.ts'

const toText = ({ username, permission, action, topic, qos }: StoredRule) => {
  const what = qos === undefined ? action : `{${action}, [{qos, ${qos}}]}`
  const pattern = topic.startsWith('eq ') ? `{eq, "${topic.slice(3)}"}` : `"${topic}"`
  return `{${permission}, {username, "${username}"}, ${what}, [${pattern}]}.`
}

describeAuthz('an ACL text', {
  open: async () => {
    const { store, remove } = await createTempStore()
    const context = { store, clock: systemClock, log: silentLog, folder: '/nowhere' }
    return {
      source: async (rules) =>
        runtime.create({ type: 'file', enable: true, rules: rules.map(toText).join('\n') }, context),
      close: remove,
    }
  },
})

test('the configured file is read; without the default file, the default rules apply', async () => {
  const { path: folder, remove } = await createTempFolder()
  onTestFinished(remove)
  const { store, remove: removeStore } = await createTempStore()
  onTestFinished(removeStore)
  const context = { store, clock: systemClock, log: silentLog, folder }
  const fresh = await runtime.create({ type: 'file', enable: true, path: defaultPath }, context)
  const subscribe = (topic: string) => ({ type: 'subscribe', topic, qos: 0, retain: false }) as const
  const stranger = clientInfoWith({ peerhost: '10.0.0.1' })
  expect(fresh.authorize(stranger, subscribe('#'))).toBe('deny')
  expect(fresh.authorize(stranger, subscribe('$SYS/brokers'))).toBe('deny')
  expect(fresh.authorize(stranger, subscribe('a/#'))).toBe('allow')
  expect(fresh.authorize(clientInfoWith(), subscribe('#'))).toBe('allow')
  await writeFile(join(folder, 'acl.conf'), '{deny, all}.')
  expect(await rulesOf({ path: defaultPath }, folder)).toBe('{deny, all}.')
  await expect(runtime.create({ type: 'file', enable: true, path: 'other.conf' }, context)).rejects.toThrow(
    'the file other.conf cannot be read',
  )
})
