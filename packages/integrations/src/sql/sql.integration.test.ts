import { clientTls, toPlain } from '@mqdeck/contract'
import { mysqlType, postgresType, type SqlRow, type SqlSettings } from '@mqdeck/drivers'
import { behindRelay, type SqlServer, startMariadb, startPostgres } from '@mqdeck/testkit'
import { describeIntegration, type IntegrationHarness } from '@mqdeck/testkit/suites'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

interface Dialect {
  readonly name: string
  readonly type: string
  readonly start: () => Promise<SqlServer>
  readonly connect: (settings: SqlSettings) => ReturnType<typeof mysqlType>
  readonly extra?: object
  readonly table: (name: string) => string
  readonly upsert: string
  /** A trigger that fails each INSERT with a deadlock error while `t_flag` has rows. */
  readonly deadlock: string
}

const postgres = {
  start: startPostgres,
  connect: (settings: SqlSettings) => postgresType({ ...settings, disable_prepared_statements: false }),
  table: (name: string) =>
    `CREATE TABLE ${name} (n SERIAL PRIMARY KEY, mark TEXT UNIQUE, qos INT, big BIGINT, data JSONB, raw BYTEA);`,
  upsert:
    'INSERT INTO t_more(mark, qos) VALUES (${mark}, ${qos}) ON CONFLICT (mark) DO UPDATE SET qos = t_more.qos + EXCLUDED.qos',
  deadlock: `
    CREATE OR REPLACE FUNCTION in_the_way() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM t_flag) THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER in_the_way BEFORE INSERT ON t_more FOR EACH ROW EXECUTE FUNCTION in_the_way();`,
}

const dialects: readonly Dialect[] = [
  {
    name: 'MariaDB',
    type: 'mysql',
    start: startMariadb,
    connect: mysqlType,
    table: (name) =>
      `CREATE TABLE ${name} (n INT AUTO_INCREMENT PRIMARY KEY, mark VARCHAR(100) UNIQUE, qos INT, big BIGINT, data JSON, raw BLOB);`,
    upsert:
      'INSERT INTO t_more(mark, qos) VALUES (${mark}, ${qos}) ON DUPLICATE KEY UPDATE qos = t_more.qos + VALUES(qos)',
    deadlock: `
      DELIMITER //
      CREATE TRIGGER in_the_way BEFORE INSERT ON t_more FOR EACH ROW
        IF EXISTS (SELECT 1 FROM t_flag) THEN
          SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'deadlock';
        END IF //`,
  },
  { name: 'PostgreSQL', type: 'pgsql', ...postgres },
  {
    name: 'PostgreSQL without prepared statements, as TimescaleDB',
    type: 'timescale',
    extra: { disable_prepared_statements: true },
    ...postgres,
  },
]

/** All rows of the table. */
async function readRows(dialect: Dialect, server: SqlServer, sql: string): Promise<readonly SqlRow[]> {
  const { connect, close } = dialect.connect({
    server: { host: '127.0.0.1', port: server.port },
    database: server.database,
    username: server.username,
    password: server.password,
    pool_size: 1,
    folder: '/',
    ssl: toPlain(clientTls, clientTls.schema.parse({})),
  })
  const connection = await connect(new AbortController().signal)
  try {
    return await connection.query(sql, [], 10_000)
  } finally {
    await close?.(connection)
  }
}

const connectorOf = ({ extra }: Dialect, { port, username, password, database }: SqlServer) => ({
  server: `127.0.0.1:${port}`,
  username,
  password,
  database,
  pool_size: 3,
  ...extra,
})

/** One server of each database. */
const started = new Map<Dialect['start'], Promise<SqlServer>>()
const serverOf = ({ start }: Dialect): Promise<SqlServer> => {
  const server = started.get(start) ?? start()
  started.set(start, server)
  return server
}
afterAll(async () => {
  for (const server of started.values()) await (await server).close()
})

