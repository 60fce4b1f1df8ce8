import type { ServerResponse } from 'node:http'
import { connectMqttJs, eventually, type ReceivedRequest, startHttpServer, type TestHttpServer } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { credentials } from './browser.ts'
import { useServer, useStage } from './use-stage.ts'

/** An MQDeck broker behind a relay that hides its own endpoints, so that it looks like an EMQX cluster. */
const cluster = useServer({ 'listeners.ws.enable': false })
let relay: TestHttpServer
/** Requests to the relay: `GET /trace`. */
const asked: string[] = []

beforeAll(async () => {
  relay = await startHttpServer()
  relay.answer((request, response) => void pass(request, response))
})
afterAll(() => relay.down())
const stage = useStage(() => ({ broker: [relay.origin] }))

/** Forwards requests, except for endpoints that only MQDeck brokers have. */
async function pass({ method, target, headers, body }: ReceivedRequest, response: ServerResponse): Promise<void> {
  asked.push(`${method} ${target.replace('/api/v5', '')}`)
  if (target.startsWith('/api/v5/mqdeck/')) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found')
    return
  }
  const { authorization = '', 'content-type': type = 'application/json' } = headers
  const answer = await fetch(new URL(target, cluster().urls.dashboard), {
    method,
    headers: { authorization, ...(body !== '' && { 'content-type': type }) },
    ...(body !== '' && { body }),
  })
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
  response.end(Buffer.from(await answer.arrayBuffer()))
}

const rule = {
  id: 'warm',
  sql: 'SELECT payload.temp as temp, clientid FROM "sensors/#" WHERE payload.temp > 30',
  actions: [
    { function: 'republish', args: { topic: 'alarm/${clientid}', payload: '${temp}', qos: 0, retain: false } },
    { function: 'console' },
  ],
}

async function callCluster(method: string, path: string, body?: unknown): Promise<unknown> {
  const send = (address: string, token: string, content: unknown) =>
    fetch(`${cluster().urls.api}${address}`, {
      method: address === '/login' ? 'POST' : method,
      headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) },
      ...(content !== undefined && { body: JSON.stringify(content) }),
    })
  const login: unknown = await (await send('/login', '', credentials)).json()
  const token = typeof login === 'object' && login && 'token' in login ? String(login.token) : ''
  const answer = await send(path, token, body)
  expect(answer.status, `${method} ${path}`).toBeLessThan(300)
  return answer.status === 204 ? undefined : answer.json()
}

const tracesOf = async () => {
  const traces = await callCluster('GET', '/trace')
  return Array.isArray(traces) ? traces.map(({ name }: { readonly name: string }) => name) : []
}

const runOf = (page: Page, text: string) => page.locator('details', { hasText: text }).last()

test('without run reports a rule is observed with a log trace', async () => {
  await callCluster('POST', '/rules', rule)
  const device = await connectMqttJs(
    { host: '127.0.0.1', port: cluster().ports.tcp ?? 0 },
    { clientId: 'sensor-1', protocolVersion: 5 },
  )
  onTestFinished(() => device.end())
  const page = await stage.open('/rule/rules/warm?tab=rule')
  await page.getByText('More columns').waitFor()
  await page.getByRole('button', { name: 'Watch runs' }).click()
  await page.getByText('Waiting for a message or event').waitFor()
  await page.getByText(/A log trace of the rule runs while you watch/).waitFor()
  await eventually(
    async () => (await tracesOf()).length === 1,
    () => 'there is no trace',
  )
  expect((await tracesOf())[0]).toMatch(/^DEBUG_RULE_warm_/)

  await device.client.publishAsync('sensors/hall', '{"temp": 31,\n"place": "温度计"}', { qos: 1 })
  const real = runOf(page, 'sensors/hall')
  await real.getByText('Done').first().waitFor()
  await real.locator('summary').click()
  await real
    .getByText(/^republish:alarm/)
    .first()
    .waitFor()
  await real.getByText('console', { exact: true }).waitFor()
  await real.getByText('The SQL returned a result').waitFor()
  expect(await real.textContent()).toContain('温度计')
  expect(await real.getByText('Rule triggered').count()).toBe(1)

  await device.client.publishAsync('sensors/cold', '{"temp": 3}', { qos: 1 })
  await page.getByRole('button', { name: 'Show 1 newer run' }).click()
  await runOf(page, 'sensors/cold').getByText('No result').first().waitFor()
  await device.client.publishAsync('sensors/broken', 'no json', { qos: 1 })
  const broken = runOf(page, 'sensors/broken')
  await broken.getByText('Failed').first().waitFor()

  // One run per message: trace traffic adds none, and none is listed twice.
  expect(await page.locator('details', { hasText: 'sensors/' }).count()).toBe(3)

  await page.getByRole('button', { name: 'Stop watching' }).click()
  await eventually(
    async () => (await tracesOf()).length === 0,
    () => 'the trace is still there',
  )
  await device.client.publishAsync('sensors/unseen', '{"temp": 99}', { qos: 1 })
  expect(await page.locator('details', { hasText: 'sensors/unseen' }).count()).toBe(0)
  expect(asked.filter((one) => one.startsWith('GET /mqdeck/rules/')).length).toBeLessThanOrEqual(1)
})
