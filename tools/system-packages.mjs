import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { run } from './install.mjs'

/** Programs that the tests use, with their Debian packages. */
const programs = [
  { file: '/usr/bin/chromium', package: 'chromium' },
  { file: '/usr/sbin/mosquitto', package: 'mosquitto' },
  { file: '/usr/bin/mosquitto_pub', package: 'mosquitto-clients' },
  { file: '/usr/bin/prometheus', package: 'prometheus' },
  { file: '/usr/bin/prometheus-pushgateway', package: 'prometheus-pushgateway' },
  { file: '/usr/sbin/mariadbd', package: 'mariadb-server' },
  { file: '/usr/bin/pg_ctlcluster', package: 'postgresql' },
  { file: '/usr/sbin/slapd', package: 'slapd' },
  { file: '/usr/bin/ldapadd', package: 'ldap-utils' },
  { file: '/usr/lib/rabbitmq/bin/rabbitmq-server', package: 'rabbitmq-server' },
  { file: '/usr/bin/redis-server', package: 'redis-server' },
  { file: '/usr/bin/redis-cli', package: 'redis-tools' },
  { file: '/usr/bin/redis-sentinel', package: 'redis-sentinel' },
  { file: '/usr/bin/influxd', package: 'influxdb' },
  { file: '/usr/sbin/clickhouse-server', package: 'clickhouse-server' },
  { file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc', package: 'fonts-noto-cjk' },
]

/** Installs missing packages as root on Debian. Elsewhere, prints what to install and exits. */
export function installPrograms() {
  const missing = programs.filter(({ file }) => !existsSync(file)).map((program) => program.package)
  if (missing.length === 0) return
  if (!isRootOnDebian()) {
    console.error(`The tests need these Debian packages (or what they contain): ${missing.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${missing.join(', ')} ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['-qq', 'update'], { env })
  run('apt-get', ['-qq', '-y', 'install', '--no-install-recommends', ...missing], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function isRootOnDebian() {
  return (
    process.getuid?.() === 0 &&
    existsSync('/etc/debian_version') &&
    spawnSync('apt-get', ['--version']).status === 0 &&
    readFileSync('/etc/debian_version', 'utf8').length > 0
  )
}
