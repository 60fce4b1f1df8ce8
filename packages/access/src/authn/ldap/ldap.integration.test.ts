import { createHash, randomBytes } from 'node:crypto'
import { readInput, variants } from '@mqdeck/contract'
import { systemClock } from '@mqdeck/kit'
import { freePort, type LdapServer, startRelay, startSlapd, testAuthority } from '@mqdeck/testkit'
import { type AuthnStage, clientInfoWith, describeAuthn, type StoredLogin } from '@mqdeck/testkit/suites'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Credentials } from '../port.ts'
import { type LdapAuthnSettings, ldap as manifest } from './manifest.ts'
import { runtime } from './runtime.ts'

const kind = variants(manifest.structs)

const read = (settings: object) =>
  readInput(kind.schema, { mechanism: 'password_based', backend: 'ldap', ...settings }) as Readonly<
    Record<string, unknown>
  >

// Of the manifest's structs, as just read.
const create = (settings: object) =>
  runtime.create(kind.toPlain(read(settings) as never) as LdapAuthnSettings, { clock: systemClock, folder: '/nowhere' })

const ssha = (password: string) => {
  const salt = randomBytes(8)
  return `{SSHA}${Buffer.concat([createHash('sha1').update(password).update(salt).digest(), salt]).toString('base64')}`
}

/** A part of the directory of its own, with users in it. */
let count = 0
async function addUsers(server: LdapServer, users: readonly StoredLogin[]): Promise<string> {
  count += 1
  const base = `o=users ${count},${server.base}`
  await server.add(
    { dn: base, attributes: { objectClass: 'organization', o: `users ${count}` } },
    ...users.map(({ username, password, isSuperuser }) => ({
      dn: `uid=${username},${base}`,
      attributes: {
        objectClass: 'mqttUser',
        uid: username,
        userPassword: ssha(password),
        ...(isSuperuser && { isSuperuser: 'TRUE' }),
      },
    })),
  )
  return base
}

const account = ({ username, password }: LdapServer) => ({ username, password })

async function openStage(isSecure: boolean, settings: (base: string) => object): Promise<AuthnStage> {
  const server = await startSlapd()
  const relay = await startRelay(server.port)
  const otherCa = (await testAuthority('Another CA')).cert
  const ssl = (cacertfile: string) => (isSecure ? { ssl: { enable: true, verify: 'verify_peer', cacertfile } } : {})
  const address = `127.0.0.1:${isSecure ? server.tlsPort : server.port}`
  const make = (changes: object = {}) =>
    create({ server: address, ...account(server), ...ssl(server.ca), ...settings(server.base), ...changes })
  return {
    authenticator: async (users) => make(settings(await addUsers(server, users))),
    broken: {
      down: async () => make({ server: `127.0.0.1:${await freePort()}` }),
      'a wrong password': async () => make({ password: 'wrong' }),
      ...(isSecure && { 'a wrong CA': async () => make(ssl(otherCa)) }),
    },
    async slow() {
      const authenticator = make({ server: `127.0.0.1:${relay.port}`, query_timeout: '100ms', ssl: { enable: false } })
      return {
        ...authenticator,
        async start() {
          await authenticator.start()
          relay.silence()
        },
      }
    },
    outage: { begin: server.kill, end: server.start },
    async close() {
      await relay.down()
      await server.close()
    },
  }
}

describeAuthn('LDAP, comparing', {
  open: () => openStage(true, (base) => ({ base_dn: `uid=\${username},${base}`, method: { type: 'hash' } })),
})
describeAuthn('LDAP, binding', {
  open: () =>
    openStage(false, (base) => ({
      base_dn: base,
      filter: '(& (objectClass=mqttUser) (uid=${username}))',
      method: { type: 'bind' },
    })),
  knowsSuperusers: false,
})

