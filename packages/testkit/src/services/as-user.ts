import { execFile } from 'node:child_process'
import { chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The command line that runs a server as this user: many refuse to run as root. Without root it runs as who we are. */
export const commandAs = (user: string, command: string, args: readonly string[]) =>
  isRoot()
    ? { command: 'setpriv', args: [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--', command, ...args] }
    : { command, args: [...args] }

/** Runs to its end. Rejects with what it wrote. */
export async function runAs(user: string, program: string, params: readonly string[]): Promise<void> {
  const { command, args } = commandAs(user, program, params)
  await run(command, args, { cwd: '/' })
}

/** Gives a folder and the files in it to the user. */
export async function giveTo(user: string, folder: string): Promise<void> {
  if (!isRoot()) return
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, user])).stdout)))
  const files = (await readdir(folder)).map((name) => join(folder, name))
  await Promise.all([folder, ...files].map((path) => chown(path, uid ?? 0, gid ?? 0)))
}

const isRoot = () => process.getuid?.() === 0