for (const dialect of dialects)
  describeIntegration(dialect.name, async () => {
    const server = await serverOf(dialect)
    const { port, down, kill, up } = await behindRelay(server)
    // A row can be written twice if the server stops before it responds.
    await server.run(`DROP TABLE IF EXISTS t_mqtt; ${dialect.table('t_mqtt').replace(' UNIQUE', '')}`)
    return {
      harness: () => createHarness(dialect.type),
      connector: connectorOf(dialect, { ...server, port }),
      action: {
        parameters: { sql: 'INSERT INTO t_mqtt(mark, qos) VALUES (${mark}, ${qos})' },
        data: (mark) => ({ mark, qos: 1n }),
        received: async () => {
          const rows = await readRows(dialect, server, 'SELECT mark FROM t_mqtt ORDER BY n')
          return rows.map(({ mark }) => String(mark))
        },
        batches: true,
        refused: () => ({ mark: 'never', qos: 'many' }),
      },
      down,
      kill,
      up,
      secrets: [server.password],
      wrong: { password: 'wr0ng-pa55word' },
      close: down,
    }
  })

describe.each(dialects)('only for $name', (dialect) => {
  let server: SqlServer
  beforeAll(async () => {
    server = await serverOf(dialect)
  })

  async function open(sql: string, options: object = {}, parameters: object = {}): Promise<IntegrationHarness> {
    await server.run(`DROP TABLE IF EXISTS t_more; ${dialect.table('t_more')}`)
    const harness = await createHarness(dialect.type)
    onTestFinished(harness.close)
    const quick = { health_check_interval: '200ms' }
    await harness.apply({
      connector: { ...connectorOf(dialect, server), resource_opts: quick },
      action: {
        connector: 'c',
        parameters: { sql, ...parameters },
        resource_opts: { ...quick, worker_pool_size: 1, ...options },
      },
    })
    await expect.poll(() => harness.state('action')?.status).toBe('connected')
    return harness
  }
  const rows = () => readRows(dialect, server, 'SELECT * FROM t_more ORDER BY n')
  const batches = { batch_size: 50, batch_time: '50ms' }
  const sendAll = (harness: IntegrationHarness, all: readonly Readonly<Record<string, unknown>>[]) =>
    Promise.all(all.map((data) => harness.send(data)))

  test('values are stored unchanged: SQL in a text, 64-bit integers, JSON, bytes', async () => {
    const harness = await open(
      "INSERT INTO t_more(mark, qos, big, data, raw) VALUES ('${mark}', ${payload.qos}, ${big}, ${data}, ${raw})",
    )
    const mark = `x'); DROP TABLE t_more; --"\${mark}`
    const raw = new Uint8Array([0, 0xff, 0x5c])
    const outcome = await harness.send({
      mark,
      payload: '{"qos": 2}',
      big: 9_223_372_036_854_775_807n,
      data: { a: [1n, 1.5, null] },
      raw,
    })
    expect(outcome).toMatchObject({ result: 'success' })
    const [row] = await rows()
    expect(row).toMatchObject({ mark, qos: 2 })
    expect(Buffer.from(row?.raw as Buffer).equals(raw)).toBe(true)
    const [{ big, data } = {}] = await readRows(
      dialect,
      server,
      `SELECT CAST(big AS CHAR(30)) AS big, CAST(data AS CHAR(100)) AS data FROM t_more`,
    )
    expect(String(big).trim()).toBe('9223372036854775807')
    expect(JSON.parse(String(data))).toEqual({ a: [1, 1.5, null] })
  })

  test('a rejected row does not fail the others of its batch', async () => {
    const harness = await open('INSERT INTO t_more(mark, qos) VALUES (${mark}, ${qos})', batches)
    const outcomes = await sendAll(
      harness,
      Array.from({ length: 20 }, (_, index) => ({ mark: `m${index}`, qos: index === 7 ? 'many' : 1n })),
    )
    expect(outcomes.map(({ result }) => result)).toEqual(
      outcomes.map((_, index) => (index === 7 ? 'failed' : 'success')),
    )
    expect(await rows()).toHaveLength(19)
    expect(harness.metrics('action')).toMatchObject({ success: 19, failed: 1, retried: 0 })
  })

  test('a batch of upserts may contain a key several times', async () => {
    const harness = await open(dialect.upsert, batches)
    const outcomes = await sendAll(
      harness,
      Array.from({ length: 12 }, (_, index) => ({ mark: `m${index % 3}`, qos: 1n })),
    )
    expect(outcomes.map(({ result, reason }) => reason ?? result)).toEqual(outcomes.map(() => 'success'))
    expect((await rows()).map(({ mark, qos }) => [mark, qos])).toEqual([
      ['m0', 4],
      ['m1', 4],
      ['m2', 4],
    ])
  })

  test('other statements of a batch are executed one by one', async () => {
    const harness = await open('UPDATE t_more SET qos = qos + ${by} WHERE mark = ${mark}', batches)
    await server.run(`INSERT INTO t_more(mark, qos) VALUES ('a', 0);`)
    const outcomes = await sendAll(
      harness,
      Array.from({ length: 10 }, () => ({ mark: 'a', by: 2n })),
    )
    expect(outcomes.map(({ result, reason }) => reason ?? result)).toEqual(outcomes.map(() => 'success'))
    expect((await rows()).map(({ qos }) => qos)).toEqual([20])
  })

  test('a batch that exceeds the limits of a statement is split', async () => {
    const columns = 'mark, qos, big, data, raw'
    const harness = await open(
      `INSERT INTO t_more(${columns}) VALUES (\${mark}, \${qos}, \${big}, \${data}, \${raw})`,
      {
        batch_size: 20_000,
        batch_time: '300ms',
      },
    )
    const outcomes = await sendAll(
      harness,
      Array.from({ length: 15_000 }, (_, index) => ({ mark: `m${index}`, qos: 1n, big: 1n, data: {}, raw: '' })),
    )
    expect(outcomes.filter(({ result }) => result === 'success')).toHaveLength(15_000)
    expect(await rows()).toHaveLength(15_000)
  })

  test('a missing value is NULL, in MySQL only with the setting', async () => {
    const isMysql = dialect.type === 'mysql'
    const parameters = isMysql ? { undefined_vars_as_null: true } : {}
    const sql = 'INSERT INTO t_more(mark, qos) VALUES (${mark}, ${qos})'
    const harness = await open(sql, {}, parameters)
    expect(await harness.send({})).toMatchObject({ result: 'success' })
    expect(await harness.send({ mark: null, qos: 1n })).toMatchObject({ result: 'success' })
    expect((await rows()).map(({ mark, qos }) => [mark, qos])).toEqual([
      [null, null],
      [null, 1],
    ])
    if (!isMysql) return
    const other = await open(sql)
    expect(await other.send({ qos: 1n })).toMatchObject({ result: 'success' })
    expect((await rows()).map(({ mark }) => mark)).toEqual(['undefined'])
  })

  test('a missing table is reported as the reason until it exists', async () => {
    const harness = await open('INSERT INTO t_more(mark) VALUES (${mark})')
    await server.run('DROP TABLE t_more;')
    await expect.poll(() => harness.state('action')?.status).toBe('disconnected')
    expect(harness.state('action')?.reason).toContain('t_more')
    expect(harness.state('connector')?.status).toBe('connected')
    await server.run(dialect.table('t_more'))
    await expect.poll(() => harness.state('action')?.status).toBe('connected')
  })

  test('a placeholder inside a longer string is rejected when the action is created', async () => {
    const harness = await open('SELECT 1')
    const action = { connector: 'c', parameters: { sql: "INSERT INTO t_more(mark) VALUES ('x ${mark}')" } }
    await expect(harness.probe('action', action)).rejects.toThrow('must be the whole string')
  })

  test('a deadlock is retried', async () => {
    const harness = await open('INSERT INTO t_more(mark) VALUES (${mark})')
    await server.run(`DROP TABLE IF EXISTS t_flag; CREATE TABLE t_flag (n INT); INSERT INTO t_flag VALUES (1);`)
    await server.run(dialect.deadlock)
    const outcome = harness.send({ mark: 'a' })
    await expect.poll(() => harness.metrics('action').retried).toBeGreaterThan(0)
    await server.run('DELETE FROM t_flag;')
    expect(await outcome).toMatchObject({ result: 'success' })
    expect(await rows()).toHaveLength(1)
  })
})
