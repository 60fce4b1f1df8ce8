import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { listenerStructs, toListener } from '@mqdeck/contract'
import { createInbox, freePort, type Inbox, startProcess, testAuthority } from '@mqdeck/testkit'
import { describeMessagingGateway, type MessagingDevice } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import { startTestGateway, type TestGatewayOptions } from '../test-gateway.ts'
import { exproto } from './manifest.ts'
import { type ExprotoSettings, runtime } from './runtime.ts'
import { startTestHandler } from './test-handler.ts'

const program = fileURLToPath(new URL('../../../../examples/exproto/handler.mjs', import.meta.url))

async function startExproto({ settings, ...options }: TestGatewayOptions = {}) {
  const [adapterPort, handlerPort] = [await freePort(), await freePort()]
  const own: ExprotoSettings = {
    server: { bind: { host: '127.0.0.1', port: adapterPort } },
    handler: { address: `127.0.0.1:${handlerPort}`, service_name: 'ConnectionUnaryHandler' },
  }
  const gateway = await startTestGateway(exproto, runtime as never, { ...options, settings: { ...own, ...settings } })
  return { ...gateway, adapterPort, handlerPort }
}

async function startHandler(adapterPort: number, port: number) {
  const handler = await startTestHandler({ adapterPort, port })
  onTestFinished(() => handler.stop())
  return { ...handler, take: (method: string) => handler.calls.take((call) => call.method === method, method) }
}

/** A device that sends lines, and its received lines. */
function connectLines(
  port: number,
): Promise<{ readonly lines: Inbox<string>; say(line: string): void; isClosed(): boolean }> {
  return new Promise((resolve) => {
    const lines = createInbox<string>((line) => line)
    let isClosed = false
    let rest = ''
    const socket = connectTcp(port, '127.0.0.1', () =>
      resolve({ lines, say: (line) => void socket.write(`${line}\n`), isClosed: () => isClosed }),
    )
    onTestFinished(() => void socket.destroy())
    socket.on('close', () => {
      isClosed = true
    })
    socket.on('data', (bytes) => {
      const all = `${rest}${bytes.toString()}`.split('\n')
      rest = all.pop() ?? ''
      for (const line of all) lines.push(line)
    })
  })
}

