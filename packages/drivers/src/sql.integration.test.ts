import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { clientTls, toPlain, type WireValue } from '@mqdeck/contract'
import { createResource, type Resource, type ResourceStatus, type ResourceType, systemClock } from '@mqdeck/kit'
import { freePort, type SqlServer, startMariadb, startPostgres, testAuthority } from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { AnswerError } from './errors.ts'
import { mysqlType } from './mysql.ts'
import { postgresType } from './postgres.ts'
import type { SqlConnection, SqlSettings } from './sql.ts'

type Tls = Partial<WireValue<typeof clientTls>>
type Changes = Partial<Omit<SqlSettings, 'ssl' | 'server'>> & {
  readonly ssl?: Tls
  readonly host?: string
  readonly port?: number
}

interface Dialect {
  readonly name: string
  readonly start: () => Promise<SqlServer>
  readonly type: (settings: SqlSettings) => ResourceType<SqlConnection>
  readonly parameter: (index: number) => string
  readonly sleep: string
  /** Whether the connection is encrypted. */
  readonly cipher: string
}

const dialects: readonly Dialect[] = [
  {
    name: 'MariaDB',
    start: startMariadb,
    type: mysqlType,
    parameter: () => '?',
    sleep: 'SELECT SLEEP(20)',
    cipher: `SELECT VARIABLE_VALUE <> '' AS encrypted FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'Ssl_cipher'`,
  },
  ...[false, true].map((disable_prepared_statements) => ({
    name: disable_prepared_statements ? 'PostgreSQL without prepared statements' : 'PostgreSQL',
    start: startPostgres,
    type: (settings: SqlSettings) => postgresType({ ...settings, disable_prepared_statements }),
    parameter: (index: number) => `$${index}`,
    sleep: 'SELECT pg_sleep(20)',
    cipher: 'SELECT ssl::int AS encrypted FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  })),
]

/** The state may have been reached before. */
const becomes = ({ state, onChange }: Resource<SqlConnection>, wanted: ResourceStatus) =>
  new Promise<void>((resolve) => {
    onChange(({ status }) => status === wanted && resolve())
    if (state().status === wanted) resolve()
  })

describe.each(dialects)('$name', ({ start, type, parameter, sleep, cipher }) => {
  let server: SqlServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server?.close())

  const settingsWith = ({ ssl = {}, host = '127.0.0.1', port = server.port, ...changes }: Changes): SqlSettings => ({
    server: { host, port },
    database: server.database,
    username: server.username,
    password: server.password,
    pool_size: 2,
    folder: '/',
    ssl: toPlain(clientTls, clientTls.schema.parse(ssl)),
    ...changes,
  })
  const open = async (changes: Changes = {}) => {
    const resource = createResource(type(settingsWith(changes)), { clock: systemClock })
    onTestFinished(resource.stop)
    await resource.start()
    return resource
  }
  const connect = async (changes: Changes = {}) => {
    const resource = await open(changes)
    expect(resource.state()).toMatchObject({ status: 'connected', reason: undefined })
    const connection = resource.current()
    if (!connection) throw new Error('no connection')
    return connection
  }
  const ms = 10_000

  test('values are sent as parameters and are read unchanged', async () => {
    const connection = await connect()
    for (const value of [`x' OR 1=1 -- `, '\\', 'ä€😀', ''])
      expect(await connection.query(`SELECT CAST(${parameter(1)} AS CHAR(40)) AS v`, [value], ms)).toEqual([
        { v: expect.stringMatching(new RegExp(`^${value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`)) },
      ])
  })

  test('a rejected statement reports the reason without the values, and the next statement works', async () => {
    const connection = await connect({ pool_size: 1 })
    const error = await connection.query('SELECT * FROM nowhere', [], ms).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AnswerError)
    expect(String(error)).toMatch(/nowhere/)
    expect(await connection.query('SELECT 1 AS one', [], ms)).toEqual([{ one: 1 }])
  })

  test('a transaction is executed completely or not at all', async () => {
    const connection = await connect({ pool_size: 1 })
    await server.run('CREATE TABLE together (n INT PRIMARY KEY);')
    onTestFinished(async () => {
      await server.run('DROP TABLE together;')
    })
    const insert = `INSERT INTO together(n) VALUES (${parameter(1)})`
    const rows = () => connection.query('SELECT n FROM together ORDER BY n', [], ms)
    await connection.runAll(insert, [[1], [2n], ['3']], ms)
    expect(await rows()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    const error = await connection.runAll(insert, [[4], [3], [5]], ms).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AnswerError)
    expect(String(error)).toMatch(/[Dd]uplicate/)
    expect(await rows()).toHaveLength(3)
    await connection.runAll(insert, [[4]], ms)
    expect(await rows()).toHaveLength(4)
  })

  test('a statement is prepared without being executed', async () => {
    const connection = await connect()
    await server.run('CREATE TABLE prepared (n INT);')
    const insert = `INSERT INTO prepared(n) VALUES (${parameter(1)})`
    await connection.prepare(insert)
    await connection.prepare(insert)
    expect(await connection.query('SELECT n FROM prepared', [], ms)).toEqual([])
    await server.run('DROP TABLE prepared;')
    await expect(connection.prepare(insert)).rejects.toThrow(AnswerError)
  })

  test('a connection works with more statements than it caches', async () => {
    const connection = await connect({ pool_size: 1 })
    for (let round = 0; round < 2; round += 1)
      for (let index = 0; index < 150; index += 1)
        expect(await connection.query(`SELECT ${index} AS n`, [], ms)).toEqual([{ n: index }])
  })

  test('a query that takes too long is cancelled, and its connection is available to others', async () => {
    const connection = await connect({ pool_size: 1 })
    await expect(connection.query(sleep, [], 300)).rejects.toThrow('no answer within 300 ms')
    expect(await connection.query('SELECT 1 AS one', [], ms)).toEqual([{ one: 1 }])
  })

  test('a wrong password is reported as the reason without the password', async () => {
    const resource = await open({ password: 'not-the-password' })
    expect(resource.state().status).toBe('disconnected')
    expect(resource.state().reason).toMatch(/denied|authentication failed/)
    expect(resource.state().reason).not.toContain('not-the-password')
  })

  test('an unreachable server is reported as the reason', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const resource = await open({ host, port: await freePort() })
      expect(resource.state().status).toBe('disconnected')
      expect(resource.state().reason).toMatch(/ECONNREFUSED/)
    }
  })

  test('a server that accepts connections and does not respond is given up before the timeout', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const resource = createResource(type(settingsWith({ port })), { clock: systemClock, timeout: 200 })
    onTestFinished(resource.stop)
    await resource.start()
    expect(resource.state()).toMatchObject({ status: 'disconnected', reason: 'no answer within 200 ms' })
  })

  test('the server is verified with the CA and the server name', async () => {
    const verify = { enable: true, verify: 'verify_peer', cacertfile: server.ca } as const
    for (const [host, ssl] of [
      ['127.0.0.1', verify],
      ['localhost', verify],
      ['127.0.0.1', { ...verify, server_name_indication: 'localhost' }],
      ['localhost', { ...verify, server_name_indication: 'disable' }],
      ['localhost', { enable: true }],
    ] as const) {
      const connection = await connect({ host, ssl })
      expect((await connection.query(cipher, [], ms)).map(({ encrypted }) => encrypted)).toEqual([1])
    }
  })

  test('an unknown CA, another name or an invalid file is reported as the reason', async () => {
    const other = await testAuthority('Other CA')
    const verify = { enable: true, verify: 'verify_peer' } as const
    for (const [ssl, reason] of [
      [{ ...verify, cacertfile: other.cert }, /certificate|signature/],
      [verify, /certificate/],
      [{ ...verify, cacertfile: server.ca, server_name_indication: 'db.example' }, /db\.example/],
      [{ ...verify, cacertfile: '/nowhere.pem' }, /ssl\.cacertfile: .*nowhere\.pem/],
    ] as const) {
      const resource = await open({ ssl })
      expect(resource.state()).toMatchObject({ status: 'disconnected', reason: expect.stringMatching(reason) })
    }
  })

  test('a lost server is reported as the reason, and the connection is restored when it is back', async () => {
    const resource = await open()
    const connection = resource.current()
    await server.kill()
    await expect(connection?.query('SELECT 1', [], ms)).rejects.toThrow(/./)
    resource.suspect()
    await becomes(resource, 'disconnected')
    expect(resource.current()).toBeUndefined()
    await server.start()
    resource.suspect()
    await becomes(resource, 'connected')
    expect(await resource.current()?.query('SELECT 1 AS one', [], ms)).toEqual([{ one: 1 }])
  })
})
