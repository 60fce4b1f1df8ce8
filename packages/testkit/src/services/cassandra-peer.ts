import { createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../free-port.ts'

/** Types of columns with their codes in the native protocol, and how a value is read. */
const columnTypes = {
  text: { code: 0x0d, read: (bytes: Buffer) => bytes.toString() },
  blob: { code: 0x03, read: (bytes: Buffer) => bytes },
  int: { code: 0x09, read: (bytes: Buffer) => bytes.readInt32BE() },
  bigint: { code: 0x02, read: (bytes: Buffer) => bytes.readBigInt64BE() },
  timestamp: { code: 0x0b, read: (bytes: Buffer) => bytes.readBigInt64BE() },
  double: { code: 0x07, read: (bytes: Buffer) => bytes.readDoubleBE() },
  boolean: { code: 0x04, read: (bytes: Buffer) => bytes[0] === 1 },
} as const

export type CassandraColumnType = keyof typeof columnTypes
export type CassandraRow = Readonly<Record<string, unknown>>

export interface CassandraPeerOptions {
  readonly username: string
  readonly password: string
  readonly keyspace: string
  /** Types of the columns by name, by table. The first column is the key. */
  readonly tables: Readonly<Record<string, Readonly<Record<string, CassandraColumnType>>>>
}

/**
 * A fake Cassandra with one node, because neither Debian nor npm has the server. Version 4 of the native protocol
 * (native_protocol_v4.spec): password authentication, what drivers ask of the system tables, and prepared `INSERT INTO table
 * (columns) VALUES (?, ...)`, alone and in batches. A row with the key of another one replaces it.
 */
export interface CassandraPeer {
  readonly port: number
  rows(table: string): readonly CassandraRow[]
  /** Number of rows of each batch. */
  batches(): readonly number[]
  down(): Promise<void>
  /** Does nothing if it is running. */
  up(): Promise<void>
}

class CqlError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

interface Prepared {
  readonly table: string
  readonly columns: readonly (readonly [name: string, type: CassandraColumnType])[]
}

const opcodes = { error: 0, ready: 2, authenticate: 3, supported: 6, result: 8, authSuccess: 16 } as const

export async function startCassandraPeer(options: CassandraPeerOptions): Promise<CassandraPeer> {
  const port = await freePort()
  const stored = new Map(Object.keys(options.tables).map((name) => [name, new Map<string, CassandraRow>()]))
  const statements: Prepared[] = []
  const batches: number[] = []
  const sockets = new Set<Socket>()
  let server: Server | undefined

  function prepare(statement: string): Buffer {
    const match = /^insert into (\w+)\s*\(([^)]*)\)\s*values\s*\(([\s?,]*)\)$/i.exec(statement.trim())
    if (!match) throw new CqlError(0x2000, `line 1:0 no viable alternative at input '${statement}'`)
    const [, table = '', names = ''] = match
    const types = options.tables[table]
    if (!types) throw new CqlError(0x2200, `table ${table} does not exist`)
    const columns = names.split(',').map((one) => {
      const type = types[one.trim()]
      if (!type) throw new CqlError(0x2200, `Undefined column name ${one.trim()} in table ${options.keyspace}.${table}`)
      return [one.trim(), type] as const
    })
    const id = statements.push({ table, columns }) - 1
    const globalTable = [int(1), int(columns.length), int(0), text(options.keyspace), text(table)]
    const specs = columns.flatMap(([name, type]) => [text(name), short(columnTypes[type].code)])
    return Buffer.concat([int(4), short(4), int(id), ...globalTable, ...specs, int(4), int(0)])
  }

  function insert(id: Buffer, values: readonly (Buffer | null)[]): void {
    const prepared = statements[id.readInt32BE()]
    if (!prepared) throw new CqlError(0x2500, 'not prepared')
    const row = Object.fromEntries(
      prepared.columns.map(([name, type], index) => {
        const bytes = values[index] ?? null
        return [name, bytes === null ? null : columnTypes[type].read(bytes)]
      }),
    )
    const [[key = ''] = []] = Object.entries(options.tables[prepared.table] ?? {})
    if (row[key] === null || row[key] === '') throw new CqlError(0x2200, `Invalid null or empty value for ${key}`)
    stored.get(prepared.table)?.set(String(row[key]), row)
  }

  /** The answer to a request: opcode and body. */
  function answer(opcode: number, body: Reader): readonly [number, Buffer] {
    switch (opcode) {
      case 0x01: // STARTUP
        return [opcodes.authenticate, text('org.apache.cassandra.auth.PasswordAuthenticator')]
      case 0x05: // OPTIONS
        return [opcodes.supported, short(0)]
      case 0x0b: // REGISTER
        return [opcodes.ready, Buffer.alloc(0)]
      case 0x0f: {
        const [, username, password] = body.bytes()?.toString().split('\0') ?? []
        if (username !== options.username || password !== options.password)
          throw new CqlError(0x0100, `Provided username ${username} and/or password are incorrect`)
        return [opcodes.authSuccess, int(-1)]
      }
      case 0x07: // QUERY
        return [opcodes.result, query(body.longText())]
      case 0x09: // PREPARE
        return [opcodes.result, prepare(body.longText())]
      case 0x0a: {
        const id = body.shortBytes()
        body.skip(3) // Consistency and flags.
        insert(id, body.values())
        return [opcodes.result, int(1)]
      }
      case 0x0d: {
        body.skip(1)
        const rows = Array.from({ length: body.short() }, () => {
          body.skip(1)
          return [body.shortBytes(), body.values()] as const
        })
        for (const [id, values] of rows) insert(id, values)
        batches.push(rows.length)
        return [opcodes.result, int(1)]
      }
      default:
        throw new CqlError(0x0a, `unknown request ${opcode}`)
    }
  }

  function query(statement: string): Buffer {
    const [, keyspace] = /^use "?(\w+)"?$/i.exec(statement) ?? []
    if (keyspace === options.keyspace) return Buffer.concat([int(3), text(keyspace)])
    if (keyspace !== undefined) throw new CqlError(0x2200, `Keyspace '${keyspace}' does not exist`)
    if (/from system\.local/i.test(statement)) return rowsOf([localRow])
    if (/from system\.peers/i.test(statement)) return rowsOf([])
    throw new CqlError(0x2000, `syntax error: ${statement}`)
  }

  function serve(socket: Socket): void {
    let rest = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= 9 && rest.length >= 9 + rest.readInt32BE(5)) {
        const end = 9 + rest.readInt32BE(5)
        const [opcode = 0] = rest.subarray(4)
        const [kind, body] = orError(() => answer(opcode, new Reader(rest.subarray(9, end))))
        const head = Buffer.from([0x84, 0, rest[2] ?? 0, rest[3] ?? 0, kind])
        socket.write(Buffer.concat([head, int(body.length), body]))
        rest = rest.subarray(end)
      }
    })
  }

  const peer: CassandraPeer = {
    port,
    rows: (table) => [...(stored.get(table)?.values() ?? [])],
    batches: () => batches,
    async up() {
      if (server) return
      const next = createServer((socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
        serve(socket)
      })
      server = next
      await new Promise<void>((resolve, reject) => {
        next.once('error', reject).listen(port, '127.0.0.1', resolve)
      })
    },
    async down() {
      const ended = server && new Promise((resolve) => server?.close(resolve))
      server = undefined
      for (const socket of sockets) socket.destroy()
      await ended
    },
  }
  await peer.up()
  return peer
}

