import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { TelemetryData } from '@mqdeck/contract'
import { openStore, type Store, silentLog } from '@mqdeck/kit'
import { createFakeClock, createInbox, createTempFolder, eventually, type FakeClock } from '@mqdeck/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTelemetry, type Telemetry, type TelemetrySettings } from './service.ts'
import { openTelemetryIdentity } from './telemetry-data.ts'

interface Posted {
  readonly method: string | undefined
  readonly type: string | undefined
  readonly report: TelemetryData
}

type Responder = (request: IncomingMessage, response: ServerResponse) => unknown

const day = 24 * 3600 * 1000
const taken: Responder = (_request, response) => response.writeHead(204).end()
const refused: Responder = (_request, response) => response.writeHead(503).end('secret of the machine')

let folder: Awaited<ReturnType<typeof createTempFolder>>
let store: Store
let receiver: Server | undefined
let telemetry: Telemetry | undefined

beforeEach(async () => {
  folder = await createTempFolder()
  store = openStore(folder.path)
})
afterEach(async () => {
  telemetry?.stop()
  receiver?.closeAllConnections()
  await new Promise((resolve) => (receiver ? receiver.close(resolve) : resolve(undefined)))
  await store.close()
  await folder.remove()
})

/** Receives reports and responds with the current `answer.with`. */
async function listen() {
  const answer = { with: taken }
  const posts = createInbox<Posted>(({ report }) => JSON.stringify(report))
  receiver = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    posts.push({ method: request.method, type: request.headers['content-type'], report: JSON.parse(text) })
    answer.with(request, response)
  })
  await new Promise<void>((resolve) => receiver?.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return { posts, answer, url: `http://127.0.0.1:${address.port}/reports` }
}

const metrics = { 'messages.received': 20, 'messages.sent': 40 }

async function open(settings: TelemetrySettings, clock: FakeClock = createFakeClock()) {
  const counts = {
    connections: 3,
    liveConnections: 2,
    sessions: 3,
    topics: 5,
    suboptions: 5,
    subscribers: 3,
    subscriptions: 5,
    sharedSubscriptions: 0,
    retained: 7,
  }
  const created = createTelemetry({
    settings,
    sources: {
      // The counters that are used.
      broker: { metrics: metrics as never, stats: () => counts },
      version: '5.8.9',
      runtime: '22/12',
      system: { name: 'Debian', version: '12' },
      identity: await openTelemetryIdentity(store),
      integration: () => ({ rule_engine: { num_rules: 3 }, bridge: { num_data_bridges: 0, data_bridge: {} } }),
      features: () => ({ topic_rewrite: 1, delayed: 2, retained: 7, auto_subscribe: 0 }),
    },
    store,
    startedAt: clock.now(),
    clock,
    log: silentLog,
  })
  telemetry = created
  created.start()
  const attempted = (at: number) =>
    eventually(
      () => created.last()?.at === at && created.nextAt() !== undefined,
      () => `no attempt at ${at}, the last was ${JSON.stringify(created.last())}`,
    )
  return { clock, telemetry: created, attempted }
}

test('nothing is sent while telemetry is disabled or has no URL', async () => {
  const { posts, url } = await listen()
  const { clock, telemetry: opened } = await open({ enable: false, report_url: url })
  expect(clock.pending()).toBe(0)
  await expect(opened.send()).rejects.toThrow('Telemetry is not enabled')
  opened.update({ enable: true, report_url: '' })
  expect(clock.pending()).toBe(0)
  expect(opened.nextAt()).toBeUndefined()
  await expect(opened.send()).rejects.toThrow('No address for telemetry reports')
  expect(posts.all).toEqual([])
})

test('the first report is sent soon after the start and the next a day later, with the rates since then', async () => {
  const { posts, url } = await listen()
  const { clock, telemetry: opened, attempted } = await open({ enable: true, report_url: url })
  const start = clock.now()
  expect(opened.nextAt()).toBe(start + 10_000)
  clock.advance(10_000)
  const first = await posts.take(() => true, 'the first report')
  expect(first).toMatchObject({ method: 'POST', type: 'application/json' })
  expect(first.report).toMatchObject({
    emqx_version: '5.8.9',
    os_name: 'Debian',
    otp_version: '22/12',
    up_time: 10_000,
    num_clients: 2,
    num_cluster_sessions: 3,
    messages_received: 20,
    mqtt_runtime_insights: { messages_received_rate: 2, messages_sent_rate: 4, num_topics: 5 },
    advanced_mqtt_features: { topic_rewrite: 1, delayed: 2, retained: 7, auto_subscribe: 0 },
  })
  await attempted(start + 10_000)
  expect(opened.last()).toEqual({ at: start + 10_000, url, failure: undefined })
  expect(opened.nextAt()).toBe(start + 10_000 + day)
  clock.advance(day)
  const second = await posts.take(({ report }) => report.up_time > day, 'the second report')
  expect(second.report.mqtt_runtime_insights.messages_received_rate).toBe(0)
  expect(second.report.uuid).toBe(first.report.uuid)
})

test('a failure is stored without the response, and retried with increasing delays', async () => {
  const { url, answer } = await listen()
  answer.with = refused
  const { clock, telemetry: opened, attempted } = await open({ enable: true, report_url: url })
  clock.advance(10_000)
  await attempted(clock.now())
  expect(opened.last()?.failure).toBe('answered 503 Service Unavailable')
  expect(opened.nextAt()).toBe(clock.now() + 60_000)
  clock.advance(60_000)
  await attempted(clock.now())
  expect(opened.nextAt()).toBe(clock.now() + 120_000)
  answer.with = taken
  clock.advance(120_000)
  await attempted(clock.now())
  expect(opened.last()?.failure).toBeUndefined()
  expect(opened.nextAt()).toBe(clock.now() + day)
})

test('a redirect is not followed, and an unreachable URL is reported', async () => {
  const { url, answer, posts } = await listen()
  answer.with = (_request, response) => response.writeHead(302, { location: url }).end()
  const { telemetry: opened } = await open({ enable: true, report_url: url })
  expect((await opened.send()).failure).toMatch(/^answered 302/)
  expect(posts.all).toHaveLength(1)
  opened.update({ enable: true, report_url: 'http://127.0.0.1:1/' })
  expect((await opened.send()).failure).toMatch(/ECONNREFUSED|bad port/)
})

test('a restart does not send another report, a changed URL does', async () => {
  const { url } = await listen()
  const first = await open({ enable: true, report_url: url })
  await first.telemetry.send()
  first.telemetry.stop()
  expect(first.clock.pending()).toBe(0)
  first.clock.advance(3_600_000)
  const second = await open({ enable: true, report_url: url }, first.clock)
  expect(second.telemetry.nextAt()).toBe(first.clock.now() - 3_600_000 + day)
  second.telemetry.update({ enable: true, report_url: `${url}/other` })
  expect(second.telemetry.nextAt()).toBe(first.clock.now() + 10_000)
})
