import { execFileSync } from 'node:child_process'
import { statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  connectMqttJs,
  createTempFolder,
  freePorts,
  type MqttJsClient,
  type RunningProcess,
  startProcess,
  type TempFolder,
} from '@mqdeck/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { program } from './test-program.ts'

/** On a busy machine. */
const startTime = 25_000
const megabyte = 1024 * 1024

let disk: TempFolder
let dashboard = 0
let tcp = 0
let running: RunningProcess | undefined

beforeEach(async () => {
  disk = await createTempFolder()
  ;[dashboard = 0, tcp = 0] = await freePorts(2)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=90m', 'tmpfs', disk.path], { stdio: 'pipe' })
  } catch (error) {
    throw new Error('This test mounts a small disk (tmpfs), which requires root privileges', { cause: error })
  }
})
afterEach(async () => {
  await running?.stop()
  execFileSync('umount', ['--lazy', disk.path])
  await disk.remove()
})

async function start(): Promise<RunningProcess> {
  running = startProcess({
    command: process.execPath,
    args: [program],
    cwd: disk.path,
    env: {
      MQDECK_DATA_DIR: join(disk.path, 'data'),
      MQDECK_DASHBOARD_PORT: String(dashboard),
      MQDECK_TCP_PORT: String(tcp),
      ...Object.fromEntries(['SSL', 'WS', 'WSS'].map((type) => [`MQDECK_${type}_ENABLE`, 'false'])),
    },
  })
  await running.line(/Ctrl-C/, startTime)
  return running
}

/** A session with a queued message, and a retained message. */
async function fillBroker(): Promise<void> {
  const away = await connect('away')
  await away.client.subscribeAsync('q/#', { qos: 1 })
  await away.end()
  const publisher = await connect('publisher')
  await publisher.client.publishAsync('q/1', 'queued', { qos: 1 })
  await publisher.client.publishAsync('kept', 'retained', { qos: 1, retain: true })
  await publisher.end()
}

const connect = (clientId: string): Promise<MqttJsClient> =>
  connectMqttJs(
    { host: '127.0.0.1', port: tcp },
    { clientId, clean: clientId !== 'away', properties: { sessionExpiryInterval: clientId === 'away' ? 3600 : 0 } },
  )

/** Leaves this many bytes. */
function fillDisk(left: number): void {
  const { bavail, bsize } = statfsSync(disk.path)
  writeFileSync(join(disk.path, 'filler'), Buffer.alloc(bavail * bsize - left))
}

async function expectServesWithoutWriting(): Promise<void> {
  const away = await connect('away')
  expect(await away.message('q/1')).toBe('queued')
  const reader = await connect('reader')
  await reader.client.subscribeAsync('kept')
  expect(await reader.message('kept')).toBe('retained')
  await expect(reader.client.publishAsync('more', 'x', { qos: 1, retain: true })).rejects.toThrow('Quota exceeded')
  await away.end()
  await reader.end()
}

const request = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${dashboard}/api/v5${path}`, init)

const signIn = () =>
  request('/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'public' }),
  })

it('a start with less than 64 MB free serves what needs no space, shows the alarm, and logs the state once', async () => {
  const first = await start()
  await fillBroker()
  await first.kill()
  fillDisk(35 * megabyte)

  const second = await start()
  await expectServesWithoutWriting()
  const { token } = (await (await signIn()).json()) as { readonly token: string }
  const alarms = await (await request('/alarms', { headers: { authorization: `Bearer ${token}` } })).text()
  expect(alarms).toContain('disk_full')
  const lines = second.output().split('\n')
  expect(lines.filter((line) => line.includes('msg: disk_full'))).toHaveLength(1)
  expect(lines.filter((line) => /No more data can be stored|main\.js/.test(line))).toEqual([])
})

it('a start with 0 bytes free delivers queued and retained messages, and signing in reports the reason', async () => {
  const first = await start()
  await fillBroker()
  await first.stop()
  fillDisk(0)

  const second = await start()
  expect(second.output()).toMatch(/NOT STARTED: log\.file\.default, The disk is full/)
  await expectServesWithoutWriting()
  const refused = await signIn()
  expect([refused.status, await refused.text()]).toEqual([
    503,
    expect.stringContaining('disk of the server is nearly full'),
  ])
  expect(second.output()).not.toContain('main.js')
  const other = startProcess({
    command: process.execPath,
    args: [program],
    cwd: disk.path,
    env: { MQDECK_DATA_DIR: join(disk.path, 'data') },
  })
  expect((await other.waitForExit(startTime)).code).toBe(1)
  expect(other.output()).toContain(`in use by another MQDeck (process ${second.pid})`)
})
