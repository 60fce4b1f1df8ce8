import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTempFolder, listenerWith, startProcess } from '@mqdeck/testkit'
import { describeMessagingGateway, type MessagingDevice } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import { coapCode, coapOption } from '../coap-stack/message.ts'
import { openCoapDevice } from '../coap-stack/test-device.ts'
import { dtlsCapability } from '../engine/dtls/openssl.ts'
import { startTestGateway, type TestGatewayOptions } from '../test-gateway.ts'
import type { CoapApi } from './api.ts'
import { coap } from './manifest.ts'
import { runtime } from './runtime.ts'

const own = {
  connection_required: false,
  heartbeat: 30_000,
  notify_type: 'qos',
  subscribe_qos: 'coap',
  publish_qos: 'coap',
}

const start = ({ settings = {}, ...others }: TestGatewayOptions = {}) =>
  startTestGateway(coap, runtime, { ...others, settings: { ...own, ...settings }, listener: { type: 'udp' } })

/** A device with a connection. */
async function openDevice(port: number): Promise<MessagingDevice> {
  const device = await openCoapDevice(port)
  let credentials = ''
  const request = (code: number, path: string, options = {}) => device.request(code, `${path}?${credentials}`, options)
  return {
    port: device.port,
    async connect(clientId, password) {
      const secret = password === undefined ? '' : `&password=${password}`
      const login = `clientid=${clientId}&username=${clientId}${secret}`
      const { code, text: token } = await device.request(coapCode.post, `mqtt/connection?${login}`)
      credentials = `clientid=${clientId}&token=${token}`
      return code === coapCode.created ? 'connected' : 'refused'
    },
    publish: async (topic, payload) =>
      (await request(coapCode.post, `ps/${topic}`, { payload })).code === coapCode.changed ? 'accepted' : 'denied',
    subscribe: async (topic) =>
      (await request(coapCode.get, `ps/${topic}`, { observe: 0 })).code === coapCode.content ? 'accepted' : 'denied',
    receive: () => device.notification(),
    // The gateway does not inform the device: its next request is refused.
    ended: () => expect.poll(async () => (await request(coapCode.put, 'mqtt/connection')).code).toBe(0x80),
    leave: () => request(coapCode.delete, 'mqtt/connection'),
  }
}

describeMessagingGateway('coap', {
  protocol: { protocolName: 'CoAP', protocolVersion: '1' },
  start: ({ mountpoint = '', ...choices }) =>
    start({ ...choices, settings: { connection_required: true, mountpoint } }),
  device: openDevice,
  // As in EMQX.
  refusesTakeover: true,
})

test.each([coapCode.post, coapCode.put])('method %i on a topic publishes', async (method) => {
  const { port, mqtt } = await start()
  const device = await openCoapDevice(port)
  const subscriber = await mqtt()
  await subscriber.client.subscribeAsync('c/#', { qos: 1 })
  expect(await device.request(method, 'ps/c/a?clientid=d', { payload: 'hello' })).toEqual({ code: 0x44, text: '' })
  expect(await subscriber.message('c/a')).toBe('hello')
})

test('a retained message can be read, and a missing one is not found', async () => {
  const { port } = await start()
  const device = await openCoapDevice(port)
  await device.request(coapCode.post, 'ps/c/r?clientid=d&retain=true', { payload: 'kept' })
  expect(await device.request(coapCode.get, 'ps/c/r?clientid=d')).toEqual({ code: 0x45, text: 'kept' })
  expect(await device.request(coapCode.get, 'ps/c/none?clientid=d')).toEqual({ code: 0x84, text: '' })
})

test('an observer receives confirmable messages of QoS 1 until it cancels', async () => {
  const { port } = await start()
  const device = await openCoapDevice(port)
  const other = await openCoapDevice(port)
  expect(await device.request(coapCode.get, 'ps/c/o?clientid=d', { observe: 0 })).toEqual({ code: 0x45, text: '' })
  await other.request(coapCode.post, 'ps/c/o?clientid=e', { payload: 'one' })
  expect(await device.notification()).toBe('one')
  expect(await device.request(coapCode.get, 'ps/c/o?clientid=d', { observe: 1 })).toEqual({ code: 0x47, text: '' })
})

test('a client without a connection and with a wrong password cannot publish, observe or read', async () => {
  const { port } = await start({
    authenticate: (_, password) => (password === 'good' ? { result: 'allow' } : { result: 'deny', reasonCode: 0x86 }),
  })
  const device = await openCoapDevice(port)
  const login = 'clientid=d&username=u&password='
  for (const [code, uri, observe] of [
    [coapCode.post, 'ps/c/a'],
    [coapCode.get, 'ps/c/a', 0],
    [coapCode.get, 'ps/c/a'],
  ] as const) {
    const options = observe === undefined ? {} : { observe }
    expect((await device.request(code, `${uri}?${login}bad`, options)).code).toBe(0x80)
  }
  expect((await device.request(coapCode.post, `ps/c/a?${login}good`, { payload: 'x' })).code).toBe(0x44)
})

test('connection mode requires the token of the connection', async () => {
  const { port } = await start({ settings: { connection_required: true } })
  const device = await openCoapDevice(port)
  const missing = 'Missing token or clientid in connection mode'
  expect(await device.request(coapCode.post, 'ps/a?clientid=d')).toEqual({ code: 0x80, text: missing })
  const { code, text: token } = await device.request(coapCode.post, 'mqtt/connection?clientid=d')
  expect(code).toBe(0x41)
  const again = await device.request(coapCode.post, 'mqtt/connection?clientid=d')
  expect(again).toEqual({ code: 0x80, text: 'Bad Request: client has connected' })
  const uri = `clientid=d&token=${token}`
  expect((await device.request(coapCode.post, `ps/a?${uri}`)).code).toBe(0x44)
  const moved = await openCoapDevice(port)
  expect((await moved.request(coapCode.put, `mqtt/connection?${uri}`)).code).toBe(0x44)
  expect((await moved.request(coapCode.delete, `mqtt/connection?${uri}`)).code).toBe(0x42)
  expect((await moved.request(coapCode.post, `ps/a?${uri}`)).code).toBe(0x80)
})

