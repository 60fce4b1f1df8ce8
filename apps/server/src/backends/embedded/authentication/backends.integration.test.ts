import { createHash, createHmac, createSign, generateKeyPairSync, pbkdf2Sync } from 'node:crypto'
import { connectMqttJs, createScramClient, mosquittoPublish } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import {
  answerHttp,
  expectDown,
  expectUp,
  memberStatus,
  reach,
  type TestBackends,
  useBackends,
} from '../../../test-backends.ts'

const password = 'pässword 1'
const wrong = 'another'
const badUsernameOrPassword = 0x86
const notAuthorized = 0x87

/** An authenticator that an administrator creates, and the credentials of its user. */
interface Row {
  /** ID in paths. The username is `ann` and this ID, with a hyphen instead of the colon. */
  readonly id: string
  /** Creates the user. */
  readonly fill?: (backends: TestBackends, username: string) => Promise<unknown>
  readonly settings: (backends: TestBackends) => object
  /** Right and wrong credentials of the user. Default: a password. */
  readonly secrets?: { readonly right: string; readonly wrong: string }
  /** Uses AUTH of MQTT 5. */
  readonly isScram?: true
  /** Reason code of CONNACK for wrong credentials. */
  readonly refusal: number
  /** Result for its user while the backend is down. Undefined if the authenticator has no external backend. */
  readonly down?: 'refused' | 'let in'
}

const userOf = ({ id }: Row) => `ann-${id.replace(':', '-')}`
const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')
const query = 'SELECT password_hash, salt FROM mqtt_user WHERE username = ${username} LIMIT 1'
const passwordBased = { mechanism: 'password_based' }

/** A manually created token (RFC 7515). */
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = (header: object, claims: object) => `${base64url({ typ: 'JWT', ...header })}.${base64url(claims)}`
const rsa = () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const sign = (claims: object) => {
    const text = unsigned({ alg: 'RS256', kid: 'k1' }, claims)
    return `${text}.${createSign('sha256').update(text).sign(privateKey).toString('base64url')}`
  }
  return { jwk: { ...publicKey.export({ format: 'jwk' }), kid: 'k1' }, pem: publicKey, sign }
}
const issuer = rsa()
const stranger = rsa()
const inAnHour = Math.floor(Date.now() / 1000) + 3600

/** Stored keys of a password (RFC 5802, 3). */
function scramKeys() {
  const salt = Buffer.from('0123456789abcdef')
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256')
  const mac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(mac('Client Key')).digest('hex')
  return { salt: salt.toString('hex'), stored_key: stored, server_key: mac('Server Key').toString('hex') }
}

