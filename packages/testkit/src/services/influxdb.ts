import { eventually } from '../deadline.ts'
import { freePort } from '../free-port.ts'
import { type ServerProgram, startServerProgram } from './server-program.ts'

/**
 * Debian's InfluxDB 1 with one user and one database.
 * @debian influxdb /usr/bin/influxd
 */
export interface InfluxdbServer extends ServerProgram {
  readonly username: string
  readonly password: string
  readonly database: string
  /** Rows of an InfluxQL query in all series. Rejects with the error of the server. */
  query(query: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

const login = { username: 'mqdeck', password: 'influx secret' }
const database = 'points'

export async function startInfluxdb(): Promise<InfluxdbServer> {
  const rpc = await freePort()
  const server = await startServerProgram({
    user: 'influxdb',
    files: (folder, port) => ({ 'influxdb.conf': settings(folder, port, rpc) }),
    command: (folder) => ({ program: '/usr/bin/influxd', args: ['run', '-config', `${folder}/influxdb.conf`] }),
  })
  const ask = async (query: string) => {
    const response = await fetch(`${server.origin}/query?db=${database}&epoch=ms`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        // A kept-alive connection would look like a connection that a test left open.
        connection: 'close',
      },
      body: new URLSearchParams({ q: query }),
    })
    const answer = (await response.json()) as QueryResult // InfluxDB's documented shape
    const error = answer.error ?? answer.results?.find((result) => result.error)?.error
    if (error) throw new Error(error)
    return (answer.results ?? []).flatMap(({ series = [] }) => series.flatMap(toRows))
  }
  // It listens before it is ready.
  const create = `CREATE USER ${login.username} WITH PASSWORD '${login.password}' WITH ALL PRIVILEGES`
  await eventually(
    () =>
      ask(create).then(
        () => true,
        () => false,
      ),
    () => 'Waited for InfluxDB to make a user',
  )
  await ask(`CREATE DATABASE ${database}`)
  return { ...server, ...login, database, query: ask }
}

interface QueryResult {
  readonly error?: string
  readonly results?: readonly { readonly error?: string; readonly series?: readonly Series[] }[]
}
interface Series {
  readonly tags?: Readonly<Record<string, string>>
  readonly columns: readonly string[]
  readonly values?: readonly (readonly unknown[])[]
}

const toRows = ({ tags, columns, values = [] }: Series) =>
  values.map((row) => ({ ...tags, ...Object.fromEntries(columns.map((column, index) => [column, row[index]])) }))

const settings = (folder: string, port: number, rpc: number) => `
reporting-disabled = true
bind-address = "127.0.0.1:${rpc}"
[meta]
  dir = "${folder}/data/meta"
[data]
  dir = "${folder}/data/data"
  wal-dir = "${folder}/data/wal"
[http]
  bind-address = "127.0.0.1:${port}"
  auth-enabled = true
  log-enabled = false
[monitor]
  store-enabled = false
`