test.each([
  ['ps?clientid=d', 'invalid topic'],
  ['ps/+?clientid=d', 'invalid topic'],
  ['ps/a?clientid=d&qos=7', 'invalid qos'],
])('POST %s is refused with its reason', async (uri, text) => {
  const { port } = await start()
  const device = await openCoapDevice(port)
  expect(await device.request(coapCode.post, uri)).toEqual({ code: 0x80, text })
})

test('a request of the API is sent to the device, and its response returned', async () => {
  const { port, gateway } = await start()
  const device = await openCoapDevice(port)
  await device.request(coapCode.post, 'mqtt/connection?clientid=d')
  const api = gateway.running?.api as CoapApi // of the runtime above
  const request = { token: 'tk', method: 'get', contentType: 'text/plain', payload: 'p', timeout: 5000 } as const
  expect(await api.request('unknown', request)).toBe('unknown')
  const response = api.request('d', request)
  const { id, token } = await device.take((one) => one.code === coapCode.get, 'request')
  device.send({ type: 'ack', code: coapCode.content, id, token, payload: Buffer.from('on') })
  expect(await response).toEqual({ id, token: 'tk', method: '{ok,content}', payload: 'on' })
})

test('a flood from one address does not end other devices, which are served', async () => {
  const { port, errors } = await start()
  const flooding = await openCoapDevice(port)
  const other = await openCoapDevice(port)
  const path = ['ps', 'c', 'f'].map((value) => ({ number: coapOption.uriPath, value: Buffer.from(value) }))
  for (let id = 0; id < 6000; id += 1)
    flooding.send({ code: id % 2 === 0 ? coapCode.put : coapCode.get, id: 10_000 + id, options: path })
  let isServed = false
  const served = other.take(({ type, code }) => type === 'ack' && code === coapCode.changed, 'response')
  void served.then(() => {
    isServed = true
  })
  // The operating system may drop datagrams.
  let id = 0
  await expect
    .poll(() => {
      id += 1
      other.send({ code: coapCode.put, id, options: path })
      return isServed
    })
    .toBe(true)
  expect(errors).toEqual([])
})

const run = promisify(execFile)
test('coap-client of libcoap publishes a retained message and reads it', async () => {
  const { port } = await start()
  const uri = `coap://127.0.0.1:${port}/ps/lib/coap?clientid=lib`
  await run('coap-client-notls', ['-m', 'post', '-e', 'from libcoap', '-B', '5', `${uri}&retain=true`])
  const { stdout } = await run('coap-client-notls', ['-m', 'get', '-B', '5', uri])
  expect(stdout).toContain('from libcoap')
})

test.each([[], ['-b', '64'], ['-b', '1024']])(
  'coap-client of libcoap publishes and reads 5000 bytes %s %s',
  async (...size) => {
    const { port, mqtt } = await start()
    const subscriber = await mqtt()
    await subscriber.client.subscribeAsync('lib/#', { qos: 1 })
    const folder = await createTempFolder()
    onTestFinished(() => folder.remove())
    const body = Array.from({ length: 1000 }, (_, index) => String(10_000 + index)).join('')
    const [file, result] = [join(folder.path, 'body'), join(folder.path, 'result')]
    await writeFile(file, body)
    const uri = `coap://127.0.0.1:${port}/ps/lib/large?clientid=lib`
    await run('coap-client-notls', ['-m', 'put', '-f', file, '-B', '8', ...size, `${uri}&retain=true`])
    expect(await subscriber.message('lib/large')).toBe(body)
    await run('coap-client-notls', ['-m', 'get', '-B', '8', '-o', result, ...size, uri])
    expect(await readFile(result, 'utf8')).toBe(body)
  },
)

test('coap-client of libcoap observes, and receives a message of 3000 bytes', async () => {
  const { port, mqtt } = await start()
  const publisher = await mqtt()
  const body = `${'x'.repeat(2990)}end`
  // The observer receives it at any time.
  await publisher.client.publishAsync('lib/observed', body, { qos: 1, retain: true })
  const client = startProcess({
    command: 'coap-client-notls',
    args: ['-m', 'get', '-s', '20', '-B', '20', `coap://127.0.0.1:${port}/ps/lib/observed?clientid=lib`],
  })
  onTestFinished(async () => void (await client.kill()))
  await expect.poll(() => client.output()).toContain(body)
})

test.runIf(dtlsCapability().available)('coap-client of libcoap publishes and reads over DTLS', async () => {
  const { ssl_options } = await listenerWith('ssl')
  // Fields of the struct, whose versions the test replaces.
  const dtls_options = { ...ssl_options, versions: ['dtlsv1.2'] } as typeof ssl_options
  const { port } = await startTestGateway(coap, runtime, { settings: own, listener: { type: 'dtls', dtls_options } })
  const uri = `coaps://127.0.0.1:${port}/ps/lib/secure?clientid=lib`
  await run('coap-client-openssl', ['-n', '-m', 'post', '-e', 'x'.repeat(900), '-B', '5', `${uri}&retain=true`])
  const { stdout } = await run('coap-client-openssl', ['-n', '-m', 'get', '-B', '5', uri])
  expect(stdout).toContain('x'.repeat(900))
})