function orError(work: () => readonly [number, Buffer]): readonly [number, Buffer] {
  try {
    return work()
  } catch (error) {
    if (error instanceof CqlError) return [opcodes.error, Buffer.concat([int(error.code), text(error.message)])]
    // A value of the wrong size.
    return [opcodes.error, Buffer.concat([int(0x2200), text(`Invalid value: ${String(error)}`)])]
  }
}

const int = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const short = (value: number) => Buffer.from([value >> 8, value & 0xff])
const text = (value: string) => Buffer.concat([short(Buffer.byteLength(value)), Buffer.from(value)])

const localRow = {
  key: 'local',
  cluster_name: 'Test Cluster',
  data_center: 'datacenter1',
  rack: 'rack1',
  partitioner: 'org.apache.cassandra.dht.Murmur3Partitioner',
  release_version: '4.1.0',
}

/** A result with rows of texts. */
function rowsOf(rows: readonly Readonly<Record<string, string>>[]): Buffer {
  const names = Object.keys(localRow)
  const specs = names.flatMap((name) => [text(name), short(columnTypes.text.code)])
  const values = rows.flatMap((row) =>
    names.flatMap((name) => [int(Buffer.byteLength(row[name] ?? '')), Buffer.from(row[name] ?? '')]),
  )
  const head = [int(2), int(1), int(names.length), text('system'), text('local'), ...specs, int(rows.length)]
  return Buffer.concat([...head, ...values])
}

/** Reads the notations of the protocol, one after the other. */
class Reader {
  readonly #from: Buffer
  #at = 0
  constructor(from: Buffer) {
    this.#from = from
  }
  skip(count: number): void {
    this.#at += count
  }
  short(): number {
    this.#at += 2
    return this.#from.readUInt16BE(this.#at - 2)
  }
  shortBytes(): Buffer {
    return this.#take(this.short())
  }
  longText(): string {
    return this.bytes()?.toString() ?? ''
  }
  bytes(): Buffer | null {
    this.#at += 4
    const size = this.#from.readInt32BE(this.#at - 4)
    return size < 0 ? null : this.#take(size)
  }
  values(): readonly (Buffer | null)[] {
    return Array.from({ length: this.short() }, () => this.bytes())
  }
  #take(size: number): Buffer {
    this.#at += size
    return this.#from.subarray(this.#at - size, this.#at)
  }
}
