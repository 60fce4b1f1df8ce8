import { startHttpServer, type TestHttpServer } from '../http-server.ts'

export interface CouchbasePeerOptions {
  readonly username: string
  readonly password: string
  readonly keyspaces: readonly string[]
}

/**
 * A fake query service of Couchbase, because neither Debian nor npm has the server. `POST /query/service` with basic
 * authentication and positional parameters, for `SELECT 1`, `INSERT` and `UPSERT INTO keyspace (KEY, VALUE) VALUES (..., ...)`
 * whose value is a parameter or an object of parameters, and `EXPLAIN` of those. An existing key of an INSERT is refused.
 */
export interface CouchbasePeer extends Pick<TestHttpServer, 'down'> {
  readonly port: number
  /** Does nothing if it is running. */
  up(): Promise<void>
  /** Documents of a keyspace by key. */
  documents(keyspace: string): Readonly<Record<string, unknown>>
  statements(): readonly string[]
}

class QueryError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export async function startCouchbasePeer({
  username,
  password,
  keyspaces,
}: CouchbasePeerOptions): Promise<CouchbasePeer> {
  const server = await startHttpServer()
  const stored = new Map(keyspaces.map((name) => [name, new Map<string, unknown>()]))
  const statements: string[] = []

  function run(statement: string, args: readonly unknown[]): void {
    if (/^SELECT 1$/i.test(statement)) return
    const match = /^(EXPLAIN )?(INSERT|UPSERT) INTO `?([\w.]+)`? \(KEY, VALUE\) VALUES \((.+)\)$/is.exec(statement)
    const [, explain, verb = '', keyspace = '', list = ''] = match ?? []
    if (!match) throw new QueryError(3000, `syntax error - line 1, column 1, near '${statement}'`)
    const documents = stored.get(keyspace)
    if (!documents) throw new QueryError(12003, `Keyspace not found in CB datastore: default:${keyspace}`)
    const filled = `[${list.replaceAll(/\$(\d+)/g, (_, number) => JSON.stringify(args[Number(number) - 1] ?? null))}]`
    if (explain) return
    const [key, value] = parse(filled)
    if (typeof key !== 'string') throw new QueryError(5210, 'Key is not a string')
    if (/insert/i.test(verb) && documents.has(key)) throw new QueryError(12009, `DML Error: Duplicate Key: ${key}`)
    documents.set(key, value)
  }

  server.answer(({ method, target, headers, body }, response) => {
    const reply = (status: number, answer: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    const refuse = (status: number, code: number, msg: string) =>
      reply(status, { requestID: 'r', errors: [{ code, msg }], status: 'fatal' })
    if (method !== 'POST' || target !== '/query/service') return reply(404, {})
    const login = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    if (headers.authorization !== login) return refuse(401, 13014, 'User does not have credentials to run queries')
    const { statement, args = [] } = JSON.parse(body) as { statement: string; args?: readonly unknown[] }
    statements.push(statement)
    try {
      run(statement, args)
      reply(200, { requestID: 'r', results: [], status: 'success' })
    } catch (error) {
      if (!(error instanceof QueryError)) throw error
      refuse(error.code === 12009 ? 409 : 400, error.code, error.message)
    }
  })
  return {
    port: Number(new URL(server.origin).port),
    documents: (keyspace) => Object.fromEntries(stored.get(keyspace) ?? []),
    statements: () => statements,
    down: server.down,
    async up() {
      await server.down()
      await server.up()
    },
  }
}

function parse(text: string): readonly unknown[] {
  try {
    return JSON.parse(text)
  } catch {
    throw new QueryError(3000, `syntax error - near '${text}'`)
  }
}
