import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testAuthority } from '../certificate.ts'
import { eventually } from '../deadline.ts'
import { freePort } from '../free-port.ts'
import { type RunningProcess, startProcess, waitForPort } from '../process.ts'
import { createTempFolder } from '../temp-folder.ts'
import { commandAs, giveTo, runAs } from './as-user.ts'
import { runWithInput } from './run-with-input.ts'

/** A real database on 127.0.0.1 with a data folder of its own. */
export interface SqlServer {
  readonly port: number
  /** Who may do everything in `database`. */
  readonly username: string
  readonly password: string
  readonly database: string
  /** PEM: the authority of its certificate, which is for localhost and 127.0.0.1. */
  readonly ca: string
  /** Runs statements; resolves to what the client of the database prints, rejects with what the database says. */
  run(sql: string): Promise<string>
  /** The server is gone at once; `start` brings it back with its data. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it and removes its data. */
  close(): Promise<void>
}

/** The files of a server that is being set up. */
interface SqlFiles {
  readonly data: string
  readonly folder: string
  readonly cert: string
  readonly key: string
  readonly port: number
}

export interface SqlProgram {
  /** The user of the system that it runs as. */
  readonly user: string
  /** What makes an empty data folder. */
  readonly create: (files: SqlFiles) => { readonly program: string; readonly args: readonly string[] }
  readonly serve: (files: SqlFiles) => { readonly program: string; readonly args: readonly string[] }
  /** Reads statements from its input. */
  readonly client: (port: number) => {
    readonly program: string
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
  }
  readonly login: Pick<SqlServer, 'username' | 'password' | 'database'>
  /** Written into the folder first. */
  readonly files: Readonly<Record<string, string>>
  /** What ends it at once, together with its children. */
  readonly endSignal: NodeJS.Signals
}

/** Longer than a query takes on a machine with much to do. */
const patience = 30_000

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
        // It listens before it can answer.
        waitForPort(port, '127.0.0.1', patience).then(() => eventually(isReady, () => `${path}: ${why}`, patience)),
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
