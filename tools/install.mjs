import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { useNode } from '../apps/server/bin/node.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Installs the npm packages if those of the lock file are not installed, then continues with the Node.js of MQDeck. */
export async function installPackages() {
  if (!isInstalled()) {
    console.log('Installing packages (only at the first start) ...')
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  }
  await useNode()
}

/** npm writes `.package-lock.json` after it has installed everything. It lacks packages for other platforms. */
function isInstalled() {
  const file = `${root}node_modules/.package-lock.json`
  if (!existsSync(file)) return false
  const installed = packagesIn(file)
  return Object.entries(packagesIn(`${root}package-lock.json`)).every(
    ([path, { version, link, optional }]) =>
      path === '' ||
      !path.startsWith('node_modules/') ||
      link ||
      (installed[path]?.version ?? (optional && version)) === version,
  )
}

const packagesIn = (lockFile) => JSON.parse(readFileSync(lockFile, 'utf8')).packages

/** Runs a command in the root folder of the project and shows its output. If it fails, exits with its status. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) console.error(`${command}: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

/** Runs commands at the same time and shows the output of each when it ends. If one fails, exits with its status. */
export async function runTogether(commands) {
  const statuses = await Promise.all(
    commands.map(async ([title, command, args]) => {
      const child = spawn(command, args, { cwd: root })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8')
        stream.on('data', (text) => {
          output += text
        })
      }
      const status = await new Promise((resolve) => {
        child.on('error', (error) => {
          output += `${command}: ${error.message}\n`
          resolve(1)
        })
        child.on('close', (code) => resolve(code ?? 1))
      })
      console.log(`-- ${title}: ${status === 0 ? 'passed' : 'FAILED'}\n${output}`.trim())
      return status
    }),
  )
  const failed = statuses.find((status) => status !== 0)
  if (failed !== undefined) process.exit(failed)
}
