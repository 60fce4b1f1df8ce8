import { existsSync, readdirSync } from 'node:fs'
import { type SqlServer, startSqlServer } from './sql-server.ts'

const login = { username: 'postgres', password: 'pg secret', database: 'postgres' }

/**
 * Debian's PostgreSQL in any version, with optional TLS.
 * @debian postgresql /usr/bin/pg_ctlcluster
 */
export const startPostgres = (): Promise<SqlServer> =>
  startSqlServer({
    user: 'postgres',
    login,
    files: { password: login.password },
    endSignal: 'SIGQUIT',
    create: ({ data, folder }) => ({
      program: program('initdb'),
      args: [
        '--no-sync',
        `--pgdata=${data}`,
        `--username=${login.username}`,
        `--pwfile=${folder}/password`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
      ],
    }),
    serve: ({ data, cert, key, port }) => ({
      program: program('postgres'),
      args: [
        ['-D', data, '-p', `${port}`],
        ...[
          'listen_addresses=127.0.0.1',
          'unix_socket_directories=',
          'fsync=off',
          'shared_buffers=16MB',
          'ssl=on',
          `ssl_cert_file=${cert}`,
          `ssl_key_file=${key}`,
        ].map((setting) => ['-c', setting]),
      ].flat(),
    }),
    client: (port) => ({
      program: program('psql'),
      args: ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', '127.0.0.1', '-p', `${port}`, '-U', login.username],
      env: { PGPASSWORD: login.password, PGCONNECT_TIMEOUT: '10' },
    }),
  })

/** Debian installs each version in its own folder, which is not in the PATH. */
function program(name: string): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root) : []
  const [newest] = versions.sort((a, b) => Number(b) - Number(a))
  return newest === undefined ? name : `${root}/${newest}/bin/${name}`
}
