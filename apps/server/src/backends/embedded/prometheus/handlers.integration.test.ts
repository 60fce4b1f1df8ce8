import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createTempFolder,
  eventually,
  freePort,
  type RunningProcess,
  startProcess,
  type TempFolder,
  waitForPort,
} from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
let folder: TempFolder
let defaults: Readonly<Record<string, unknown>>
const started: RunningProcess[] = []

beforeAll(async () => {
  all = await startTestServer()
  folder = await createTempFolder()
  defaults = Object(await read('/prometheus'))
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.stop()))
  await all.call('PUT', '/prometheus', defaults)
  await all.clear()
})
afterAll(async () => {
  await all.stop()
  await folder.remove()
})

const read = async (path: string): Promise<unknown> => (await all.get(path)).body
const anonymous = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${all.server.urls.api}${path}`, { headers })
const change = async (changes: object) => {
  const answer = await all.call('PUT', '/prometheus', { ...defaults, ...changes })
  expect(answer.status).toBe(200)
}

/** A Debian program that listens on `port`. */
async function start(command: string, port: number, args: readonly string[]) {
  const program = startProcess({ command, args: [`--web.listen-address=127.0.0.1:${port}`, ...args] })
  started.push(program)
  await Promise.race([
    waitForPort(port),
    program.exited.then(() => Promise.reject(new Error(`${command} ended: ${program.output()}`))),
  ])
  return `http://127.0.0.1:${port}`
}

describe('the metrics', () => {
  test.each(['stats', 'auth', 'data_integration'])('%s are text by default, and JSON on request', async (topic) => {
    const text = await anonymous(`/prometheus/${topic}`, {
      accept: 'application/openmetrics-text;version=1.0.0;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
    })
    expect(text.headers.get('content-type')).toBe('text/plain')
    expect(await text.text()).toMatch(/^# TYPE emqx_/)
    const json = await anonymous(`/prometheus/${topic}`, { accept: 'application/json' })
    expect(json.headers.get('content-type')).toBe('application/json')
    expect(Object.keys(Object(await json.json())).length).toBeGreaterThan(2)
  })

  test('count connected clients, disconnect reasons, bans and certificates', async () => {
    await all.connect('here')
    await all.connect('gone')
    await all.server.broker.kick('gone', 'kicked')
    const text = await (await anonymous('/prometheus/stats')).text()
    expect(text).toContain('\nemqx_live_connections_count 1\n')
    expect(text).toMatch(
      /emqx_client_disconnected_reason\{listener_type="tcp",listener_name="default",reason="kicked"\} \d/,
    )
    expect(text).toMatch(/emqx_cert_expiry_at\{listener_type="ssl",listener_name="default"\} \d{10}\n/)
    await all.call('POST', '/banned', { as: 'clientid', who: 'x' })
    const auth = await anonymous('/prometheus/auth', { accept: 'application/json' })
    expect(await auth.json()).toMatchObject({ emqx_banned: { emqx_banned_count: 1 } })
    await all.call('DELETE', '/banned')
  })

  test('are separate for each node if they are not summed', async () => {
    const of = async (mode: string) => (await anonymous(`/prometheus/stats?mode=${mode}`)).text()
    expect(await of('all_nodes_unaggregated')).toMatch(/\nemqx_connections_count\{node="mqdeck@127\.0\.0\.1"\} \d/)
    expect(await of('all_nodes_aggregated')).toMatch(/\nemqx_connections_count \d/)
    expect((await anonymous('/prometheus/stats?mode=every_node')).status).toBe(400)
  })

  test("pass the check of promtool, except for EMQX's names", async () => {
    await change({
      collectors: {
        ...Object(defaults.collectors),
        vm_memory: 'enabled',
        vm_statistics: 'enabled',
        vm_system_info: 'enabled',
      },
    })
    for (const topic of ['stats', 'auth', 'data_integration']) {
      const promtool = startProcess({ command: '/usr/bin/promtool', args: ['check', 'metrics'] })
      promtool.write(await (await anonymous(`/prometheus/${topic}`)).text())
      promtool.closeInput()
      const { code } = await promtool.waitForExit()
      // 1: invalid. 3: valid with lint messages.
      expect([0, 3]).toContain(code)
      const found = promtool
        .output()
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('emqx_'))
      expect(found).toEqual([])
    }
  })
})

