import { startHttpServer, type TestHttpServer } from '../http-server.ts'

export interface TdengineRow {
  readonly table: string
  /** Strings without their quotes and escapes; numbers and NULL as in the statement. */
  readonly values: readonly string[]
}

export interface TdenginePeerOptions {
  readonly username: string
  readonly password: string
  readonly database: string
  /** Number of columns by table. The first has the time. */
  readonly tables: Readonly<Record<string, number>>
}

/**
 * A fake taosAdapter of TDengine 3, because Debian has none. Supports `POST /rest/sql[/DATABASE]` with basic
 * authentication and two statements: `SELECT SERVER_VERSION()`, and `INSERT INTO` with one or more tables, each with
 * tags or columns that are ignored and rows of VALUES. Reads the statement word by word, so a value that leaves its quotes
 * is a syntax error. A row with the time of another one replaces it. Errors have status 200 and a code, as by default.
 */
export interface TdenginePeer extends Pick<TestHttpServer, 'down'> {
  readonly port: number
  /** Does nothing if it is running. */
  up(): Promise<void>
  rows(): readonly TdengineRow[]
  statements(): readonly string[]
}

export async function startTdenginePeer(options: TdenginePeerOptions): Promise<TdenginePeer> {
  const { username, password, database, tables } = options
  const server = await startHttpServer()
  const stored = new Map<string, TdengineRow>()
  const statements: string[] = []
  server.answer(({ method, target, headers, body }, response) => {
    const reply = (status: number, answer: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    const { pathname } = new URL(target, server.origin)
    if (method !== 'POST' || !pathname.startsWith('/rest/sql')) return reply(404, { code: 0xffff, desc: 'not found' })
    const login = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    if (headers.authorization !== login) return reply(401, { code: 0x0357, desc: 'Authentication failure' })
    const wanted = decodeURIComponent(pathname.split('/')[3] ?? '')
    if (wanted !== '' && wanted !== database) return reply(200, { code: 0x0388, desc: 'Database not exist' })
    if (/^select server_version\(\)$/i.test(body)) return reply(200, { code: 0, data: [['3.3.0.0']], rows: 1 })
    statements.push(body)
    try {
      const rows = readInsert(body)
      for (const { table, values } of rows) {
        if (tables[table] === undefined) return reply(200, { code: 0x2603, desc: 'Table does not exist' })
        if (values.length !== tables[table] || !/^\d+$/.test(values[0] ?? ''))
          return reply(200, { code: 0x2602, desc: 'Illegal number of columns, or no timestamp' })
      }
      for (const row of rows) stored.set(`${row.table} ${row.values[0]}`, row)
      return reply(200, { code: 0, column_meta: [['affected_rows', 'INT', 4]], data: [[rows.length]], rows: 1 })
    } catch (error) {
      return reply(200, { code: 0x2600, desc: `syntax error near '${String(error)}'` })
    }
  })
  return {
    port: Number(new URL(server.origin).port),
    rows: () => [...stored.values()],
    statements: () => statements,
    down: server.down,
    async up() {
      await server.down()
      await server.up()
    },
  }
}

const word = /\s*('(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`[^`]*`|[\w.+-]+|[(),])/sy

function readInsert(sql: string): readonly TdengineRow[] {
  const words: string[] = []
  word.lastIndex = 0
  for (let found = word.exec(sql); found; found = word.exec(sql)) words.push(found[1] ?? '')
  const read = words.join('').length
  if (read !== sql.replace(/('(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*")|\s+/gs, '$1').length)
    throw new Error('a character')
  const take = (expected: RegExp) => {
    const next = words.shift() ?? 'the end'
    if (!expected.test(next)) throw new Error(next)
    return next
  }
  const list = () => {
    const values: string[] = []
    take(/^\($/)
    do values.push(plain(take(/^[^(),]/s)))
    while (take(/^[,)]$/) === ',')
    return values
  }
  take(/^insert$/i)
  take(/^into$/i)
  const rows: TdengineRow[] = []
  do {
    const table = plain(take(/^[\w`]/))
    if (/^using$/i.test(words[0] ?? '')) {
      take(/^using$/i)
      take(/^[\w`]/)
      take(/^tags$/i)
      list()
    }
    if (words[0] === '(') list()
    take(/^values$/i)
    do rows.push({ table, values: list() })
    while (words[0] === '(')
  } while (words.length > 0)
  return rows
}

const plain = (text: string) => (/^['"`]/.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text)
