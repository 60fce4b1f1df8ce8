import { clientTls, toPlain } from '@mqdeck/contract'
import { type LdapServer, startSlapd } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { AnswerError } from './errors.ts'
import { type LdapSettings, ldapType } from './ldap.ts'

let server: LdapServer
beforeAll(async () => {
  server = await startSlapd()
  await server.add({
    dn: `uid=ann,${server.base}`,
    attributes: { objectClass: 'mqttUser', uid: 'ann', userPassword: 'secret', mqttPubSubTopic: ['b', 'a'] },
  })
})
afterAll(() => server?.close())

const settingsWith = (changes: Partial<LdapSettings> = {}): LdapSettings => ({
  server: { host: '127.0.0.1', port: server.port },
  username: server.username,
  password: server.password,
  pool_size: 1,
  request_timeout: 5_000,
  ssl: toPlain(clientTls, clientTls.schema.parse({})),
  folder: '/nowhere',
  ...changes,
})

async function opened(changes: Partial<LdapSettings> = {}) {
  const type = ldapType(settingsWith(changes))
  const connection = await type.connect(new AbortController().signal)
  onTestFinished(() => type.close(connection))
  const find = async (attributes: readonly string[] = ['uid'], filter = '(uid=ann)') =>
    connection.search({ base: server.base, filter, attributes }, 5_000)
  return { connection, find, check: () => type.check(connection, new AbortController().signal) }
}

test('attribute names are case-insensitive, and a missing attribute has no values', async () => {
  const { find } = await opened()
  const [entry] = await find(['MQTTpubsubTOPIC', 'mqttPublishTopic'])
  expect(entry?.dn).toBe(`uid=ann,${server.base}`)
  expect([...(entry?.values('mqttPubSubTopic') ?? [])].sort()).toEqual(['a', 'b'])
  expect(entry?.values('mqttPublishTopic')).toEqual([])
})

test('password checks do not change the user of searches', async () => {
  const { connection, find } = await opened()
  const dn = `uid=ann,${server.base}`
  const mayRead = async () => (await find(['userPassword']))[0]?.values('userPassword')
  expect(await mayRead()).toEqual(['secret'])
  expect(await connection.verify(dn, 'secret', 5_000)).toBe(true)
  expect(await connection.verify(dn, 'wrong', 5_000)).toBe(false)
  expect(await connection.verify(dn, '', 5_000)).toBe(false)
  expect(await mayRead()).toEqual(['secret'])
})

test('after a reconnect searches still run as the bind user, not anonymously', async () => {
  const { find, check } = await opened()
  await server.kill()
  await expect(find()).rejects.toThrow()
  await expect(check()).rejects.toThrow('ECONNREFUSED')
  await server.start()
  const [entry] = await find(['userPassword'])
  expect(entry?.values('userPassword')).toEqual(['secret'])
})

test('a rejected request and an invalid filter are reported and keep the connection', async () => {
  const { find, connection } = await opened()
  await expect(find(['uid'], '(uid=ann')).rejects.toThrow(AnswerError)
  expect(await find(['uid'], '(uid=nobody)')).toEqual([])
  expect(await connection.search({ base: `ou=none,${server.base}`, filter: '(uid=*)', attributes: [] }, 5_000)).toEqual(
    [],
  )
  expect(await find()).toHaveLength(1)
})

test('the login is checked when the connection opens', async () => {
  await expect(opened({ password: 'wrong' })).rejects.toThrow(/invalid credentials/i)
  await expect(opened({ username: 'cn=nobody', password: 'x' })).rejects.toThrow(/credentials|DN/i)
})
