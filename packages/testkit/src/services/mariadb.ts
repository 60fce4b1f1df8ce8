import { type SqlServer, startSqlServer } from './sql-server.ts'

const login = { username: 'mqdeck', password: 'maria secret', database: 'mqdeck' }

/**
 * Debian's MariaDB, which speaks MySQL's protocol, with optional TLS.
 * @debian mariadb-server /usr/sbin/mariadbd
 */
export const startMariadb = (): Promise<SqlServer> =>
  startSqlServer({
    user: 'mysql',
    login,
    files: {
      // Runs at each start. Each statement is one line.
      'init.sql': [
        `CREATE DATABASE IF NOT EXISTS ${login.database} CHARACTER SET utf8mb4;`,
        `CREATE USER IF NOT EXISTS '${login.username}'@'%' IDENTIFIED BY '${login.password}';`,
        `GRANT ALL ON *.* TO '${login.username}'@'%';`,
        '',
      ].join('\n'),
    },
    endSignal: 'SIGKILL',
    create: ({ data }) => ({
      program: 'mariadb-install-db',
      args: [
        '--no-defaults',
        `--datadir=${data}`,
        '--skip-test-db',
        '--auth-root-authentication-method=normal',
        ...fast,
      ],
    }),
    serve: ({ data, folder, cert, key, port }) => ({
      program: '/usr/sbin/mariadbd',
      args: [
        '--no-defaults',
        `--datadir=${data}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        `--socket=${folder}/socket`,
        `--pid-file=${folder}/pid`,
        `--init-file=${folder}/init.sql`,
        `--ssl-cert=${cert}`,
        `--ssl-key=${key}`,
        '--skip-name-resolve',
        ...fast,
      ],
    }),
    client: (port) => ({
      program: 'mariadb',
      args: ['--no-defaults', '-h', '127.0.0.1', '-P', `${port}`, '-u', login.username, login.database],
      env: { MYSQL_PWD: login.password },
    }),
  })

/** A temporary database must survive a crash of its process, not of the machine. */
const fast = [
  '--innodb-log-file-size=4M',
  '--innodb-buffer-pool-size=8M',
  '--innodb-flush-log-at-trx-commit=2',
  '--innodb-doublewrite=0',
]
