import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  createTempFolder,
  freePort,
  type RunningProcess,
  startProcess,
  startTimeoutMs,
  type TempFolder,
} from '@mqdeck/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { program } from './test-program.ts'

let folder: TempFolder
let started: RunningProcess | undefined

beforeEach(async () => {
  folder = await createTempFolder()
})
afterEach(async () => {
  await started?.stop()
  await folder.remove()
})

function launch(env: Readonly<Record<string, string>>): RunningProcess {
  started = startProcess({ command: process.execPath, args: [program], cwd: folder.path, env })
  return started
}

it('with MQDECK_BROKER the dashboard starts in front of the cluster, stores nothing and stops cleanly', async () => {
  const [port, dead] = [await freePort(), await freePort()]
  const running = launch({
    MQDECK_BROKER: `http://127.0.0.1:${dead}`,
    MQDECK_DASHBOARD_PORT: String(port),
    MQDECK_BASE_PATH: '/mqtt/',
    MQDECK_MQTT_MAX_INFLIGHT: '7',
  })
  await running.line(/broker_settings_not_used.*MQDECK_MQTT_MAX_INFLIGHT/, startTimeoutMs)
  await running.line(/Ctrl-C/)
  const response = await fetch(`http://127.0.0.1:${port}/mqtt/api/v5/nodes`)
  expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('connection refused')])
  process.kill(running.pid, 'SIGINT')
  expect(await running.waitForExit()).toEqual({ code: 0, signal: null })
  expect(existsSync(join(folder.path, 'data'))).toBe(false)
})

it('reports invalid cluster URLs', async () => {
  const running = launch({ MQDECK_BROKER: 'http://admin:secret@n1:18083', MQDECK_CLUSTERS: '[{name: a/b}]' })
  await running.line(/MQDECK_BROKER: expected URLs of nodes/, startTimeoutMs)
  await running.line(/MQDECK_CLUSTERS: clusters\[0\]\.name expected/)
  expect((await running.waitForExit()).code).toBe(1)
})
