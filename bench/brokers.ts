import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface BenchBroker {
  readonly name: BrokerName
  readonly pid: number
  readonly port: number
  stop(): Promise<void>
}

export type BrokerName = 'mosquitto' | 'mqdeck'

export interface StartOptions {
  /** Passed to the node process of our broker, `--cpu-prof` for instance. */
  readonly nodeArguments: readonly string[]
  /** Rules of access, each for everybody; nothing else is allowed. Without: everything is. */
  readonly allowed?: readonly string[]
}

/** Starts a broker as a process of its own, on a free port of 127.0.0.1. */
export async function startBroker(name: BrokerName, options: StartOptions): Promise<BenchBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'mqdeck-bench-'))
  const port = await freePort()
  const child = name === 'mosquitto' ? startMosquitto(folder, port, options) : await startOurs(folder, port, options)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      output = (output + bytes.toString()).slice(-4_000)
    })
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await waitForPort(
    port,
    () => child.exitCode !== null,
    () => `${name} did not start: ${output}`,
  )
  return {
    name,
    pid: child.pid ?? 0,
    port,
    async stop() {
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await ended
      clearTimeout(patience)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function startMosquitto(folder: string, port: number, { allowed }: StartOptions): ChildProcess {
  const file = join(folder, 'mosquitto.conf')
  const acl = join(folder, 'acl')
  if (allowed) writeFileSync(acl, allowed.map((topic) => `topic readwrite ${topic}\n`).join(''))
  // 0 is without limit: nothing is dropped, and flow control is left to TCP and to the load generator.
  const config = [
    ...(process.getuid?.() === 0 ? ['user root'] : []),
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    'max_inflight_messages 0',
    'max_queued_messages 0',
    'persistence false',
    'log_type error',
    // As ours: with Nagle's algorithm it would spend part of the time waiting.
    'set_tcp_nodelay true',
    ...(allowed ? [`acl_file ${acl}`] : []),
  ]
  writeFileSync(file, `${config.join('\n')}\n`)
  return spawnWithManyFiles('/usr/sbin/mosquitto', ['-c', file], {})
}

async function startOurs(
  folder: string,
  port: number,
  { nodeArguments, allowed }: StartOptions,
): Promise<ChildProcess> {
  // The rules of the source `file` that a fresh broker has.
  if (allowed) {
    const rules = allowed.map((topic) => `{allow, all, all, ["${topic}"]}.\n`)
    writeFileSync(join(folder, 'acl.conf'), [...rules, '{deny, all}.\n'].join(''))
  }
  return spawnWithManyFiles(process.execPath, [...nodeArguments, 'apps/server/dist/main.js'], {
    MQDECK_DATA_DIR: folder,
    MQDECK_TCP_PORT: `${port}`,
    MQDECK_DASHBOARD_PORT: `${await freePort()}`,
    MQDECK_SSL_ENABLE: 'false',
    MQDECK_WS_ENABLE: 'false',
    MQDECK_WSS_ENABLE: 'false',
  })
}

/** Thousands of connections are thousands of open files. */
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
