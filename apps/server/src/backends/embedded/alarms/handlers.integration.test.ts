import { connectRaw, eventually } from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../../server.ts'
import { freePorts, startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all.stop())
afterEach(() => all.clear())

/** As JSON, because rows of this list have other fields than those of clients. */
const rows = async (query = ''): Promise<readonly object[]> => (await all.get(`/alarms${query}`)).body.data
const name = 'high_system_memory_usage'
const sysmon = (os: object) => all.call('PUT', '/configs/sysmon', { os })
const hasAlarm = async (query = '') => (await rows(query)).some((row) => 'name' in row && row.name === name)
const begun = () =>
  eventually(
    () => hasAlarm(),
    () => 'there is no alarm',
  )
const ended = () =>
  eventually(
    async () => !(await hasAlarm()),
    () => 'the alarm lasts',
  )

describe('alarms', () => {
  it('are activated above a watermark and deactivated below it, published to subscribers, and kept until cleared', async () => {
    const node = all.server.broker.node
    const { client } = await all.connect('al-1')
    const published: [string, object][] = []
    client.on('message', (topic, payload) => published.push([topic, JSON.parse(payload.toString())]))
    await client.subscribeAsync('$SYS/brokers/+/alarms/#')

    expect((await sysmon({ mem_check_interval: '1s', sysmem_high_watermark: '0.1%' })).status).toBe(200)
    await begun()
    expect(await rows()).toContainEqual({
      node,
      name,
      message: expect.stringMatching(/^\d+\.\d\d% mem usage$/),
      details: { usage: expect.any(Number), high_watermark: 0.1 },
      duration: expect.any(Number),
      activate_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
    })
    expect((await sysmon({ mem_check_interval: '1s', sysmem_high_watermark: '100%' })).status).toBe(200)
    await ended()
    expect(await rows('?activated=false')).toContainEqual(
      expect.objectContaining({ node, name, deactivate_at: expect.any(String) }),
    )
    await eventually(
      () => published.length >= 2,
      () => `only ${published.length} messages came`,
    )
    expect(published).toContainEqual([`$SYS/brokers/${node}/alarms/activate`, expect.objectContaining({ name })])
    expect(published).toContainEqual([
      `$SYS/brokers/${node}/alarms/deactivate`,
      expect.objectContaining({ name, activated: false }),
    ])
    expect((await all.call('DELETE', '/alarms')).status).toBe(204)
    expect(await rows('?activated=false')).toEqual([])
    expect((await all.call('POST', '/configs_reset/sysmon')).status).toBe(200)
  })

  it('can be deactivated manually', async () => {
    await sysmon({ mem_check_interval: '1s', sysmem_high_watermark: '0.1%' })
    await begun()
    await sysmon({ mem_check_interval: '1h', sysmem_high_watermark: '0.1%' })
    const end = () => all.call('POST', '/alarms/force_deactivate', { name })
    expect((await end()).status).toBe(204)
    expect(await end()).toMatchObject({ status: 400, body: { code: 'NOT_FOUND' } })
    expect(await hasAlarm()).toBe(false)
    await all.call('POST', '/configs_reset/sysmon')
  })

  it('follow their settings, and settings without effect are read-only', async () => {
    const refused = await all.call('PUT', '/configs/sysmon', { vm: { large_heap: '64MB' } })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('vm.large_heap')
    expect((await all.call('PUT', '/configs/sysmon', { vm: { large_heap: '32MB', long_gc: '50ms' } })).status).toBe(200)
    const crossed = await sysmon({ cpu_low_watermark: '90%' })
    expect(crossed.status).toBe(400)
    expect(JSON.stringify(crossed.body)).toContain('os.cpu_low_watermark')
    expect((await all.call('PUT', '/configs/alarm', { size_limit: 3001 })).status).toBe(400)
    expect((await all.call('PUT', '/configs/alarm', { actions: ['shout'] })).status).toBe(400)
    expect(await all.call('PUT', '/configs/alarm', { actions: ['log'] })).toEqual({
      status: 200,
      body: { actions: ['log'], size_limit: 1000, validity_period: '24h' },
    })
    expect((await all.call('POST', '/configs_reset/alarm?conf_path=actions')).status).toBe(200)
    expect((await all.get('/configs/alarm')).body).toMatchObject({ actions: ['log', 'publish'] })
    await all.call('POST', '/configs_reset/sysmon')
  })

  it('report a client that stops reading, until it disconnects', async () => {
    const endpoint = { host: '127.0.0.1', port: all.server.ports.tcp ?? 0 }
    const slow = await connectRaw(endpoint, { clientId: 'al-slow', username: 'ann' })
    await slow.subscribe('al/flood')
    slow.transport.pause()
    const { client } = await all.connect('al-publisher')
    const payload = Buffer.alloc(256 * 1024)
    const congestion = async (query = '') =>
      (await rows(query)).find((row) => 'name' in row && row.name === 'conn_congestion/al-slow/ann')
    await eventually(
      async () => {
        await client.publishAsync('al/flood', payload)
        return (await congestion()) !== undefined
      },
      () => 'there is no alarm',
    )
    expect(await congestion()).toMatchObject({
      message: expect.stringMatching(/^connection congested: \d+ bytes are waiting to be sent$/),
      details: { clientid: 'al-slow', username: 'ann', listener: 'tcp:default', send_pend: expect.any(Number) },
    })
    await slow.destroy()
    await eventually(
      async () => (await congestion()) === undefined && (await congestion('?activated=false')) !== undefined,
      () => 'the alarm lasts',
    )
  })

  it('are history after a restart of the server', async () => {
    await sysmon({ mem_check_interval: '1s', sysmem_high_watermark: '0.1%' })
    await begun()
    const before = (await rows('?activated=false')).length
    const own = { settings: { data_dir: all.folder, ...freePorts } }
    await all.server.stop()
    let again: RunningServer | undefined
    try {
      again = await startServer(own)
      const answer = await fetch(`${again.urls.api}/alarms?activated=false`, {
        headers: { authorization: `Bearer ${all.token()}` },
      })
      const past: unknown = await answer.json()
      expect(past).toMatchObject({ meta: { count: before + 1 } })
      expect(JSON.stringify(past)).toContain(JSON.stringify(name))
    } finally {
      await again?.stop()
    }
  })
})