describeMessagingGateway('exproto', {
  protocol: { protocolName: 'line', protocolVersion: '1' },
  async start({ mountpoint = '', ...choices }) {
    const started = await startExproto({ ...choices, settings: { mountpoint } })
    return { ...started, handler: await startHandler(started.adapterPort, started.handlerPort) }
  },
  async device(port, { handler }): Promise<MessagingDevice> {
    const socket = connectTcp(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    const own = socket.localPort ?? 0
    const isOwn = ({ conninfo }: Readonly<Record<string, unknown>>) =>
      JSON.stringify(conninfo).includes(`"port":${own}`)
    const { conn } = await handler.calls.take(
      ({ method, request }) => method === 'OnSocketCreated' && isOwn(request),
      'OnSocketCreated',
    )
    const take = (name: string) => handler.calls.take((call) => call.method === name && call.conn === conn, name)
    const isAccepted = async (answer: Promise<{ readonly code: string }>) => (await answer).code === 'SUCCESS'
    return {
      port: own,
      async connect(clientid, password = '') {
        const clientinfo = { proto_name: 'line', proto_ver: '1', clientid, username: clientid }
        return (await isAccepted(handler.call('Authenticate', { conn, clientinfo, password })))
          ? 'connected'
          : 'refused'
      },
      async publish(topic, text) {
        const request = { conn, topic, qos: 1, payload: Buffer.from(text) }
        return (await isAccepted(handler.call('Publish', request))) ? 'accepted' : 'denied'
      },
      subscribe: async (topic) =>
        (await isAccepted(handler.call('Subscribe', { conn, topic, qos: 1 }))) ? 'accepted' : 'denied',
      async receive(topic) {
        const { messages } = (await take('OnReceivedMessages')).request
        const all = messages as readonly { readonly topic: string; readonly payload: Buffer }[] // decoded by the definition
        return String(all.find((one) => one.topic === topic)?.payload)
      },
      ended: () => take('OnSocketClosed'),
      leave: () => handler.call('Close', { conn }),
    }
  },
})

test('the example handler connects devices of a line protocol to MQTT', async () => {
  const { port, gateway, mqtt, adapterPort, handlerPort } = await startExproto({
    authenticate: (username) => (username === 'bad' ? { result: 'deny', reasonCode: 0x86 } : { result: 'ignore' }),
  })
  const env = { HANDLER: `127.0.0.1:${handlerPort}`, BROKER: `127.0.0.1:${adapterPort}` }
  const handler = startProcess({ command: process.execPath, args: [program], env })
  onTestFinished(() => void handler.stop())
  await handler.line(/^handler:/)
  const device = await connectLines(port)
  const answer = (line: string) => {
    device.say(line)
    return device.lines.take(() => true, `the answer to ${line}`)
  }
  expect(await answer('SUB a')).toMatch(/^ERR/)
  expect(await answer('CONNECT d1 bad pw')).toBe('ERR bad_username_or_password')
  expect(await answer('CONNECT d1 user pw')).toBe('OK')
  expect([...gateway.clients()]).toMatchObject([
    { info: { clientId: 'd1', username: 'user', protocolName: 'line' }, details: { keepalive: 300 } },
  ])
  expect(await answer('SUB down/#')).toBe('OK')
  expect(await answer('FOO')).toBe('ERR unknown command')
  const client = await mqtt()
  await client.client.subscribeAsync('up', { qos: 1 })
  expect(await answer('PUB up hello world')).toBe('OK')
  expect(await client.message('up')).toBe('hello world')
  await client.client.publishAsync('down/1', 'to the device', { qos: 1 })
  expect(await device.lines.take(() => true, 'MSG')).toBe('MSG down/1 to the device')
  await expect.poll(() => [...gateway.clients()][0]?.inflightCount).toBe(0)
  device.say('QUIT')
  await expect.poll(() => device.isClosed()).toBe(true)
  await handler.line(/^disconnected: \{shutdown,normal\}/)
})

test('the handler gets addresses, and ID, publisher and time of messages', async () => {
  const { port, mqtt, adapterPort, handlerPort } = await startExproto()
  const handler = await startHandler(adapterPort, handlerPort)
  await connectLines(port)
  const created = await handler.take('OnSocketCreated')
  expect(created.request.conninfo).toMatchObject({
    socktype: 'TCP',
    peername: { host: '127.0.0.1' },
    sockname: { host: '127.0.0.1', port },
    peercert: null,
  })
  const { conn } = created
  const clientinfo = { proto_name: 'p', proto_ver: '1', clientid: 'c', username: '' }
  await handler.call('Authenticate', { conn, clientinfo })
  await handler.call('Subscribe', { conn, topic: 't', qos: 1 })
  const publisher = await mqtt()
  await publisher.client.publishAsync('t', 'x', { qos: 1 })
  const { request } = await handler.take('OnReceivedMessages')
  expect(request.messages).toMatchObject([
    {
      node: 'mqdeck@127.0.0.1',
      id: expect.stringMatching(/^[0-9A-F]{32}$/),
      from: publisher.client.options.clientId,
      timestamp: expect.closeTo(Date.now(), -5),
    },
  ])
})

test('a device of UDP is one address, and a device of TLS has its certificate', async () => {
  const udp = await startExproto({ listener: { type: 'udp' } })
  const handler = await startHandler(udp.adapterPort, udp.handlerPort)
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  socket.send('one', udp.port, '127.0.0.1')
  const { conn, request } = await handler.take('OnSocketCreated')
  expect(request.conninfo).toMatchObject({ socktype: 'UDP', peername: { port: socket.address().port } })
  expect((await handler.take('OnReceivedBytes')).request.bytes).toEqual(Buffer.from('one'))
  const answered = new Promise<string>((resolve) => socket.once('message', (bytes) => resolve(bytes.toString())))
  await handler.call('Send', { conn, bytes: Buffer.from('two') })
  expect(await answered).toBe('two')

  const authority = await testAuthority()
  const [own, device] = [await authority.issue(), await authority.issue({ commonName: 'device-7' })]
  const ssl = { cacertfile: authority.cert, certfile: own.cert, keyfile: own.key, verify: 'verify_peer' }
  const wire = listenerStructs.ssl.schema.parse({ bind: '127.0.0.1:0', ssl_options: ssl } as never)
  const { ssl_options } = toListener('ssl', 'default', wire as never)
  const tls = await startExproto({ listener: { type: 'ssl', ssl_options } })
  const other = await startHandler(tls.adapterPort, tls.handlerPort)
  const stream = connectTls({
    port: tls.port,
    host: '127.0.0.1',
    ca: authority.cert,
    cert: device.cert,
    key: device.key,
  })
  onTestFinished(() => void stream.destroy())
  const created = await other.take('OnSocketCreated')
  expect(created.request.conninfo).toMatchObject({ socktype: 'SSL', peercert: { cn: 'device-7' } })
})

test('a device without Authenticate is closed after the idle timeout, unless it has a timer', async () => {
  const { port, adapterPort, handlerPort } = await startExproto({ settings: { idle_timeout: 1000 } })
  const handler = await startHandler(adapterPort, handlerPort)
  const kept = await connectLines(port)
  const { conn } = await handler.take('OnSocketCreated')
  expect(await handler.call('StartTimer', { conn, interval: 300 })).toMatchObject({ code: 'SUCCESS' })
  await connectLines(port)
  expect((await handler.take('OnSocketClosed')).request).toEqual({ reason: '{shutdown,idle_timeout}' })
  expect(kept.isClosed()).toBe(false)
})

test('settings that cannot work leave the running gateway as it was', async () => {
  const { gateway, port, adapterPort, handlerPort } = await startExproto()
  const handler = await startHandler(adapterPort, handlerPort)
  const settings = {
    enable: true,
    enable_stats: true,
    idle_timeout: 30_000,
    mountpoint: '',
    server: { bind: { host: '127.0.0.1', port } },
    handler: { address: `127.0.0.1:${handlerPort}`, service_name: 'ConnectionUnaryHandler' },
  }
  await expect(gateway.update(settings)).rejects.toMatchObject({ field: 'server.bind' })
  await connectLines(port)
  const { conn } = await handler.take('OnSocketCreated')
  await expect
    .poll(() => handler.call('Close', { conn }).catch((error: unknown) => String(error)))
    .toMatchObject({ code: 'SUCCESS' })
})
