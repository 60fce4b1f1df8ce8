import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTempFolder, freePorts, type RunningProcess, startProcess, startTimeoutMs } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { program } from './test-program.ts'

const bans = 20_000

test('a process killed during a restore starts again with complete records only, and a second restore completes it', async () => {
  const folder = await createTempFolder()
  const [port = 0] = await freePorts(1)
  const api = `http://127.0.0.1:${port}/api/v5`
  const launch = async (): Promise<RunningProcess> => {
    const server = startProcess({
      command: process.execPath,
      args: [program],
      cwd: folder.path,
      env: {
        MQDECK_DATA_DIR: join(folder.path, 'data'),
        MQDECK_DASHBOARD_PORT: String(port),
        ...Object.fromEntries(['TCP', 'SSL', 'WS', 'WSS'].map((type) => [`MQDECK_${type}_ENABLE`, 'false'])),
      },
    })
    await server.line(/http:/, startTimeoutMs)
    return server
  }
  const call = async (method: string, path: string, token = '', body?: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(api + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await response.text()
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Readonly<Record<string, never>> }
  }
  const login = async () =>
    (await call('POST', '/login', '', { username: 'admin', password: 'public' })).body.token ?? ''
  const count = async (token: string) => {
    const { meta } = (await call('GET', '/banned?limit=1', token)).body as unknown as { meta: { count: number } }
    return meta.count
  }

  const first = await launch()
  const backups = join(folder.path, 'data/backup')
  mkdirSync(join(folder.path, 'x/tables'), { recursive: true })
  writeFileSync(join(folder.path, 'x/META.hocon'), 'version = "5.8.0"\nedition = ce\n')
  writeFileSync(join(folder.path, 'x/cluster.hocon'), 'mqtt { max_inflight = 12 }\n')
  const lines = Array.from({ length: bans }, (_, index) =>
    JSON.stringify({ as: 'clientid', who: `c${index}`, by: 'x', reason: 'r', at: 1, until: 'infinity' }),
  )
  writeFileSync(join(folder.path, 'x/tables/banned.jsonl'), lines.join('\n'))
  execFileSync('tar', ['-czf', join(backups, 'x.tar.gz'), '-C', folder.path, 'x'])
  const token = await login()
  const cut = call('POST', '/data/import', token, { filename: 'x.tar.gz' }).catch(() => undefined)
  await expect.poll(() => count(token), { timeout: 30_000, interval: 5 }).toBeGreaterThan(0)
  await first.kill()
  await cut

  const second = await launch()
  const again = await login()
  const found = await count(again)
  expect(found).toBeGreaterThan(0)
  const { mqtt } = (await call('GET', '/configs/global_zone', again)).body as unknown as {
    mqtt: { max_inflight: number }
  }
  expect(mqtt.max_inflight).toBe(12)
  expect((await call('POST', '/data/import', again, { filename: 'x.tar.gz' })).status).toBe(204)
  expect(await count(again)).toBe(bans)
  await second.stop()
  expect(readdirSync(backups)).toEqual(['x.tar.gz'])
  await folder.remove()
}, 180_000)
