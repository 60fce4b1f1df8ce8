import { measureProcessorTime } from '@mqdeck/kit'
import { eventually, startMariadb, startPostgres } from '@mqdeck/testkit'
import { clientInfoWith, describeAuthn, describeAuthz } from '@mqdeck/testkit/suites'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { runtime as mysqlAuthn } from '../authn/mysql/runtime.ts'
import { runtime as postgresqlAuthn } from '../authn/postgresql/runtime.ts'
import { runtime as mysqlAuthz } from '../authz/mysql/runtime.ts'
import { runtime as postgresqlAuthz } from '../authz/postgresql/runtime.ts'
import { openSqlStage, type SqlStage, type SqlUnderTest } from './test-stage.ts'

const databases: readonly (SqlUnderTest & { readonly name: string })[] = [
  {
    name: 'mysql',
    start: startMariadb,
    authn: mysqlAuthn,
    authz: mysqlAuthz,
    sleep: 'SLEEP(60)',
    hasty: { query_timeout: '300ms' },
    text: 'VARCHAR(255)',
  },
  {
    name: 'postgresql',
    start: startPostgres,
    authn: postgresqlAuthn,
    authz: postgresqlAuthz,
    sleep: `(SELECT '' FROM pg_sleep(60))`,
    text: 'TEXT',
  },
]

describe.each(databases)('$name', (database) => {
  let opened: Promise<SqlStage> | undefined
  const open = () => {
    opened ??= openSqlStage(database)
    return opened
  }
  beforeAll(async () => {
    await open()
  })
  afterAll(async () => (await opened)?.close())

  describeAuthn(database.name, { open: async () => (await open()).authn })
  describeAuthz(database.name, { open: async () => (await open()).authz })

  const login = (username: string | undefined, password: string | undefined) => ({
    client: clientInfoWith({ username }),
    password: password === undefined ? undefined : Buffer.from(password),
    method: undefined,
    data: undefined,
    exchange: {},
  })
  const started = async (changes: object) => {
    const authenticator = (await open()).authenticator(changes)
    onTestFinished(() => authenticator.stop())
    await authenticator.start()
    return authenticator
  }
  const plain = { password_hash_algorithm: { name: 'plain', salt_position: 'disable' } }

  test('a user without a salt and with a column named password is accepted, and a row with only NULL is passed to the next authenticator', async () => {
    const { server } = await open()
    await server.run(
      `DELETE FROM mqtt_user; INSERT INTO mqtt_user (username, password) VALUES ('eve', 'p'), ('nul', NULL);`,
    )
    const query = 'SELECT * FROM mqtt_user WHERE username = ${username}'
    const authenticator = await started({ ...plain, query })
    expect(await authenticator.authenticate(login('eve', 'p'))).toMatchObject({ result: 'allow', isSuperuser: false })
    expect(await authenticator.authenticate(login('eve', 'q'))).toMatchObject({ result: 'deny' })
    expect(await authenticator.authenticate(login('nul', ''))).toMatchObject({ result: 'ignore' })
  })

  test('the database may check the password itself, and quotes around a placeholder have no effect', async () => {
    const { server } = await open()
    await server.run(`DELETE FROM mqtt_user; INSERT INTO mqtt_user (username, password) VALUES ('eve', 'p')`)
    const query = `SELECT password FROM mqtt_user WHERE username = '\${username}' AND password = \${password}`
    const authenticator = await started({ ...plain, query })
    expect(await authenticator.authenticate(login('eve', 'p'))).toMatchObject({ result: 'allow' })
    expect(await authenticator.authenticate(login('eve', `p' OR '1'='1`))).toMatchObject({ result: 'ignore' })
  })

  test('an invalid query disconnects the backend with the reason until the database accepts it', async () => {
    const { server } = await open()
    const authenticator = await started({
      query: 'SELECT password_hash FROM later WHERE a = ${username} -- of the year',
    })
    expect(authenticator.state()).toMatchObject({ status: 'disconnected', reason: expect.stringContaining('later') })
    await expect(authenticator.authenticate(login('eve', 'p'))).rejects.toThrow('later')
    await server.run('CREATE TABLE later (a VARCHAR(9), password_hash VARCHAR(9))')
    await eventually(
      () => authenticator.state().status === 'connected',
      () => `${authenticator.state().reason}`,
    )
    expect(await authenticator.authenticate(login('eve', 'p'))).toMatchObject({ result: 'ignore' })
    await server.run('DROP TABLE later')
    await eventually(
      () => authenticator.state().status === 'disconnected',
      () => 'still connected',
    )
  })

  test('an error about a value is reported without the value and keeps the connection', async () => {
    const authenticator = await started({
      query: 'SELECT password_hash FROM mqtt_user WHERE is_superuser = ${password}',
    })
    const reported = await Promise.resolve(authenticator.authenticate(login('eve', 'secret-of-eve'))).catch(String)
    expect(JSON.stringify(reported)).not.toContain('secret-of-eve')
    expect(authenticator.state().status).toBe('connected')
  })

  test('unknown placeholders are rejected with the name of the field', async () => {
    const { authenticator, source } = await open()
    expect(() => authenticator({ query: 'SELECT ${topic}' })).toThrow(
      expect.objectContaining({ field: 'query', message: 'the placeholder ${topic} is not available here' }),
    )
    expect(() => source({ query: 'SELECT ${password}' })).toThrow(expect.objectContaining({ field: 'query' }))
  })

  test('while the database is down, queries fail immediately without a connection attempt', async () => {
    const authenticator = await started({ server: '127.0.0.1:1' })
    const used = measureProcessorTime()
    for (let index = 0; index < 1_000; index += 1)
      await expect(authenticator.authenticate(login('eve', 'p'))).rejects.toThrow(/ECONNREFUSED/)
    expect(used()).toBeLessThan(2_000)
  })

  test('a rule can be limited to retained messages', async () => {
    const { server, source } = await open()
    await server.run(
      `DELETE FROM mqtt_acl; INSERT INTO mqtt_acl VALUES (1, 'ann', 'deny', 'publish', 'a', NULL, 1), (2, 'ann', 'allow', 'publish', 'a', NULL, NULL);`,
    )
    const rules = source()
    onTestFinished(() => rules.stop())
    await rules.start()
    const ask = (retain: boolean) => rules.authorize(clientInfoWith(), { type: 'publish', topic: 'a', qos: 0, retain })
    expect([await ask(true), await ask(false)]).toEqual(['deny', 'allow'])
  })
})