const rows: readonly Row[] = [
  {
    id: 'password_based:mysql',
    fill: ({ mysql }, username) =>
      mysql.run(`
        CREATE TABLE mqtt_user (username VARCHAR(99), password_hash VARCHAR(999), salt VARCHAR(99));
        INSERT INTO mqtt_user VALUES ('${username}', '${hash('sha256', `salt${password}`)}', 'salt');
      `),
    settings: ({ mysql }) => ({
      ...reach.sql(mysql),
      ...passwordBased,
      backend: 'mysql',
      query,
      password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
    }),
    refusal: badUsernameOrPassword,
    down: 'refused',
  },
  {
    id: 'password_based:postgresql',
    fill: ({ postgresql }, username) => {
      const derived = pbkdf2Sync(password, 'salt', 1000, 32, 'sha256').toString('hex')
      return postgresql.run(`
        CREATE TABLE mqtt_user (username TEXT, password_hash TEXT, salt TEXT);
        INSERT INTO mqtt_user VALUES ('${username}', '${derived}', 'salt');
      `)
    },
    settings: ({ postgresql }) => ({
      ...reach.sql(postgresql),
      ...passwordBased,
      backend: 'postgresql',
      query,
      password_hash_algorithm: { name: 'pbkdf2', mac_fun: 'sha256', iterations: 1000, dk_length: 32 },
    }),
    refusal: badUsernameOrPassword,
    down: 'refused',
  },
  {
    id: 'password_based:mongodb',
    fill: async ({ mongodb }, username) =>
      mongodb.run('mqtt', {
        insert: 'users',
        documents: [{ username, password_hash: hash('sha512', `${password}salt`), salt: 'salt' }],
      }),
    settings: ({ mongodb }) => ({
      ...reach.mongodb(mongodb),
      ...passwordBased,
      backend: 'mongodb',
      collection: 'users',
      filter: { username: '${username}' },
      password_hash_algorithm: { name: 'sha512', salt_position: 'suffix' },
    }),
    refusal: badUsernameOrPassword,
    down: 'refused',
  },
  {
    id: 'password_based:redis',
    fill: ({ redis }, username) => redis.run('HSET', `mqtt_user:${username}`, 'password_hash', password),
    settings: ({ redis }) => ({
      ...reach.redis(redis),
      ...passwordBased,
      backend: 'redis',
      cmd: 'HMGET mqtt_user:${username} password_hash',
      password_hash_algorithm: { name: 'plain', salt_position: 'disable' },
    }),
    refusal: badUsernameOrPassword,
    down: 'refused',
  },
  {
    id: 'password_based:ldap',
    fill: ({ ldap }, uid) =>
      ldap.add({
        dn: `uid=${uid},${ldap.base}`,
        attributes: { objectClass: 'mqttUser', uid, userPassword: password },
      }),
    settings: ({ ldap }) => ({ ...reach.ldap(ldap), ...passwordBased, backend: 'ldap', method: { type: 'bind' } }),
    refusal: badUsernameOrPassword,
    down: 'refused',
  },
  {
    id: 'password_based:http',
    settings: ({ http }) => ({
      ...passwordBased,
      backend: 'http',
      method: 'post',
      url: `${http.origin}/authn`,
      body: { username: '${username}', password: '${password}' },
      headers: { 'content-type': 'application/json' },
    }),
    refusal: notAuthorized,
    down: 'refused',
  },
  {
    id: 'jwt',
    settings: ({ http }) => ({
      mechanism: 'jwt',
      use_jwks: true,
      endpoint: `${http.origin}/keys`,
      refresh_interval: 10,
      verify_claims: { sub: '${username}' },
    }),
    secrets: {
      right: issuer.sign({ sub: 'ann-jwt', exp: inAnHour }),
      wrong: stranger.sign({ sub: 'ann-jwt', exp: inAnHour }),
    },
    refusal: notAuthorized,
    // The keys are cached.
    down: 'let in',
  },
  {
    id: 'scram:http',
    settings: ({ http }) => ({
      mechanism: 'scram',
      backend: 'http',
      method: 'get',
      url: `${http.origin}/scram/\${username}`,
      algorithm: 'sha256',
      iteration_count: 4096,
    }),
    isScram: true,
    refusal: badUsernameOrPassword,
    down: 'refused',
  },
  {
    id: 'scram:built_in_database',
    settings: () => ({ mechanism: 'scram', backend: 'built_in_database', algorithm: 'sha256', iteration_count: 4096 }),
    isScram: true,
    refusal: badUsernameOrPassword,
  },
  {
    id: 'password_based:built_in_database',
    settings: () => ({
      ...passwordBased,
      backend: 'built_in_database',
      user_id_type: 'username',
      password_hash_algorithm: { name: 'bcrypt', salt_rounds: 5 },
    }),
    refusal: badUsernameOrPassword,
  },
]

const running = useBackends(async ({ backends }) => {
  answerHttp(backends.http, {
    keys: () => ({ keys: [issuer.jwk] }),
    authn: ({ body }) => {
      const shown: { readonly username?: string; readonly password?: string } = JSON.parse(body)
      if (shown.username !== 'ann-password_based-http') return { result: 'ignore' }
      return { result: shown.password === password ? 'allow' : 'deny' }
    },
    scram: ({ target }) => (target === '/scram/ann-scram-http' ? scramKeys() : undefined),
  })
  await Promise.all(rows.map((row) => row.fill?.(backends, userOf(row))))
})

const pathOf = ({ id }: Row) => `/authentication/${encodeURIComponent(id)}`
const endpoint = () => ({ host: '127.0.0.1', port: running.stage.server.ports.tcp ?? 0 })

/** 0, or the reason code of the rejecting CONNACK. */
async function enter(row: Row, secret: string): Promise<number> {
  const username = userOf(row)
  const scram = row.isScram && createScramClient('sha256', username, secret, `nonce-${row.id}`)
  const connecting = scram
    ? connectMqttJs(
        endpoint(),
        { properties: { authenticationMethod: 'SCRAM-SHA-256', authenticationData: Buffer.from(scram.first) } },
        scram.final,
      )
    : connectMqttJs(endpoint(), { username, password: secret })
  try {
    await (await connecting).end()
    return 0
  } catch (error) {
    return (error as { readonly code: number }).code // MQTT.js's message for a CONNACK
  }
}

