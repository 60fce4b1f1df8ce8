import { execFile } from 'node:child_process'
import { chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Command line that runs a server as this user, because many refuse to run as root. Without root privileges, the
 * current user is kept.
 */
export const commandAs = (user: string, command: string, args: readonly string[]) =>
  isRoot()
    ? { command: 'setpriv', args: [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--', command, ...args] }
    : { command, args: [...args] }

/** Runs until it exits. Rejects with its output if it fails. */
export async function runAs(user: string, program: string, params: readonly string[]): Promise<void> {
  const { command, args } = commandAs(user, program, params)
  await run(command, args, { cwd: '/' })
}

/** Changes the owner of a folder and its files. */
export async function giveTo(user: string, folder: string): Promise<void> {
  if (!isRoot()) return
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, user])).stdout)))
  const files = (await readdir(folder)).map((name) => join(folder, name))
  await Promise.all([folder, ...files].map((path) => chown(path, uid ?? 0, gid ?? 0)))
}

const isRoot = () => process.getuid?.() === 0
