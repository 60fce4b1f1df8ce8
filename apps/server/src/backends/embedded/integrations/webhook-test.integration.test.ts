import { startHttpServer, type TestHttpServer } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let stage: TestServer
let web: TestHttpServer
beforeAll(async () => {
  ;[stage, web] = await Promise.all([startTestServer(), startHttpServer()])
})
afterAll(() => Promise.all([stage.stop(), web.down()]))

const named = { type: 'http', name: 'n_WH_D' }
const send = (parameters: object, data: object = {}, connector: object = {}) =>
  stage.call('POST', '/mqdeck/webhook_test', {
    connector: { ...named, url: `${web.origin}/base`, headers: {}, ...connector },
    action: { ...named, connector: 'n_WH_D', parameters: { headers: {}, ...parameters } },
    data,
  })

test('a test sends the request of the action, and its response is shown with any status', async () => {
  web.answer((_, response) => {
    response.writeHead(422, { 'content-type': 'text/plain', 'x-mine': 'yes', 'set-cookie': 'sid=1' })
    response.end('no such device')
  })
  const headers = { authorization: 'Bearer abc', 'X-From': '${clientid}' }
  const { status, body } = await send(
    { method: 'put', path: '${topic}', headers, body: '{"n": ${payload.n}, "at": ${at}}' },
    { topic: 't/a', clientid: 'c1', payload: '{"n": 7}', at: 12 },
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({
    request: {
      method: 'PUT',
      url: `${web.origin}/base/t/a`,
      headers: { authorization: '******', 'x-from': '******' },
      body: '{"n": 7, "at": 12}',
    },
    status: 422,
    headers: { 'x-mine': 'yes', 'set-cookie': '******' },
    body: 'no such device',
    is_cut: false,
    took: expect.any(Number),
  })
  const [received] = web.requests().slice(-1)
  expect(received).toMatchObject({ method: 'PUT', target: '/base/t/a', body: '{"n": 7, "at": 12}' })
  expect(received?.headers.authorization).toBe('Bearer abc')
  expect((await stage.get('/connectors')).body).toEqual([])
})

test('the first 64 kB of a long response are shown', async () => {
  web.answer((_, response) => void response.end('x'.repeat(3_000_000)))
  const { body } = await send({ method: 'get' })
  expect(body).toMatchObject({ status: 200, is_cut: true, body: 'x'.repeat(65_536), request: { body: null } })
})

test('an unreachable server and invalid data are reported', async () => {
  const away = await send({}, {}, { url: 'http://127.0.0.1:9' })
  expect(away).toMatchObject({ status: 400, body: { code: 'TEST_FAILED', message: 'Connection refused' } })
  const astray = await send({ path: '${topic}' }, { topic: '../admin' })
  expect(astray).toMatchObject({ status: 400, body: { code: 'TEST_FAILED' } })
  const other = { type: 'mqtt', name: 'm', server: '127.0.0.1:1' }
  expect(
    await stage.call('POST', '/mqdeck/webhook_test', {
      connector: other,
      action: { ...named, connector: 'n', parameters: {} },
      data: {},
    }),
  ).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
})
