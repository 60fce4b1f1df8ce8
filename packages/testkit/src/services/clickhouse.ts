import { eventually } from '../deadline.ts'
import { type ServerProgram, startServerProgram } from './server-program.ts'

/**
 * Debian's ClickHouse with one user.
 * @debian clickhouse-server /usr/sbin/clickhouse-server
 */
export interface ClickhouseServer extends ServerProgram {
  readonly username: string
  readonly password: string
  readonly database: string
  /** Runs a statement and returns its rows. Rejects with the error of the server. */
  run(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

const login = { username: 'mqdeck', password: 'clickhouse secret', database: 'default' }

export async function startClickhouse(): Promise<ClickhouseServer> {
  const server = await startServerProgram({
    user: 'clickhouse',
    files: (folder, port) => ({ 'config.xml': config(folder, port), 'users.xml': users }),
    command: (folder) => ({
      program: '/usr/sbin/clickhouse-server',
      args: [`--config-file=${folder}/config.xml`],
    }),
  })
  const run = async (sql: string) => {
    const response = await fetch(`${server.origin}/?database=${login.database}&default_format=JSON`, {
      method: 'POST',
      headers: {
        'x-clickhouse-user': login.username,
        'x-clickhouse-key': login.password,
        // A kept-alive connection would look like a connection that a test left open.
        connection: 'close',
      },
      body: sql,
    })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    if (text === '') return []
    const { data } = JSON.parse(text) as { readonly data: readonly Readonly<Record<string, unknown>>[] } // format JSON
    return data
  }
  await eventually(
    () =>
      run('SELECT 1').then(
        () => true,
        () => false,
      ),
    () => 'Waited for ClickHouse to answer',
  )
  return { ...server, ...login, run }
}

const config = (folder: string, port: number) => `<?xml version="1.0"?>
<yandex>
  <logger><level>fatal</level><console>1</console></logger>
  <http_port>${port}</http_port>
  <listen_host>127.0.0.1</listen_host>
  <path>${folder}/data/</path>
  <tmp_path>${folder}/tmp/</tmp_path>
  <users_config>${folder}/users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <mark_cache_size>5000000</mark_cache_size>
</yandex>
`

const users = `<?xml version="1.0"?>
<yandex>
  <profiles><default/></profiles>
  <users>
    <${login.username}>
      <password>${login.password}</password>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
    </${login.username}>
  </users>
  <quotas><default/></quotas>
</yandex>
`
