import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  createTempFolder,
  freePorts,
  type RunningProcess,
  startProcess,
  startTimeoutMs,
  wholeZone,
} from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { program } from './test-program.ts'

const kills = process.env.SLOW_TESTS ? 4 : 1

test('a process killed during changes starts again with the last acknowledged settings', async () => {
  const folder = await createTempFolder()
  const [port = 0] = await freePorts(1)
  const api = `http://127.0.0.1:${port}/api/v5`
  const launch = (): RunningProcess =>
    startProcess({
      command: process.execPath,
      args: [program],
      cwd: folder.path,
      env: {
        MQDECK_DATA_DIR: join(folder.path, 'data'),
        MQDECK_DASHBOARD_PORT: String(port),
        ...Object.fromEntries(['TCP', 'SSL', 'WS', 'WSS'].map((type) => [`MQDECK_${type}_ENABLE`, 'false'])),
      },
    })
  const call = async (method: string, path: string, token = '', body?: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(api + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return (await response.json()) as Readonly<Record<string, never>>
  }
  const login = async () => (await call('POST', '/login', '', { username: 'admin', password: 'public' })).token ?? ''
  const inForce = async (token: string): Promise<number> => {
    const zone = (await call('GET', '/configs/global_zone', token)) as unknown as { mqtt: { max_inflight: number } }
    return zone.mqtt.max_inflight
  }

  let acknowledged = 32
  for (let round = 0; round < kills; round += 1) {
    const server = launch()
    await server.line(/http:/, startTimeoutMs)
    const token = await login()
    const found = await inForce(token)
    // The last request may have been applied without a response.
    expect([acknowledged, acknowledged + 1]).toContain(found)
    acknowledged = found
    const change = async () => {
      await call('PUT', '/configs/global_zone', token, wholeZone({ mqtt: { max_inflight: acknowledged + 1 } }))
      acknowledged += 1
    }
    for (let count = 0; count <= round; count += 1) await change()
    // During a request.
    const last = change().catch(() => {})
    await server.kill()
    await last
  }
  const server = launch()
  await server.line(/http:/, startTimeoutMs)
  const token = await login()
  expect([acknowledged, acknowledged + 1]).toContain(await inForce(token))
  const { data } = (await call('GET', '/mqdeck/config_versions', token)) as unknown as {
    data: { current: boolean; by: string }[]
  }
  expect(data.map(({ current }) => current)).toEqual(data.map((_, index) => index === 0))
  expect(new Set(data.map(({ by }) => by))).toEqual(new Set(['admin', 'mqdeck']))
  await server.stop()
  expect(readdirSync(join(folder.path, 'data/configs')).sort()).toEqual(['cluster.hocon', 'history'])
  await folder.remove()
}, 180_000)
