import { type ClickhouseServer, startClickhouse } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

const connectorOf = ({ origin, username, password, database }: ClickhouseServer) => ({
  url: origin,
  pool_size: 2,
  username,
  password,
  database,
})

let server: ClickhouseServer
beforeAll(async () => {
  server = await startClickhouse()
})
afterAll(() => server?.close())

describeIntegration('ClickHouse (the real one)', async () => {
  await server.run('CREATE TABLE marks (mark String, n UInt64, at DateTime DEFAULT now()) ENGINE = Log')
  let received: string[] = []
  return {
    harness: () => createHarness('clickhouse'),
    connector: connectorOf(server),
    action: {
      parameters: { sql: "INSERT INTO marks(mark, n) VALUES ('${mark}', ${n})" },
      data: (mark) => ({ mark, n: 1n }),
      // Table engine Log keeps the order of the inserts.
      received: async () => {
        received = (await server.run('SELECT mark FROM marks')).map(({ mark }) => String(mark))
        return received
      },
      batches: true,
      refused: () => ({ mark: 'never', n: 'nine' }),
    },
    down: server.kill,
    up: server.start,
    secrets: [server.password],
    wrong: { password: 'wr0ng-pa55word' },
    close: async () => {},
  }
})

async function opened(parameters: object) {
  const harness = await createHarness('clickhouse')
  onTestFinished(harness.close)
  const resource_opts = { batch_size: 10, batch_time: '50ms', worker_pool_size: 1 }
  await harness.apply({ connector: connectorOf(server), action: { connector: 'c', parameters, resource_opts } })
  return harness
}

test('every type of value is stored unchanged, and no value becomes SQL', async () => {
  await server.run(
    'CREATE TABLE kinds (i Int64, u UInt64, f Float64, s String, j String, l Array(Int64), n Nullable(String), b String) ENGINE = Memory',
  )
  const evil = `x'), (1,2); DROP TABLE kinds -- "\\'\n\t`
  const harness = await opened({
    sql: "INSERT INTO kinds VALUES (${i}, ${u}, ${f}, ${s}, '${j}', ${l}, ${n}, '${b}')",
    undefined_vars_as_null: true,
  })
  const data = {
    i: -9_007_199_254_740_993n,
    u: 18_446_744_073_709_551_615n,
    f: 1.5,
    s: evil,
    j: { s: evil },
    l: [1n, 2n],
    b: Buffer.from([0, 0xff]),
  }
  expect(await harness.send(data)).toMatchObject({ result: 'success' })
  expect(await harness.send({ ...data, i: '12', s: '', n: 'set' })).toMatchObject({ result: 'success' })
  const rows = await server.run(
    'SELECT toString(i) AS i, toString(u) AS u, f, s, j, l, n, hex(b) AS b FROM kinds ORDER BY kinds.i',
  )
  expect(rows).toEqual([
    {
      i: '-9007199254740993',
      u: '18446744073709551615',
      f: 1.5,
      s: evil,
      j: JSON.stringify({ s: evil }),
      l: ['1', '2'],
      n: null,
      b: '00FF',
    },
    expect.objectContaining({ i: '12', s: '', n: 'set' }),
  ])
})

test.each([
  ['JSONEachRow', '{"s":"${s}","n":${n}}', '\n'],
  ['CSV', '"${s}",${n}', '\n'],
  ['TabSeparated', '${s}\t${n}', '\n'],
  ['Values', "('${s}', ${n})", ','],
])('a batch is sent as %s, too', async (format, row, batch_value_separator) => {
  const table = `in_${format}`
  await server.run(`CREATE TABLE ${table} (s String, n UInt64) ENGINE = Memory`)
  const harness = await opened({ sql: `INSERT INTO \${table} FORMAT ${format} ${row}`, batch_value_separator })
  const texts = ['plain', `it's "quoted"`, 'back\\slash', 'tab\tline\nfeed,comma']
  const outcomes = await Promise.all(texts.map((s, index) => harness.send({ table, s, n: BigInt(index) })))
  expect(outcomes.map(({ result }) => result)).toEqual(texts.map(() => 'success'))
  expect((await server.run(`SELECT s FROM ${table} ORDER BY n`)).map(({ s }) => s)).toEqual(texts)
})

test('a rejected row does not fail the others of its batch, and its values are not reported', async () => {
  await server.run('CREATE TABLE some (n UInt8) ENGINE = Memory')
  const harness = await opened({ sql: 'INSERT INTO some VALUES (${n})' })
  const outcomes = await Promise.all([1n, 'personal', 3n].map((n) => harness.send({ n })))
  expect(outcomes.map(({ result }) => result)).toEqual(['success', 'failed', 'success'])
  expect(JSON.stringify(outcomes)).not.toContain('personal')
  expect((await server.run('SELECT n FROM some ORDER BY n')).map(({ n }) => n)).toEqual([1, 3])
})

test('a missing database is reported immediately', async () => {
  const harness = await createHarness('clickhouse')
  onTestFinished(harness.close)
  await expect(harness.probe('connector', { ...connectorOf(server), database: 'nowhere' })).rejects.toThrow('code 81')
})