const publishWithMosquitto = (row: Row, secret: string) =>
  mosquittoPublish(endpoint(), { args: ['-u', userOf(row), '-P', secret, '-t', 'a', '-m', 'x', '-q', '1'] })

const statusOf = (row: Row) => memberStatus(running.stage, pathOf(row))
const secretsOf = ({ secrets = { right: password, wrong } }: Row) => secrets

describe('each authenticator, created through the API of a running server', () => {
  test.each(rows)('$id accepts the right credentials and rejects others', async (row) => {
    const { right, wrong: bad } = secretsOf(row)
    expect(await running.stage.call('POST', '/authentication', row.settings(running.backends))).toMatchObject({
      status: 200,
    })
    expect(await statusOf(row)).toMatchObject({ status: 'connected', node_error: [] })
    if (row.down === undefined) {
      const user = { user_id: userOf(row), password }
      expect(await running.stage.call('POST', `${pathOf(row)}/users`, user)).toMatchObject({ status: 201 })
    }
    expect([await enter(row, right), await enter(row, bad)]).toEqual([0, row.refusal])
    expect((await statusOf(row)) as object).toMatchObject({ metrics: { success: 1 } })
    if (row.isScram) return // mosquitto's clients do not support AUTH
    await publishWithMosquitto(row, right)
    await expect(publishWithMosquitto(row, bad)).rejects.toThrow(/bad user ?name or password|not authori[sz]ed/i)
  })

  test('in one chain, each authenticator accepts its own users, and unknown users are rejected', async () => {
    const codes = await Promise.all(rows.map(async (row) => [row.id, await enter(row, secretsOf(row).right)]))
    expect(codes).toEqual(rows.map(({ id }) => [id, 0]))
    const nobody: Row = { id: 'nobody', settings: () => ({}), refusal: notAuthorized }
    expect(await enter(nobody, password)).toBe(notAuthorized)
    await expect(publishWithMosquitto(nobody, password)).rejects.toThrow(/not authori[sz]ed|bad user ?name/i)
  })

  test('when all backends stop, each authenticator reports a reason, the chain continues, and all reconnect', async () => {
    const outside = rows.filter(({ down }) => down !== undefined)
    const members = outside.map((row) => ({ name: row.id, path: pathOf(row) }))
    const gone = { stage: running.stage, part: 'authn', members } as const
    await running.backends.kill()
    for (const row of rows) {
      // The user is unknown now. The SCRAM exchange also runs for unknown users.
      const refusal = row.isScram ? badUsernameOrPassword : notAuthorized
      const expected = row.down === 'refused' ? refusal : 0
      expect([row.id, await enter(row, secretsOf(row).right)]).toEqual([row.id, expected])
    }
    await expectDown(gone)
    for (const row of rows.filter(({ down, isScram }) => down === undefined && !isScram))
      await publishWithMosquitto(row, password)
    await running.backends.start()
    await expectUp(gone)
    for (const row of rows) expect([row.id, await enter(row, secretsOf(row).right)]).toEqual([row.id, 0])
  })

  test('tokens signed with a shared secret or a key pair are accepted, and their ACL is applied', async () => {
    const secret = 'a secret of more than thirty-two bytes'
    const claims = { exp: inAnHour, acl: { pub: ['a/#'] } }
    const text = unsigned({ alg: 'HS256' }, claims)
    const signed = `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    const keys = issuer.pem.export({ type: 'spki', format: 'pem' })
    for (const [settings, token] of [
      [{ algorithm: 'hmac-based', secret }, signed],
      [{ algorithm: 'public-key', public_key: keys }, issuer.sign(claims)],
    ] as const) {
      const put = await running.stage.call('PUT', '/authentication/jwt', {
        mechanism: 'jwt',
        use_jwks: false,
        ...settings,
      })
      expect(put.status).toBe(204)
      const { client, end } = await connectMqttJs(endpoint(), { username: 'ann-jwt', password: token })
      await client.publishAsync('a/b', 'x', { qos: 1 })
      await expect(client.publishAsync('b', 'x', { qos: 1 })).rejects.toMatchObject({ code: notAuthorized })
      await end()
      const other = { id: 'jwt', settings: () => ({}), refusal: notAuthorized }
      expect(await enter(other, stranger.sign(claims))).toBe(notAuthorized)
    }
  })
})
