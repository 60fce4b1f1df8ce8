import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testCertificate } from '@mqdeck/testkit'

export interface BenchBroker {
  readonly name: BrokerName
  readonly pid: number
  /** Port of plain TCP. */
  readonly port: number
  readonly ports: Ports
  /** Port of the management API; MQDeck only. */
  readonly dashboardPort: number
  stop(): Promise<void>
}

interface Ports {
  readonly tcp: number
  readonly tls: number
  readonly ws: number
}

export type BrokerName = 'mosquitto' | 'mqdeck'

export interface StartOptions {
  /** Node options for the MQDeck process, for instance `--cpu-prof`. */
  readonly nodeArguments: readonly string[]
  /** Authorization rules, each for all clients. Everything else is denied. Without it, everything is allowed. */
  readonly allowed?: readonly string[]
  /**
   * One user, `benchUser`, whose password MQDeck hashes like this. Other clients are rejected. Without it, all clients
   * are accepted.
   */
  readonly passwords?: PasswordHash
  /** Rules of the rule engine; MQDeck only. */
  readonly rules?: readonly BenchRule[]
  /** Bodies of `POST /trace`; MQDeck only. */
  readonly traces?: readonly BenchTrace[]
  /** HOCON in addition to the rules: connectors and actions. */
  readonly config?: string
}

export type PasswordHash = 'sha256' | 'bcrypt'

/** A rule of the rule engine, which mosquitto does not have. */
export interface BenchRule {
  readonly sql: string
  /** Topic to which it republishes. Without it and without an action, the result is not used. */
  readonly republishTo?: string
  /** `type:name` of an action. */
  readonly action?: string
}

/** Topics in the log trace: either unrelated to the measurement, or all of it. */
export type BenchTrace = { readonly name: string } & (
  | { readonly type: 'clientid'; readonly clientid: string }
  | { readonly type: 'topic'; readonly topic: string }
  | { readonly type: 'ip_address'; readonly ip_address: string }
)

export const benchUser = { username: 'bench', password: 'correct horse' } as const

