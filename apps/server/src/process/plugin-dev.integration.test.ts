import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  connectMqttJs,
  createTempFolder,
  freePorts,
  type RunningProcess,
  startProcess,
  startTimeoutMs,
  type TempFolder,
} from '@mqdeck/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { program } from './test-program.ts'

let folder: TempFolder
const started: RunningProcess[] = []
beforeEach(async () => {
  folder = await createTempFolder()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.stop()))
  await folder.remove()
})

function launch(args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningProcess {
  const launched = startProcess({
    command: process.execPath,
    args: [program, 'plugin', ...args],
    cwd: folder.path,
    env: { MQDECK_DATA_DIR: join(folder.path, 'data'), ...env },
  })
  started.push(launched)
  return launched
}

it('a new plugin runs in the broker, is loaded again when a file changes, and a faulty change leaves the last version', async () => {
  expect(await launch(['new', 'stamp']).waitForExit()).toMatchObject({ code: 0 })
  const [http, tcp = 0] = await freePorts(2)
  const dev = launch(['dev', 'stamp'], {
    MQDECK_DASHBOARD_PORT: String(http),
    MQDECK_TCP_PORT: String(tcp),
    MQDECK_SSL_ENABLE: 'false',
    MQDECK_WS_ENABLE: 'false',
    MQDECK_WSS_ENABLE: 'false',
  })
  await dev.line(/^stamp-1\.0\.0 is running/, startTimeoutMs)
  await dev.line(/^Watching stamp/)

  const { client } = await connectMqttJs({ host: '127.0.0.1', port: tcp }, { clientId: 'author' })
  await client.subscribeAsync('devices/#', { qos: 1 })
  const echo = async () => {
    const received = new Promise<string>((resolve) => client.once('message', (_topic, bytes) => resolve(String(bytes))))
    await client.publishAsync('devices/a', '{"celsius":20}', { qos: 1 })
    return JSON.parse(await received)
  }
  expect(await echo()).toEqual({ celsius: 20, received_at: expect.any(Number) })

  const code = join(folder.path, 'stamp', 'index.js')
  const text = await readFile(code, 'utf8')
  await writeFile(code, text.replace('received_at', 'seen_at'))
  await dev.line(/^stamp-1\.0\.0 is running/)
  expect(await echo()).toEqual({ celsius: 20, seen_at: expect.any(Number) })

  const release = join(folder.path, 'stamp', 'release.json')
  const info = await readFile(release, 'utf8')
  await writeFile(release, '{')
  await dev.line(/^Not loaded: stamp.release\.json is not JSON/)
  expect(await echo()).toEqual({ celsius: 20, seen_at: expect.any(Number) })

  await writeFile(release, info.replace('"rel_vsn": "1.0.0"', '"rel_vsn": "1.1.0"'))
  await dev.line(/^stamp-1\.1\.0 is running/)
  expect(await echo()).toEqual({ celsius: 20, seen_at: expect.any(Number) })
  await client.endAsync()
  expect(await dev.stop()).toMatchObject({ code: 0 })
})

it('a folder without a plugin is an error, and the server is not started', async () => {
  const dev = launch(['dev', '.'])
  expect(await dev.waitForExit()).toMatchObject({ code: 1 })
  expect(dev.output()).toContain('mqdeck plugin new NAME creates one')
})
