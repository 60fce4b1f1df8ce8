import { chmodSync, existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTempFolder, freePorts, type RunningProcess, startProcess, startTimeoutMs } from '@mqdeck/testkit'
import { expect, onTestFinished, test } from 'vitest'

const mqdeck = fileURLToPath(new URL('../../bin/mqdeck.mjs', import.meta.url))

/** The Node.js that is installed on the machine. */
const machineNode =
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((file) => existsSync(file)) ?? process.execPath

async function launch(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<RunningProcess> {
  const folder = await createTempFolder()
  const [http = 0, tcp = 0] = await freePorts(2)
  const launched = startProcess({
    command: machineNode,
    args: [mqdeck, ...args],
    cwd: folder.path,
    env: {
      MQDECK_NODE_BINARY: '',
      MQDECK_DASHBOARD_PORT: `${http}`,
      MQDECK_TCP_PORT: `${tcp}`,
      MQDECK_SSL_ENABLE: 'false',
      MQDECK_WS_ENABLE: 'false',
      MQDECK_WSS_ENABLE: 'false',
      ...env,
    },
  })
  onTestFinished(async () => {
    await launched.stop()
    await folder.remove()
  })
  return launched
}

const executable = (pid: number) => readlinkSync(`/proc/${pid}/exe`)

function childrenOf(pid: number): readonly number[] {
  const texts = readdirSync(`/proc/${pid}/task`).map((id) => readFileSync(`/proc/${pid}/task/${id}/children`, 'utf8'))
  return texts.join(' ').split(' ').filter(Boolean).map(Number)
}

test('any Node.js starts the broker with the one of the npm packages; signals sent twice stop it cleanly', async () => {
  const packaged = createRequire(mqdeck).resolve(`node-${process.platform}-${process.arch}/bin/node`)
  const running = await launch([])
  await running.line(/Ctrl-C/, startTimeoutMs)
  // None if the machine's is the same.
  const [broker = running.pid] = childrenOf(running.pid)
  expect(executable(broker)).toBe(realpathSync(packaged))
  process.kill(running.pid, 'SIGINT')
  process.kill(running.pid, 'SIGTERM')
  expect(await running.waitForExit()).toEqual({ code: 0, signal: null })
  expect(running.output()).toContain('Stopped.')
})

test('MQDECK_NODE_BINARY names another Node.js, whose exit code is passed on', async () => {
  const folder = await createTempFolder()
  onTestFinished(() => folder.remove())
  const other = join(folder.path, 'other-node')
  writeFileSync(other, `#!/bin/sh\necho other\nexec "${process.execPath}" "$@"\n`)
  chmodSync(other, 0o755)
  const running = await launch(['--no-such-option'], { MQDECK_NODE_BINARY: other })
  expect(await running.waitForExit()).toEqual({ code: 2, signal: null })
  expect(running.output().match(/^other$/gm)).toHaveLength(1)
})

test('a missing MQDECK_NODE_BINARY is reported', async () => {
  const running = await launch(['--version'], { MQDECK_NODE_BINARY: '/no/such/node' })
  expect(await running.waitForExit()).toEqual({ code: 1, signal: null })
  expect(running.output()).toContain('/no/such/node')
})