/** Starts a broker as a separate process on a free port of 127.0.0.1. */
export async function startBroker(name: BrokerName, options: StartOptions): Promise<BenchBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'mqdeck-bench-'))
  const ports = { tcp: await freePort(), tls: await freePort(), ws: await freePort() }
  const dashboardPort = await freePort()
  const { cert, key } = await testCertificate()
  writeFileSync(certificateIn(folder), cert)
  writeFileSync(keyIn(folder), key)
  const child =
    name === 'mosquitto'
      ? startMosquitto(folder, ports, options)
      : startOurs(folder, { ...ports, dashboard: dashboardPort }, options)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      output = (output + bytes.toString()).slice(-4_000)
    })
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (const port of Object.values(ports))
    await waitForPort(
      port,
      () => child.exitCode !== null,
      () => `${name} did not start: ${output}`,
    )
  if (options.traces) await startTraces(dashboardPort, options.traces)
  return {
    name,
    pid: child.pid ?? 0,
    port: ports.tcp,
    ports,
    dashboardPort,
    async stop() {
      child.kill('SIGTERM')
      const killTimer = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await ended
      clearTimeout(killTimer)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const certificateIn = (folder: string) => join(folder, 'certificate.pem')
const keyIn = (folder: string) => join(folder, 'key.pem')

function startMosquitto(folder: string, { tcp, tls, ws }: Ports, { allowed, passwords }: StartOptions): ChildProcess {
  const file = join(folder, 'mosquitto.conf')
  const acl = join(folder, 'acl')
  const users = join(folder, 'passwords')
  if (allowed) writeFileSync(acl, allowed.map((topic) => `topic readwrite ${topic}\n`).join(''))
  if (passwords) execFileSync('/usr/bin/mosquitto_passwd', ['-b', '-c', users, benchUser.username, benchUser.password])
  // 0 is unlimited: nothing is dropped, and TCP and the load generator control the flow.
  const config = [
    ...(process.getuid?.() === 0 ? ['user root'] : []),
    `listener ${tcp} 127.0.0.1`,
    `listener ${tls} 127.0.0.1`,
    `certfile ${certificateIn(folder)}`,
    `keyfile ${keyIn(folder)}`,
    `listener ${ws} 127.0.0.1`,
    'protocol websockets',
    ...(passwords ? ['allow_anonymous false', `password_file ${users}`] : ['allow_anonymous true']),
    'max_inflight_messages 0',
    'max_queued_messages 0',
    'persistence false',
    'log_type error',
    // As in MQDeck. With Nagle's algorithm it would spend time waiting.
    'set_tcp_nodelay true',
    ...(allowed ? [`acl_file ${acl}`] : []),
  ]
  writeFileSync(file, `${config.join('\n')}\n`)
  return spawnWithManyFiles('/usr/sbin/mosquitto', ['-c', file], {})
}

function startOurs(
  folder: string,
  { tcp, tls, ws, dashboard }: Ports & { readonly dashboard: number },
  { nodeArguments, allowed, passwords, rules, config = '' }: StartOptions,
): ChildProcess {
  if (rules) {
    mkdirSync(join(folder, 'configs'))
    writeFileSync(
      join(folder, 'configs', 'cluster.hocon'),
      `${config}rule_engine { rules {\n${rules.map(toHocon).join('')}} }\n`,
    )
  }
  // The rules in the `file` source of a new broker.
  if (allowed) {
    const rules = allowed.map((topic) => `{allow, all, all, ["${topic}"]}.\n`)
    writeFileSync(join(folder, 'acl.conf'), [...rules, '{deny, all}.\n'].join(''))
  }
  if (passwords) {
    const { username, password } = benchUser
    const algorithm = passwords === 'bcrypt' ? 'bcrypt, salt_rounds = 10' : `${passwords}, salt_position = suffix`
    writeFileSync(join(folder, 'users.csv'), `user_id,password,is_superuser\n${username},${password},false\n`)
    mkdirSync(join(folder, 'configs'))
    writeFileSync(
      join(folder, 'configs', 'cluster.hocon'),
      `authentication = [{
        mechanism = password_based, backend = built_in_database
        bootstrap_file = "users.csv", bootstrap_type = plain
        password_hash_algorithm { name = ${algorithm} }
      }]\n`,
    )
  }
  return spawnWithManyFiles(process.execPath, [...nodeArguments, 'apps/server/dist/main.js'], {
    MQDECK_DATA_DIR: folder,
    MQDECK_TCP_PORT: `${tcp}`,
    MQDECK_SSL_PORT: `${tls}`,
    MQDECK_WS_PORT: `${ws}`,
    MQDECK_DASHBOARD_PORT: `${dashboard}`,
    MQDECK_TLS_CERT_FILE: certificateIn(folder),
    MQDECK_TLS_KEY_FILE: keyIn(folder),
    MQDECK_WSS_ENABLE: 'false',
  })
}

async function startTraces(dashboardPort: number, traces: readonly BenchTrace[]): Promise<void> {
  const call = await signIn(dashboardPort)
  for (const trace of traces) {
    const { ok, status } = await call('POST', '/trace', trace)
    if (!ok) throw new Error(`the trace ${trace.name} was answered with ${status}`)
  }
}

export type ApiCall = (method: string, path: string, body?: object) => Promise<Response>

/** Calls the management API as the administrator of a new data folder. */
export async function signIn(dashboardPort: number): Promise<ApiCall> {
  let token = ''
  const call: ApiCall = (method, path, body) =>
    fetch(`http://127.0.0.1:${dashboardPort}/api/v5${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  await waitForPort(
    dashboardPort,
    () => false,
    () => 'the dashboard did not start',
  )
  const answer: unknown = await (await call('POST', '/login', { username: 'admin', password: 'public' })).json()
  token = typeof answer === 'object' && answer && 'token' in answer ? String(answer.token) : ''
  return call
}

function toHocon({ sql, republishTo, action }: BenchRule, index: number): string {
  const republish = `{function = republish, args {topic = "${republishTo}", payload = "\${payload}", qos = 0}}`
  const actions = [...(republishTo === undefined ? [] : [republish]), ...(action === undefined ? [] : [`"${action}"`])]
  return `  r${index} {sql = ${JSON.stringify(sql)}, actions = [${actions.join(', ')}]}\n`
}

/** Thousands of connections need thousands of open files. */
function spawnWithManyFiles(command: string, args: readonly string[], env: Record<string, string>): ChildProcess {
  return spawn('bash', ['-c', 'ulimit -n "$(ulimit -Hn)" && exec "$0" "$@"', command, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port')),
      )
    })
  })
}

async function waitForPort(port: number, gone: () => boolean, explain: () => string): Promise<void> {
  const end = performance.now() + 30_000
  while (!(await accepts(port))) {
    if (gone() || performance.now() > end) throw new Error(explain())
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
