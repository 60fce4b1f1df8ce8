import { type ServerAddress, writeHostPort } from '@mqdeck/contract'
import type { ResourceType } from '@mqdeck/kit'
import { type CheckedConnection, checkedType } from './checked.ts'
import { AnswerError } from './errors.ts'
import { closeGrpcClient, grpcCredentials, grpcMethod, loadGrpc } from './grpc.ts'
import type { TlsSettings } from './tls.ts'

/** The part of `greptime/v1/*.proto` that writes rows. */
export const greptimeProto = `
syntax = "proto3";
package greptime.v1;
service GreptimeDatabase { rpc Handle(GreptimeRequest) returns (GreptimeResponse); }
message GreptimeRequest { RequestHeader header = 1; oneof request { RowInsertRequests row_inserts = 6; } }
message RequestHeader { string catalog = 1; string schema = 2; AuthHeader authorization = 3; string dbname = 4; }
message AuthHeader { oneof auth_scheme { Basic basic = 1; } }
message Basic { string username = 1; string password = 2; }
message GreptimeResponse { ResponseHeader header = 1; oneof response { AffectedRows affected_rows = 2; } }
message ResponseHeader { Status status = 1; }
message Status { uint32 status_code = 1; string err_msg = 2; }
message AffectedRows { uint32 value = 1; }
message RowInsertRequests { repeated RowInsertRequest inserts = 1; }
message RowInsertRequest { string table_name = 1; Rows rows = 2; }
message Rows { repeated ColumnSchema schema = 1; repeated Row rows = 2; }
message ColumnSchema { string column_name = 1; ColumnDataType datatype = 2; SemanticType semantic_type = 3; }
message Row { repeated Value values = 1; }
message Value { oneof value_data {
  int64 i64_value = 4; uint64 u64_value = 8; double f64_value = 10; bool bool_value = 11; string string_value = 13;
  int64 timestamp_second_value = 16; int64 timestamp_millisecond_value = 17;
  int64 timestamp_microsecond_value = 18; int64 timestamp_nanosecond_value = 19;
} }
enum SemanticType { TAG = 0; FIELD = 1; TIMESTAMP = 2; }
enum ColumnDataType {
  BOOLEAN = 0; INT64 = 4; UINT64 = 8; FLOAT64 = 10; STRING = 12;
  TIMESTAMP_SECOND = 15; TIMESTAMP_MILLISECOND = 16; TIMESTAMP_MICROSECOND = 17; TIMESTAMP_NANOSECOND = 18;
}
`

/** Field of the message `Value` by the type of its column. */
const valueFields = {
  BOOLEAN: 'bool_value',
  INT64: 'i64_value',
  UINT64: 'u64_value',
  FLOAT64: 'f64_value',
  STRING: 'string_value',
  TIMESTAMP_SECOND: 'timestamp_second_value',
  TIMESTAMP_MILLISECOND: 'timestamp_millisecond_value',
  TIMESTAMP_MICROSECOND: 'timestamp_microsecond_value',
  TIMESTAMP_NANOSECOND: 'timestamp_nanosecond_value',
} as const

export interface GreptimeColumn {
  readonly name: string
  readonly type: keyof typeof valueFields
  readonly role: 'TAG' | 'FIELD' | 'TIMESTAMP'
}

/** Rows of one table. The values are in the order of the columns; 64-bit integers are decimal strings. */
export interface GreptimeRows {
  readonly table: string
  readonly columns: readonly GreptimeColumn[]
  readonly rows: readonly (readonly (string | number | boolean)[])[]
}

/** A GreptimeDB server over gRPC. */
export interface GreptimeConnection extends CheckedConnection {
  /**
   * Creates missing tables and columns, and writes all rows. Resolves to their number.
   * @throws {AnswerError} (rejects) the server rejects the rows; any other error means that it cannot be reached or is not
   * ready
   */
  readonly insert: (inserts: readonly GreptimeRows[], ms: number, given?: AbortSignal) => Promise<number>
}

export interface GreptimeSettings {
  readonly server: ServerAddress
  readonly dbname: string
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly ssl: TlsSettings
  /** Folder that relative file names are resolved against. */
  readonly folder: string
}

const connectTimeoutMs = 4_500

export const greptimeType = (settings: GreptimeSettings): ResourceType<GreptimeConnection> =>
  checkedType(() => openConnection(settings))

async function openConnection(settings: GreptimeSettings): Promise<GreptimeConnection> {
  const { server, dbname, username, password, ssl, folder } = settings
  const loaded = await loadGrpc(greptimeProto)
  const { grpc } = loaded
  const { path, request, response } = grpcMethod(loaded, 'greptime.v1.GreptimeDatabase', 'Handle')
  const credentials = ssl.enable
    ? await grpcCredentials(loaded, ssl, { host: server.host, folder })
    : grpc.credentials.createInsecure()
  const client = new grpc.Client(writeHostPort(server), credentials, {
    // Other connections to this server may wait for their next attempt.
    'grpc.use_local_subchannel_pool': 1,
    'grpc.max_send_message_length': -1,
    // The owner of the connection retries.
    'grpc.enable_retries': 0,
    'grpc.enable_http_proxy': 0,
  })
  const header = {
    dbname,
    ...(username && { authorization: { basic: { username, password: password ?? '' } } }),
  }
  /** Errors after which the same request can succeed. */
  const { UNAVAILABLE, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, CANCELLED, INTERNAL, UNKNOWN } = grpc.status
  const passing = [UNAVAILABLE, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, CANCELLED, INTERNAL, UNKNOWN]

  const handle = (inserts: readonly object[], ms: number, given?: AbortSignal) =>
    new Promise<number>((resolve, reject) => {
      const deadline = Date.now() + ms
      const call = client.makeUnaryRequest(
        path,
        request.encode,
        response.decode,
        { header, row_inserts: { inserts } },
        { deadline },
        (error, answer) => {
          given?.removeEventListener('abort', cancel)
          if (!error) return resolve(Number(recordIn(recordIn(answer).affected_rows).value ?? 0))
          const words = wordsOf(error.details, password)
          reject(passing.includes(error.code) ? new Error(words) : new AnswerError(words))
        },
      )
      const cancel = () => call.cancel()
      given?.addEventListener('abort', cancel)
    })

  return {
    insert: (inserts, ms, given) => handle(inserts.map(toRequest), ms, given),
    /** Writes nothing. The server checks the login and the database. */
    check: () => handle([], connectTimeoutMs).then(() => undefined),
    close: () => closeGrpcClient(client),
  }
}

const toRequest = ({ table, columns, rows }: GreptimeRows) => ({
  table_name: table,
  rows: {
    schema: columns.map(({ name, type, role }) => ({ column_name: name, datatype: type, semantic_type: role })),
    rows: rows.map((values) => ({
      values: columns.map(({ type }, index) => ({ [valueFields[type]]: values[index] })),
    })),
  },
})

const recordIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

const wordsOf = (details: string, password = ''): string =>
  password === '' ? details : details.replaceAll(password, '******')
