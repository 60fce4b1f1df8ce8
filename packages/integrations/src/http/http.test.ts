import { AnswerError, type HttpConnection, type HttpRequest } from '@mqdeck/drivers'
import { silentLog, systemClock } from '@mqdeck/kit'
import { expect, test } from 'vitest'
import { integrationRoots } from '../catalog.ts'
import { runtime } from './runtime.ts'

const context = { clock: systemClock, log: silentLog, folder: '/', node: 'n', name: 'a' }

/** Creates an action with settings, and its connector. */
function actionOf(parameters: object, connector: object = {}) {
  const { connectors, actions } = integrationRoots
  const url = 'http://h:1/base/'
  const connectorSettings = connectors.toPlain(
    connectors.schema.parse({ http: { c: { url, headers: {}, ...connector } } }),
  ).http?.c
  const settings = actions.toPlain(
    actions.schema.parse({ http: { a: { connector: 'c', parameters: { headers: {}, ...parameters } } } }),
  ).http?.a
  const action = runtime.action?.(settings?.parameters as never, connectorSettings as never, context)
  if (!action) throw new Error('no action')
  return action
}

const rendered = (parameters: object, data: object, connector?: object) =>
  actionOf(parameters, connector).render({ ...data }) as HttpRequest

test('the path of the action is appended to that of the connector with one slash', () => {
  expect(rendered({ path: '/x' }, {}).path).toBe('/base/x')
  expect(rendered({}, {}).path).toBe('/base/')
  expect(rendered({ path: 'x' }, {}, { url: 'http://h:1' }).path).toBe('/x')
  expect(rendered({ path: 'x?a=1' }, { t: 'b' }, { url: 'http://h:1/${t}' }).path).toBe('/b/x?a=1')
})

test('values in the path keep their slashes and cannot leave it', () => {
  expect(rendered({ path: '${topic}?q=${q}' }, { topic: 't/a?b#c é', q: 'x&y=/' }).path).toBe(
    '/base/t/a%3Fb%23c%20%C3%A9?q=x%26y%3D%2F',
  )
  expect(() => rendered({ path: '${topic}' }, { topic: '../admin' })).toThrow('leaves the URL of the connector')
})

test('a missing value is the text undefined, and without a body setting all data is sent', () => {
  expect(rendered({ body: '${a.b} ${.}' }, { n: 1n, f: 1 }).body).toBe('undefined {"n":1,"f":1.0}')
  expect(rendered({}, { n: 1n }).body).toBe('{"n":1}')
})

test('placeholders are filled into JSON text, and binary values stay unchanged', () => {
  expect(rendered({ body: '${payload.a.b}' }, { payload: '{"a":{"b":7}}' }).body).toBe('7')
  expect(rendered({ body: '<${payload}>' }, { payload: new Uint8Array([0xff]) }).body).toEqual(
    new Uint8Array([0x3c, 0xff, 0x3e]),
  )
})

test('get and delete have no body', () => {
  expect(rendered({ method: 'get', body: 'x' }, {})).not.toHaveProperty('body')
  expect(rendered({ method: 'delete', body: 'x' }, {})).not.toHaveProperty('body')
})

test('headers of the action take precedence over those of the connector, and no value can add a header', () => {
  const connector = { headers: { 'X-A': 'connector', 'x-b': '${b}' } }
  expect(rendered({ headers: { 'x-a': 'action' } }, { b: 'v' }, connector).headers).toEqual({
    'x-a': 'action',
    'x-b': 'v',
  })
  expect(() => rendered({ headers: { a: '${v}' } }, { v: 'x\r\ny: z' })).toThrow('characters')
  expect(() => actionOf({ headers: { a: 'x\r\ny: z' } })).toThrow('line breaks')
})

const answering = (...answers: (number | Error)[]): HttpConnection => ({
  async request() {
    const answer = answers.shift() ?? 200
    if (answer instanceof Error) throw answer
    return { status: answer, contentType: '', headers: {}, body: 'thanks' }
  },
  close() {},
})

const send = (connection: HttpConnection, parameters: object = {}) => {
  const action = actionOf(parameters)
  return action.send(connection, [action.render({})], new AbortController().signal)
}

test('2xx is a success, 429 and 503 are retried, and all others are failures', async () => {
  expect(await send(answering(204))).toEqual({ status: 204, body: 'thanks' })
  for (const status of [429, 503]) await expect(send(answering(status))).rejects.not.toBeInstanceOf(AnswerError)
  for (const status of [302, 400, 401, 404, 500])
    await expect(send(answering(status))).rejects.toBeInstanceOf(AnswerError)
})

test('after a lost connection, the request is repeated immediately, as often as configured', async () => {
  const broken = new Error('closed')
  expect(await send(answering(broken, broken, 200))).toMatchObject({ status: 200 })
  await expect(send(answering(broken, broken, broken, 200))).rejects.toThrow('closed')
  await expect(send(answering(broken, 200), { max_retries: 0 })).rejects.toThrow('closed')
})
