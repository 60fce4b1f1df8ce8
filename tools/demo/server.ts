import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const user = { username: 'admin', password: 'demo-plant-1' } as const

export interface Ports {
  readonly dashboard: number
  readonly tcp: number
  readonly ssl: number
  readonly ws: number
  readonly wss: number
}

export interface DemoServer {
  readonly url: string
  readonly ports: Ports
  readonly folder: string
  /** Resolves when the process has ended, to the last lines of its output. */
  readonly exited: Promise<string>
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
}

/** Milliseconds after which a server that does not stop is killed. */
const stopTimeoutMs = 10_000

/** Starts the built server as a separate process with a temporary data folder. `root` is the folder of the project. */
export async function startServer(root: string, dashboardPort: number): Promise<DemoServer> {
  const [dashboard, tcp, ssl, ws, wss] = await freePorts([dashboardPort, 1883, 8883, 8083, 8084])
  const ports = { dashboard, tcp, ssl, ws, wss }
  const folder = await mkdtemp(join(tmpdir(), 'mqdeck-demo-'))
  const child = spawn(
    process.execPath,
    ['--import', join(root, 'tools/demo/stop-with-parent.mjs'), join(root, 'apps/server/dist/main.js')],
    {
      env: {
        ...process.env,
        MQDECK_DATA_DIR: folder,
        MQDECK_BIND: '127.0.0.1',
        MQDECK_DASHBOARD_PORT: `${ports.dashboard}`,
        MQDECK_DASHBOARD_DEFAULT_USERNAME: user.username,
        MQDECK_DASHBOARD_DEFAULT_PASSWORD: user.password,
        MQDECK_TCP_PORT: `${ports.tcp}`,
        MQDECK_SSL_PORT: `${ports.ssl}`,
        MQDECK_WS_PORT: `${ports.ws}`,
        MQDECK_WSS_PORT: `${ports.wss}`,
      },
      // Ctrl-C in the terminal must not reach the server: a second signal would stop it immediately.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let tail = ''
  const started = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        tail = (tail + text).slice(-4_000)
        if (tail.includes('Press Ctrl-C to stop')) resolve()
      })
  })
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', () => resolve(tail))
  })
  const server = {
    url: `http://127.0.0.1:${ports.dashboard}`,
    ports,
    folder,
    exited,
    async stop() {
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await exited
      clearTimeout(timer)
      await rm(folder, { recursive: true, force: true })
    },
  }
  const output = await Promise.race([started, exited])
  if (output === undefined) return server
  await server.stop()
  throw new Error(`The server did not start:\n${output}`)
}

/** For each preferred port this port, or another one if it is in use. 0: any port. */
export async function freePorts<const P extends readonly number[]>(
  preferred: P,
): Promise<{ readonly [I in keyof P]: number }> {
  const open = await Promise.all(preferred.map(async (port) => (await listen(port)) ?? (await listen(0))))
  const ports = open.map((one) => one?.port ?? 0)
  await Promise.all(open.map((one) => one?.close()))
  return ports as { readonly [I in keyof P]: number } // one for each
}

function listen(port: number): Promise<{ readonly port: number; close(): Promise<void> } | undefined> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        close: () => new Promise((closed) => server.close(() => closed())),
      })
    })
  })
}
