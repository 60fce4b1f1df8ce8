import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Channel, ChannelModel } from 'amqplib'
import { testAuthority } from '../certificate.ts'
import { eventually } from '../deadline.ts'
import { freePorts } from '../free-port.ts'
import { type RunningProcess, startProcess, waitForPort } from '../process.ts'
import { createTempFolder } from '../temp-folder.ts'
import { commandAs, giveTo } from './as-user.ts'

/** A real RabbitMQ on 127.0.0.1 with its own data, node name and port mapper. */
export interface RabbitmqServer {
  readonly port: number
  readonly tlsPort: number
  /** Administrator of the virtual host `/`. */
  readonly username: string
  readonly password: string
  /** PEM: the CA of its certificate, which is for localhost and 127.0.0.1. */
  readonly ca: string
  /** Runs operations on a channel of the administrator, which is closed with the server. */
  use<T>(work: (channel: Channel) => Promise<T>): Promise<T>
  /** Evaluates an Erlang expression in the server. */
  run(expression: string): Promise<void>
  /** Stops the server immediately. `start` starts it again with its durable data. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops it and removes its data. */
  close(): Promise<void>
}

/** Milliseconds for the start of Erlang on a busy machine. */
const waitTimeoutMs = 120_000
const user = 'rabbitmq'
const login = { username: 'mqdeck', password: 'rabbit-secret' }

/**
 * Debian's RabbitMQ.
 * @debian rabbitmq-server /usr/lib/rabbitmq/bin/rabbitmq-server
 */
export async function startRabbitmq(): Promise<RabbitmqServer> {
  const folder = await createTempFolder()
  const file = (name: string) => join(folder.path, name)
  const authority = await testAuthority()
  const { cert, key } = await authority.issue()
  const [port = 0, tlsPort = 0, nodePort = 0, mapperPort = 0] = await freePorts(4)
  const files = {
    'ca.pem': authority.cert,
    'cert.pem': cert,
    'key.pem': key,
    'rabbitmq.conf': configuration(file, port, tlsPort),
    enabled_plugins: '[].\n',
  }
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(file(name), text, { mode: 0o600 })))
  await giveTo(user, folder.path)
  const env = {
    HOME: folder.path,
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: `${mapperPort}`,
    RABBITMQ_NODENAME: `mqdeck${port}@localhost`,
    RABBITMQ_DIST_PORT: `${nodePort}`,
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1} +S 1:1 +sbwt none',
    RABBITMQ_CONFIG_FILE: file('rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: file('enabled_plugins'),
    RABBITMQ_MNESIA_BASE: file('mnesia'),
    RABBITMQ_LOG_BASE: file('log'),
    RABBITMQ_LOGS: '-',
    // The script is replaced by the server instead of staying its parent.
    RUNNING_UNDER_SYSTEMD: 'true',
  }
  const mapper = startProcess({ ...commandAs(user, '/usr/bin/epmd', []), cwd: '/', env })
  await waitForPort(mapperPort)
  let running: RunningProcess | undefined
  let administrator: Promise<ChannelModel> | undefined

  const open = async () => {
    const { connect } = await import('amqplib')
    const model = await connect({ protocol: 'amqp', hostname: '127.0.0.1', port, ...login })
    model.on('error', () => {}) // `close` follows
    model.on('close', () => {
      administrator = undefined
    })
    return model
  }

  const server: RabbitmqServer = {
    ...login,
    port,
    tlsPort,
    ca: authority.cert,
    async use(work) {
      administrator ??= open()
      const channel = await (await administrator).createChannel()
      channel.on('error', () => {}) // users of the channel are informed
      const done = await work(channel)
      await channel.close()
      return done
    },
    async run(expression) {
      const args = ['eval', expression]
      const child = startProcess({ ...commandAs(user, '/usr/lib/rabbitmq/bin/rabbitmqctl', args), cwd: '/', env })
      const { code } = await child.waitForExit(waitTimeoutMs)
      if (code !== 0) throw new Error(child.output())
    },
    async start() {
      const child = startProcess({ ...commandAs(user, '/usr/lib/rabbitmq/bin/rabbitmq-server', []), cwd: '/', env })
      running = child
      const isReady = () =>
        server
          .use(async () => true)
          .catch(() => {
            administrator = undefined
            return false
          })
      await Promise.race([
        // It listens before it accepts logins.
        waitForPort(port, '127.0.0.1', waitTimeoutMs).then(() =>
          eventually(isReady, () => `RabbitMQ accepts no logins: ${child.output()}`, waitTimeoutMs),
        ),
        child.exited.then(() => Promise.reject(new Error(`RabbitMQ ended: ${child.output()}`))),
      ])
    },
    async kill() {
      await running?.kill()
      running = undefined
      administrator = undefined
    },
    async close() {
      await server.kill()
      await mapper.kill()
      await folder.remove()
    },
  }
  await server.start()
  return server
}

const configuration = (file: (name: string) => string, port: number, tlsPort: number): string => `
listeners.tcp.1 = 127.0.0.1:${port}
listeners.ssl.1 = 127.0.0.1:${tlsPort}
ssl_options.cacertfile = ${file('ca.pem')}
ssl_options.certfile = ${file('cert.pem')}
ssl_options.keyfile = ${file('key.pem')}
default_user = ${login.username}
default_pass = ${login.password}
log.console.level = warning
vm_memory_high_watermark.absolute = 2GB
disk_free_limit.absolute = 1MB
`
