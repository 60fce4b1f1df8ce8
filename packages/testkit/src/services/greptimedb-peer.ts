import type { Server } from '@grpc/grpc-js'
import { freePort } from '../free-port.ts'

export interface GreptimePeerOptions {
  /** Text of the `.proto` file. */
  readonly proto: string
  readonly username: string
  readonly password: string
  readonly database: string
}

export type GreptimeRow = Readonly<Record<string, unknown>>

/**
 * A fake GreptimeDB, because neither Debian nor npm has the server. `greptime.v1.GreptimeDatabase/Handle` with basic
 * authentication and rows. Tables and columns are created by the first row; a value for a column of another type is
 * refused. A row with the tags and the time of another one replaces it.
 */
export interface GreptimePeer {
  readonly port: number
  /** 64-bit integers as decimal strings. */
  rows(table: string): readonly GreptimeRow[]
  /** Type and role of each column: `INT64 FIELD`. */
  columns(table: string): Readonly<Record<string, string>>
  /** Number of rows of each request that had some. */
  requests(): readonly number[]
  down(): Promise<void>
  /** Does nothing if it is running. */
  up(): Promise<void>
}

interface Column {
  readonly column_name: string
  readonly datatype: string
  readonly semantic_type: string
}
/** A decoded request, as JSON. */
interface Request {
  readonly header?: {
    readonly dbname?: string
    readonly authorization?: { readonly basic?: { readonly username?: string; readonly password?: string } }
  }
  readonly row_inserts?: {
    readonly inserts?: readonly {
      readonly table_name: string
      readonly rows: {
        readonly schema: readonly Column[]
        readonly rows: readonly { readonly values: readonly Readonly<Record<string, unknown>>[] }[]
      }
    }[]
  }
}

export async function startGreptimePeer({
  proto,
  username,
  password,
  database,
}: GreptimePeerOptions): Promise<GreptimePeer> {
  const [grpc, { default: protobuf }] = await Promise.all([import('@grpc/grpc-js'), import('protobufjs')])
  const { root } = protobuf.parse(proto, { keepCase: true })
  const requestType = root.lookupType('greptime.v1.GreptimeRequest')
  const responseType = root.lookupType('greptime.v1.GreptimeResponse')
  const port = await freePort()
  const tables = new Map<string, { columns: Map<string, string>; rows: Map<string, GreptimeRow> }>()
  const requests: number[] = []
  let server: Server | undefined

  /** The number of rows, or the reason to refuse them. */
  function insert({ header, row_inserts }: Request): number | readonly [code: number, reason: string] {
    const login = header?.authorization?.basic
    if (login?.username !== username || login?.password !== password)
      return [grpc.status.UNAUTHENTICATED, `User password mismatch: ${login?.password}`]
    if (header?.dbname !== database) return [grpc.status.NOT_FOUND, `Database not found: ${header?.dbname}`]
    const inserts = row_inserts?.inserts ?? []
    for (const { table_name, rows } of inserts) {
      const known = tables.get(table_name)?.columns
      const wrong = rows.schema.find((one) => known?.has(one.column_name) && known.get(one.column_name) !== typeOf(one))
      if (wrong) return [grpc.status.INVALID_ARGUMENT, `Column ${wrong.column_name} has another type`]
    }
    let count = 0
    for (const { table_name, rows } of inserts) {
      const table = tables.get(table_name) ?? { columns: new Map(), rows: new Map() }
      tables.set(table_name, table)
      for (const column of rows.schema) table.columns.set(column.column_name, typeOf(column))
      for (const { values } of rows.rows) {
        const row = Object.fromEntries(
          rows.schema.map(({ column_name }, index) => [column_name, Object.values(values[index] ?? {})[0] ?? null]),
        )
        const key = rows.schema.filter((one) => one.semantic_type !== 'FIELD').map((one) => row[one.column_name])
        table.rows.set(JSON.stringify(key), row)
        count += 1
      }
    }
    if (count > 0) requests.push(count)
    return count
  }

  const peer: GreptimePeer = {
    port,
    rows: (table) => [...(tables.get(table)?.rows.values() ?? [])],
    columns: (table) => Object.fromEntries(tables.get(table)?.columns ?? []),
    requests: () => requests,
    async up() {
      if (server) return
      const next = new grpc.Server()
      server = next
      next.addService(
        {
          Handle: {
            path: '/greptime.v1.GreptimeDatabase/Handle',
            requestStream: false,
            responseStream: false,
            requestDeserialize: (bytes: Buffer) =>
              requestType.toObject(requestType.decode(bytes), { longs: String, enums: String, arrays: true }),
            requestSerialize: (value: object) => Buffer.from(requestType.encode(value).finish()),
            responseSerialize: (value: object) =>
              Buffer.from(responseType.encode(responseType.fromObject(value)).finish()),
            responseDeserialize: (bytes: Buffer) => responseType.decode(bytes),
          },
        },
        {
          Handle(call: { request: Request }, reply: (error: object | null, value?: object) => void) {
            const result = insert(call.request)
            if (typeof result === 'number') reply(null, { affected_rows: { value: result } })
            else reply({ code: result[0], details: result[1] })
          },
        },
      )
      await new Promise<void>((resolve, reject) => {
        next.bindAsync(`127.0.0.1:${port}`, grpc.ServerCredentials.createInsecure(), (error) =>
          error ? reject(error) : resolve(),
        )
      })
    },
    async down() {
      server?.forceShutdown()
      server = undefined
    },
  }
  await peer.up()
  return peer
}

const typeOf = ({ datatype = 'BOOLEAN', semantic_type = 'TAG' }: Partial<Column>) => `${datatype} ${semantic_type}`