describe('a directory', () => {
  let server: LdapServer
  beforeAll(async () => {
    server = await startSlapd()
  })
  afterAll(() => server?.close())

  const login = (username: string, password = 'secret'): Credentials => ({
    client: clientInfoWith({ username }),
    password: Buffer.from(password),
    method: undefined,
    data: undefined,
    exchange: {},
  })
  const started = async (settings: object) => {
    const authenticator = create({ server: `127.0.0.1:${server.port}`, ...account(server), ...settings })
    onTestFinished(() => authenticator.stop())
    await authenticator.start()
    return async (username: string, password?: string) =>
      (await authenticator.authenticate(login(username, password))).result
  }
  const filter = '(&(objectClass=mqttUser)(uid=${username}))'
  const user = (base: string, uid: string, attributes: Readonly<Record<string, string | readonly string[]>>) => ({
    dn: `uid=${uid.replace(/[\\,+"<>;=#]/g, '\\$&')},${base}`,
    attributes: { objectClass: 'mqttUser', uid, ...attributes },
  })
  const hash = (scheme: string, algorithm: string, salt = '') =>
    `{${scheme}}${Buffer.concat([createHash(algorithm).update(`secret${salt}`).digest(), Buffer.from(salt)]).toString('base64')}`

  test('accepts passwords with every scheme of OpenLDAP', async () => {
    const base = await addUsers(server, [])
    const schemes = {
      md5: hash('MD5', 'md5'),
      smd5: hash('SMD5', 'md5', 'salt'),
      sha: hash('SHA', 'sha1'),
      ssha: hash('SSHA', 'sha1', 'pepper'),
      sha256: hash('SHA256', 'sha256'),
      ssha256: hash('ssha256', 'sha256', 'salt'),
      sha384: hash('SHA384', 'sha384'),
      sha512: hash('SHA512', 'sha512'),
      ssha512: hash('SSHA512', 'sha512', 'salt'),
      ldif: Buffer.from(hash('SHA', 'sha1')).toString('base64'),
    }
    await server.add(...Object.entries(schemes).map(([uid, userPassword]) => user(base, uid, { userPassword })))
    const ask = await started({ base_dn: base, filter })
    for (const uid of Object.keys(schemes)) {
      expect([uid, await ask(uid)]).toEqual([uid, 'allow'])
      expect([uid, await ask(uid, 'wrong')]).toEqual([uid, 'deny'])
    }
  })

  test('rejects entries without a password, with an unknown scheme, without a scheme, and disabled entries', async () => {
    const base = await addUsers(server, [])
    await server.add(
      user(base, 'nothing', {}),
      user(base, 'crypt', { userPassword: '{CRYPT}$1$abc$def' }),
      user(base, 'empty', { userPassword: '{SHA}' }),
      user(base, 'plain', { userPassword: 'secret' }),
      user(base, 'off', { userPassword: ssha('secret'), isEnabled: 'FALSE' }),
      user(base, 'on', { userPassword: ssha('secret'), isEnabled: 'TRUE' }),
      user(base, 'two', { userPassword: [ssha('other'), ssha('secret')] }),
    )
    const ask = await started({ base_dn: base, filter })
    for (const uid of ['nothing', 'crypt', 'empty', 'plain', 'off'])
      expect([uid, await ask(uid)]).toEqual([uid, 'deny'])
    for (const uid of ['on', 'two']) expect([uid, await ask(uid)]).toEqual([uid, 'allow'])
  })

  test('finds usernames with special characters by filter and by distinguished name, and no other users', async () => {
    const base = await addUsers(server, [])
    const names = ['a,b', 'a+b="c"', '#a; <b>', 'a*(b)\\', 'ä ö']
    await server.add(...names.map((name) => user(base, name, { userPassword: ssha(name) })))
    const byFilter = await started({ base_dn: base, filter })
    const byDn = await started({ base_dn: `uid=\${username},${base}` })
    for (const name of names)
      for (const ask of [byFilter, byDn]) {
        expect([name, await ask(name, name)]).toEqual([name, 'allow'])
        expect([name, await ask(name, 'wrong')]).toEqual([name, 'deny'])
      }
    expect(await byFilter('a*', 'a,b')).toBe('ignore')
  })

  test('accepts no client if the search finds several entries or the base does not exist', async () => {
    const base = await addUsers(server, [
      { username: 'ann', password: 'secret', isSuperuser: false },
      { username: 'bob', password: 'secret', isSuperuser: false },
    ])
    const all = await started({ base_dn: base })
    await expect(all('ann')).rejects.toThrow('more than one entry')
    const nowhere = await started({ base_dn: `ou=nowhere,${base}` })
    expect(await nowhere('ann')).toBe('ignore')
    const wrong = await started({ base_dn: base, filter: '(uid=${username}' })
    await expect(wrong('ann')).rejects.toThrow('the filter is invalid')
  })

  test('never gets an empty password, which it would accept as an anonymous user', async () => {
    const base = await addUsers(server, [{ username: 'ann', password: 'secret', isSuperuser: false }])
    const ask = await started({ base_dn: base, filter, method: { type: 'bind' } })
    expect([await ask('ann'), await ask('ann', ''), await ask('ann', 'wrong')]).toEqual(['allow', 'deny', 'deny'])
    const fixed = await started({ base_dn: base, filter, method: { type: 'bind', bind_password: '${cert_subject}' } })
    expect(await fixed('ann')).toBe('deny')
  })
})

test('settings are read in the current format and in that of EMQX 5.4', () => {
  const common = { server: 'localhost', username: 'cn=admin', base_dn: 'dc=test' }
  expect(read(common).method).toEqual({
    type: 'hash',
    password_attribute: 'userPassword',
    is_superuser_attribute: 'isSuperuser',
  })
  expect(read({ ...common, method: { type: 'bind' } }).method).toEqual({ type: 'bind', bind_password: '${password}' })
  const old = read({ ...common, password_attribute: 'pw' })
  expect(old).toMatchObject({ password_attribute: 'pw', is_superuser_attribute: 'isSuperuser' })
  expect(old).not.toHaveProperty('method')
  expect(() => create({ ...common, filter: '(uid=${topic})' })).toThrow('${topic}')
})
