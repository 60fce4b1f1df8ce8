import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { type RunningProcess, startProcess, waitForPort } from '../process.ts'
import { createTempFolder } from '../temp-folder.ts'
import { commandAs, giveTo } from './as-user.ts'

/** A real HTTP server on 127.0.0.1 with its own data folder. */
export interface ServerProgram {
  readonly origin: string
  readonly port: number
  /** Stops the server immediately. `start` starts it again with its data. */
  kill(): Promise<void>
  /** Does nothing if it is running. */
  start(): Promise<void>
  /** Stops it and removes its data. */
  close(): Promise<void>
}

export interface ServerProgramOptions {
  /** System user that runs it if the tests run as root. */
  readonly user: string
  /** Files to write into the folder first, by name. */
  readonly files: (folder: string, port: number) => Readonly<Record<string, string>>
  readonly command: (folder: string, port: number) => { readonly program: string; readonly args: readonly string[] }
}

/** Milliseconds for a start on a busy machine. */
const waitTimeoutMs = 30_000

export async function startServerProgram({ user, files, command }: ServerProgramOptions): Promise<ServerProgram> {
  const folder = await createTempFolder()
  const port = await freePort()
  await mkdir(join(folder.path, 'data'))
  const texts = Object.entries(files(folder.path, port))
  await Promise.all(texts.map(([name, text]) => writeFile(join(folder.path, name), text, { mode: 0o600 })))
  await giveTo(user, folder.path)
  const { program, args } = command(folder.path, port)
  let running: RunningProcess | undefined
  const server: ServerProgram = {
    origin: `http://127.0.0.1:${port}`,
    port,
    async start() {
      if (running) return
      const child = startProcess({ ...commandAs(user, program, args), cwd: '/' })
      running = child
      await Promise.race([
        waitForPort(port, '127.0.0.1', waitTimeoutMs),
        child.exited.then(() => Promise.reject(new Error(`${program} ended: ${child.output()}`))),
      ])
    },
    async kill() {
      await running?.kill()
      running = undefined
    },
    async close() {
      await server.kill()
      await folder.remove()
    },
  }
  await server.start()
  return server
}
