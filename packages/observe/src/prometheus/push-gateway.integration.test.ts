import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Log } from '@mqdeck/kit'
import { createFakeClock, createInbox } from '@mqdeck/testkit'
import { afterEach, expect, test } from 'vitest'
import { createPushGateway, type PushGateway, type PushSettings } from './push-gateway.ts'

interface Push {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let server: Server | undefined
let gateway: PushGateway | undefined
afterEach(async () => {
  gateway?.stop()
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
})

/** A gateway that responds with `status()`. */
async function listen(status = () => 200) {
  const pushes = createInbox<Push>(({ url = '' }) => url)
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.writeHead(status()).end('reported so')
    const { method, url, headers } = request
    pushes.push({ method, url, headers, body })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return { pushes, url: `http://127.0.0.1:${address.port}` }
}

const settingsFor = (url: string, changes: Partial<PushSettings> = {}): PushSettings => ({
  enable: true,
  url,
  method: 'put',
  interval: 15_000,
  headers: {},
  job_name: '${name}/instance/${name}~${host}',
  ...changes,
})

function open(settings: PushSettings) {
  const clock = createFakeClock()
  const logged = createInbox<string>((line) => line)
  const write = (fields: object, event: string) => logged.push(`${event} ${JSON.stringify(fields)}`)
  const log: Log = { isEnabled: () => true, debug: write, info: write, warn: write, error: write }
  let pushed = 0
  const text = async () => `figure ${++pushed}\n`
  const created = createPushGateway({ settings, node: 'mqdeck@127.0.0.1', text, clock, log })
  gateway = created
  created.start()
  return { clock, logged, gateway: created }
}

test('metrics are pushed with job, instance and headers in each interval', async () => {
  const { pushes, url } = await listen()
  const { clock } = open(settingsFor(`${url}/`, { headers: { authorization: 'Bearer x' } }))
  clock.advance(14_999)
  expect(pushes.all).toEqual([])
  clock.advance(1)
  const first = await pushes.take(() => true, 'the first push')
  expect(first).toMatchObject({
    method: 'PUT',
    url: '/metrics/job/mqdeck/instance/mqdeck~127.0.0.1',
    body: 'figure 1\n',
    headers: { authorization: 'Bearer x', 'content-type': 'text/plain; version=0.0.4' },
  })
})

test('changed settings apply immediately', async () => {
  const { pushes, url } = await listen()
  const { clock, gateway: changed } = open(settingsFor(url, { enable: false }))
  clock.advance(60_000)
  changed.update(settingsFor(url, { method: 'post', interval: 1000, job_name: 'a b/x/y' }))
  clock.advance(1000)
  const push = await pushes.take(() => true, 'a push')
  expect(push).toMatchObject({ method: 'POST', url: '/metrics/job/a%20b/x/y', body: 'figure 1\n' })
  changed.stop()
  expect(clock.pending()).toBe(0)
})

test('a failure is logged once with its reason, and the recovery', async () => {
  let status = 400
  const { pushes, url } = await listen(() => status)
  const { clock, logged } = open(settingsFor(url))
  clock.advance(15_000)
  expect(await logged.take(() => true, 'the failure')).toMatch(/push_to_push_gateway_failed.*400 reported so/)
  status = 200
  clock.advance(15_000)
  await pushes.take(({ body }) => body === 'figure 2\n', 'the second push')
  expect(await logged.take(() => true, 'the recovery')).toMatch(/recovered/)
})

test('an unreachable gateway is logged with its address', async () => {
  const { clock, logged } = open(settingsFor('http://127.0.0.1:1'))
  clock.advance(15_000)
  expect(await logged.take(() => true, 'the failure')).toMatch(/push_to_push_gateway_failed.*127\.0\.0\.1:1/)
})
