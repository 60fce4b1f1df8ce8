import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testAuthority } from '../certificate.ts'
import { eventually } from '../deadline.ts'
import { freePort } from '../free-port.ts'
import { type RunningProcess, startProcess, waitForPort } from '../process.ts'
import { createTempFolder } from '../temp-folder.ts'
import { commandAs, giveTo, runAs } from './as-user.ts'
import { runWithInput } from './run-with-input.ts'

/** A real database on 127.0.0.1 with its own data folder. */
export interface SqlServer {
  readonly port: number
  /** A user with all permissions in `database`. */
  readonly username: string
  readonly password: string
  readonly database: string
  /** PEM: the CA of its certificate, which is for localhost and 127.0.0.1. */
  readonly ca: string
  /** Runs statements. Resolves to the output of the database client, rejects with the error of the database. */
  run(sql: string): Promise<string>
  /** Stops the server immediately. `start` starts it again with its data. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops it and removes its data. */
  close(): Promise<void>
}

/** Files of a server during its setup. */
interface SqlFiles {
  readonly data: string
  readonly folder: string
  readonly cert: string
  readonly key: string
  readonly port: number
}

export interface SqlProgram {
  /** System user that runs it. */
  readonly user: string
  /** Command that initializes an empty data folder. */
  readonly create: (files: SqlFiles) => { readonly program: string; readonly args: readonly string[] }
  readonly serve: (files: SqlFiles) => { readonly program: string; readonly args: readonly string[] }
  /** Client that reads statements from standard input. */
  readonly client: (port: number) => {
    readonly program: string
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
  }
  readonly login: Pick<SqlServer, 'username' | 'password' | 'database'>
  /** Files to write into the folder first. */
  readonly files: Readonly<Record<string, string>>
  /** Command that stops it immediately with its child processes. */
  readonly endSignal: NodeJS.Signals
}

/** Milliseconds for a query on a busy machine. */
const waitTimeoutMs = 30_000

export async function startSqlServer(program: SqlProgram): Promise<SqlServer> {
  const { user, create, serve, client, login, endSignal } = program
  const folder = await createTempFolder()
  const file = (name: string) => join(folder.path, name)
  const authority = await testAuthority()
  const { cert, key } = await authority.issue()
  const given = { ...program.files, 'cert.pem': cert, 'key.pem': key }
  await Promise.all(Object.entries(given).map(([name, text]) => writeFile(file(name), text, { mode: 0o600 })))
  await giveTo(user, folder.path)
  const port = await freePort()
  const files: SqlFiles = {
    data: file('data'),
    folder: folder.path,
    cert: file('cert.pem'),
    key: file('key.pem'),
    port,
  }
  const made = create(files)
  await runAs(user, made.program, made.args)
  let running: RunningProcess | undefined
  const server: SqlServer = {
    ...login,
    port,
    ca: authority.cert,
    run: (sql) => runWithInput(client(port), sql),
    async start() {
      const { program: path, args } = serve(files)
      const child = startProcess({ ...commandAs(user, path, args), cwd: '/' })
      running = child
      let why = ''
      const isReady = () =>
        server.run('SELECT 1;').then(
          () => true,
          (error: unknown) => {
            why = String(error)
            return false
          },
        )
      await Promise.race([
        // It listens before it is ready.
        waitForPort(port, '127.0.0.1', waitTimeoutMs).then(() =>
          eventually(isReady, () => `${path}: ${why}`, waitTimeoutMs),
        ),
        child.exited.then(() => Promise.reject(new Error(`${path} ended: ${child.output()}`))),
      ])
    },
    async kill() {
      if (!running) return
      process.kill(running.pid, endSignal)
      await running.waitForExit()
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