describe('enable_basic_auth', () => {
  test('restricts the metrics to users and API keys', async () => {
    await change({ enable_basic_auth: true })
    const refused = await anonymous('/prometheus/stats')
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toMatch(/^Basic/)
    expect((await anonymous('/prometheus/auth', { authorization: `Basic ${btoa('no:body')}` })).status).toBe(401)
    const token = { authorization: `Bearer ${all.token()}` }
    expect((await anonymous('/prometheus/data_integration', token)).status).toBe(200)
    await change({ enable_basic_auth: false })
    expect((await anonymous('/prometheus/stats')).status).toBe(200)
  })
})

describe('PUT /prometheus', () => {
  test.each([
    [{ collectors: { mnesia: 'enabled' } }, 'prometheus.collectors.mnesia'],
    [{ push_gateway: { url: 'ftp://x' } }, 'prometheus.push_gateway.url'],
    [{ push_gateway: { url: 'http://user:secret@127.0.0.1:9091' } }, 'prometheus.push_gateway.url'],
    [{ push_gateway: { interval: '10ms' } }, 'prometheus.push_gateway.interval'],
    [{ push_gateway: { job_name: 'a?b' } }, 'prometheus.push_gateway.job_name'],
    [{ push_gateway: { headers: { 'a b': 'x' } } }, 'prometheus.push_gateway.headers.a b'],
    [{ scrape: true }, 'prometheus'],
  ])('rejects %j with the path', async (body, path) => {
    const { status, body: answer } = await all.call('PUT', '/prometheus', body)
    expect(status).toBe(400)
    const received = JSON.parse(String(Object(answer).message))
    expect(received.path.replace('root', 'prometheus')).toBe(path)
  })

  test('masks headers of the gateway, and keeps a header that is sent back masked', async () => {
    const headers = { authorization: 'Bearer secret' }
    await change({ push_gateway: { ...Object(defaults.push_gateway), headers } })
    const shown = await read('/prometheus')
    expect(shown).toMatchObject({ push_gateway: { headers: { authorization: '******' } } })
    await all.call('PUT', '/prometheus', shown)
    expect(await read('/prometheus')).toEqual(shown)
  })
})

describe('with the real programs', () => {
  test('Prometheus scrapes all three, with an API key if authentication is enabled', async () => {
    await change({ enable_basic_auth: true })
    const key: unknown = (
      await all.call('POST', '/api_key', { name: 'scraper', desc: '', enable: true, role: 'viewer' })
    ).body
    const { api_key, api_secret } = Object(key)
    const { host } = new URL(all.server.urls.api)
    const job = (topic: string) => [
      `  - job_name: ${topic}`,
      `    metrics_path: /api/v5/prometheus/${topic}`,
      '    basic_auth:',
      `      username: "${api_key}"`,
      `      password: "${api_secret}"`,
      `    static_configs: [{ targets: ["${host}"] }]`,
    ]
    const config = [
      'global: { scrape_interval: 1s }',
      'scrape_configs:',
      ...['stats', 'auth', 'data_integration'].flatMap(job),
    ]
    const file = join(folder.path, 'prometheus.yml')
    await writeFile(file, `${config.join('\n')}\n`)
    const data = join(folder.path, 'prometheus')
    await mkdir(data)
    await all.connect('counted')
    const url = await start('/usr/bin/prometheus', await freePort(), [
      `--config.file=${file}`,
      `--storage.tsdb.path=${data}`,
    ])
    const query = async (expression: string): Promise<readonly string[]> => {
      const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`)
      if (!response.ok) return []
      const { data: found } = Object(await response.json())
      return found.result.map((one: { readonly value: readonly [number, string] }) => one.value[1])
    }
    await eventually(
      async () => (await query('up')).join() === '1,1,1',
      () => 'not every scrape is good',
    )
    expect(await query('emqx_live_connections_count')).toEqual(['1'])
    expect(await query('emqx_rules_count')).toEqual(['0'])
    expect(await query('emqx_banned_count')).toEqual(['0'])
  })

  test('a Pushgateway receives the metrics and exposes them', async () => {
    const url = await start('/usr/bin/prometheus-pushgateway', await freePort(), [])
    await change({ push_gateway: { ...Object(defaults.push_gateway), enable: true, url, interval: '1s' } })
    let received = ''
    await eventually(
      async () => {
        received = await (await fetch(`${url}/metrics`)).text()
        return received.includes('emqx_connections_count{instance="mqdeck~127.0.0.1",job="mqdeck"}')
      },
      () => `the gateway has ${received.slice(0, 500)}`,
    )
  })
})
