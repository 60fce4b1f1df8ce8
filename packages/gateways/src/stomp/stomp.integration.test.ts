import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect as connectTcp, type Socket } from 'node:net'
import { join } from 'node:path'
import { listenerStructs, toListener } from '@mqdeck/contract'
import { createInbox, createTempFolder, startStompPy, testAuthority } from '@mqdeck/testkit'
import { describeMessagingGateway, type MessagingDevice } from '@mqdeck/testkit/suites'
import { Client, type IMessage, type IStompSocket, TickerStrategy } from '@stomp/stompjs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestGateway, type TestGatewayOptions } from '../test-gateway.ts'
import { stomp } from './manifest.ts'
import { runtime } from './runtime.ts'

const frame = { max_headers: 10, max_headers_length: 1024, max_body_length: 65_536 }

const startStomp = ({ settings, ...options }: TestGatewayOptions = {}) =>
  startTestGateway(stomp, runtime as never, { ...options, settings: { frame, ...settings } })

type Python = ReturnType<typeof startStompPy>

async function connectPython(port: number, version: '1.0' | '1.1' | '1.2', options = {}, login = {}): Promise<Python> {
  const client = startStompPy({ port, version, ...options })
  onTestFinished(() => client.close())
  await client.call('connect', { wait: true, ...login })
  await next(client, 'connected')
  return client
}

const next = (client: Python, event: string) => client.events.take((one) => one.event === event, event)

/** A device that writes and reads frames as text. */
async function openDevice(port: number): Promise<MessagingDevice> {
  const socket = connectTcp(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const frames = createInbox<string>((frame) => frame)
  let rest = ''
  socket.on('data', (bytes: Buffer) => {
    const all = `${rest}${bytes.toString()}`.split('\0')
    rest = all.pop() ?? ''
    for (const one of all) frames.push(one.trimStart())
  })
  socket.on('close', () => frames.push('closed'))
  const take = (pattern: RegExp) => frames.take((frame) => pattern.test(frame), String(pattern))
  const send = (command: string, headers: readonly string[], body = '') =>
    socket.write([command, ...headers, '', `${body}\0`].join('\n'))
  const request = async (command: string, headers: readonly string[], body = '') => {
    send(command, [...headers, 'receipt:1'], body)
    return (await take(/^(RECEIPT|ERROR)/)).startsWith('ERROR') ? 'denied' : 'accepted'
  }
  return {
    port: socket.localPort ?? 0,
    async connect(clientId, password) {
      const passcode = password === undefined ? [] : [`passcode:${password}`]
      send('CONNECT', ['accept-version:1.2', `login:${clientId}`, ...passcode])
      return (await take(/^(CONNECTED|ERROR)/)).startsWith('ERROR') ? 'refused' : 'connected'
    },
    publish: (topic, text) => request('SEND', [`destination:${topic}`], text),
    subscribe: (topic) => request('SUBSCRIBE', ['id:1', `destination:${topic}`, 'ack:client-individual']),
    async receive(topic) {
      const frame = await take(new RegExp(`^MESSAGE\n.*destination:${topic}\n`, 's'))
      const [, id] = /\nack:(.*)\n/.exec(frame) ?? []
      send('ACK', [`id:${id}`])
      return frame.slice(frame.indexOf('\n\n') + 2)
    },
    ended: () => take(/^closed$/),
    leave: () => request('DISCONNECT', []),
  }
}

describeMessagingGateway('stomp', {
  protocol: { protocolName: 'STOMP', protocolVersion: '1.2' },
  start: ({ mountpoint = '', ...choices }) =>
    startStomp({ ...choices, settings: { mountpoint, clientinfo_override: { clientid: '${Packet.headers.login}' } } }),
  device: openDevice,
})

describe("Debian's python3-stomp", () => {
  for (const version of ['1.0', '1.1', '1.2'] as const)
    test(`${version}: sends, subscribes with acknowledgement, uses transactions and receipts`, async () => {
      const { port, gateway, mqtt } = await startStomp()
      const subscriber = await mqtt()
      await subscriber.client.subscribeAsync('t/#', { qos: 1 })
      const client = await connectPython(port, version, { heartBeats: [1000, 1000] })
      expect([...gateway.clients()].map(({ info }) => info)).toMatchObject([
        { protocolName: 'STOMP', protocolVersion: version },
      ])

      await client.call('send', { destination: 't/a', body: 'plain' })
      await client.call('send', { destination: 't/b', body: 'safe', headers: { receipt: 'r1', custom: 'x' } })
      expect((await next(client, 'receipt')).headers['receipt-id']).toBe('r1')
      const plain = await subscriber.messages.take(({ topic }) => topic === 't/a', 't/a')
      const safe = await subscriber.messages.take(({ topic }) => topic === 't/b', 't/b')
      expect([plain.qos, safe.qos]).toEqual([0, 1])
      expect(safe.properties?.userProperties).toMatchObject({ custom: 'x' })

      await client.call('subscribe', { destination: 'down/+', id: 's1', ack: 'client', headers: { receipt: 'r2' } })
      await next(client, 'receipt')
      for (const body of ['1', '2', '3']) await subscriber.client.publishAsync('down/x', body, { qos: 1 })
      const bodies: string[] = []
      let last: Readonly<Record<string, string>> = {}
      for (let count = 0; count < 3; count += 1) {
        const { headers, body } = await next(client, 'message')
        bodies.push(body)
        last = headers
      }
      expect(bodies).toEqual(['1', '2', '3'])
      expect(last).toMatchObject({ destination: 'down/x', subscription: 's1', 'content-length': '1' })
      expect([...gateway.clients()][0]?.inflightCount).toBe(3)
      const id = version === '1.2' ? last.ack : last['message-id']
      await client.call('ack', { id, ...(version === '1.1' && { subscription: 's1' }) })
      await expect.poll(() => [...gateway.clients()][0]?.inflightCount).toBe(0)

      await client.call('begin', { transaction: 't1' })
      await client.call('send', { destination: 't/tx', body: 'in', transaction: 't1' })
      await client.call('commit', { transaction: 't1' })
      expect(await subscriber.message('t/tx')).toBe('in')
      await client.call('begin', { transaction: 't2' })
      await client.call('send', { destination: 't/tx', body: 'out', transaction: 't2' })
      await client.call('abort', { transaction: 't2' })
      await client.call('unsubscribe', { id: 's1' })
      await client.call('disconnect', { receipt: 'bye' })
      expect((await next(client, 'receipt')).headers['receipt-id']).toBe('bye')
      await expect.poll(() => [...gateway.clients()].length).toBe(0)
      expect(subscriber.messages.unread).toEqual([])
    })

  test('shared subscriptions get each message once', async () => {
    const { port, mqtt } = await startStomp()
    const clients = [await connectPython(port, '1.2'), await connectPython(port, '1.2')]
    for (const client of clients) {
      await client.call('subscribe', { destination: '$share/g/jobs', id: '1', headers: { receipt: 'r' } })
      await next(client, 'receipt')
    }
    const publisher = await mqtt()
    for (let count = 0; count < 10; count += 1) await publisher.client.publishAsync('jobs', `${count}`, { qos: 1 })
    const messages = () => clients.flatMap(({ events }) => events.all.filter(({ event }) => event === 'message'))
    await expect.poll(() => messages().length).toBe(10)
    expect(
      messages()
        .map(({ body }) => body)
        .toSorted(),
    ).toEqual(Array.from({ length: 10 }, (_, count) => `${count}`))
  })

  test('the errors of a wrong password and of a kicked client have a reason', async () => {
    const { port, gateway } = await startStomp({
      authenticate: (username, password) =>
        username === 'test' && password === 'right' ? { result: 'allow' } : { result: 'deny', reasonCode: 0x86 },
    })
    const refused = startStompPy({ port, version: '1.2' })
    onTestFinished(() => refused.close())
    await expect(refused.call('connect', { wait: true, username: 'test', passcode: 'wrong' })).rejects.toThrow()
    expect((await next(refused, 'error')).body).toBe('Login Failed: bad_username_or_password')
    const client = await connectPython(port, '1.2', {}, { username: 'test', passcode: 'right' })
    const [view] = gateway.clients()
    await gateway.kick(view?.info.clientId ?? '')
    expect((await next(client, 'error')).body).toBe('Kicked out')
    await next(client, 'disconnected')
  })

  test('TLS', async () => {
    const authority = await testAuthority()
    const { cert, key } = await authority.issue()
    const folder = await createTempFolder()
    onTestFinished(() => folder.remove())
    const caFile = join(folder.path, 'ca.pem')
    await writeFile(caFile, authority.cert)
    const wire = listenerStructs.ssl.schema.parse({
      bind: '127.0.0.1:0',
      // stomp.py reads and writes in two threads, which OpenSSL does not allow: with the session tickets of TLS 1.3, which
      // arrive with the first write, it hangs now and then.
      ssl_options: { certfile: cert, keyfile: key, versions: ['tlsv1.2'] },
    })
    const { ssl_options } = toListener('ssl', 'default', wire as never)
    const { port } = await startStomp({ listener: { type: 'ssl', ssl_options } })
    const client = await connectPython(port, '1.2', { caFile })
    await client.call('send', { destination: 'a', body: 'x', headers: { receipt: 'r' } })
    await next(client, 'receipt')
  })
})

describe('@stomp/stompjs', () => {
  test('sends binary data, acknowledges individually, and keeps the connection with heart-beats', async () => {
    const { port, mqtt, gateway } = await startStomp()
    const client = await connectJs(port)
    const messages: IMessage[] = []
    const subscribed = receiptOf(client, 'sub')
    client.subscribe('bin', (message) => messages.push(message), { id: 's', ack: 'client-individual', receipt: 'sub' })
    await subscribed
    const bytes = Uint8Array.from([0, 1, 2, 10, 13, 0, 255])
    client.publish({ destination: 'bin', binaryBody: bytes, headers: { receipt: 'p', x: 'a\nb:c\\d' } })
    await expect.poll(() => messages.length).toBe(1)
    const [message] = messages
    expect(Uint8Array.from(message?.binaryBody ?? [])).toEqual(bytes)
    expect(message?.headers.x).toBe('a\nb:c\\d')
    expect([...gateway.clients()][0]?.inflightCount).toBe(1)
    message?.ack()
    await expect.poll(() => [...gateway.clients()][0]?.inflightCount).toBe(0)
    const publisher = await mqtt()
    await publisher.client.publishAsync('bin', Buffer.from('retained'), {
      qos: 1,
      properties: { contentType: 'text/csv', userProperties: { k: 'v' } },
    })
    await expect.poll(() => messages.length).toBe(2)
    expect(messages[1]?.headers).toMatchObject({ 'content-type': 'text/csv', k: 'v' })
  })

  test('a slow consumer does not fill the memory, and gets all messages of QoS 1', async () => {
    const { port, mqtt, gateway } = await startStomp({ settings: { frame: { ...frame, max_body_length: 1_000_000 } } })
    const socket = connectTcp(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write('CONNECT\naccept-version:1.2\n\n\0SUBSCRIBE\nid:1\ndestination:big\nack:client\nreceipt:r\n\n\0')
    let text = await read(socket, (all) => all.includes('receipt-id:r'))
    socket.pause()
    const publisher = await mqtt()
    const body = Buffer.alloc(100_000, 'x')
    // More than the socket takes.
    const all = 200
    for (let count = 0; count < all; count += 1) await publisher.client.publishAsync('big', body, { qos: 1 })
    const view = () => [...gateway.clients()][0]
    expect(view()?.pendingBytes).toBeLessThan(3_000_000)
    text = ''
    let seen = 0
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
      const acks = [...text.matchAll(/\nack:(\d+)\n/g)]
      seen += acks.length
      const last = acks.at(-1)
      if (!last) return
      text = text.slice((last.index ?? 0) + last[0].length)
      socket.write(`ACK\nid:${last[1]}\n\n\0`)
    })
    socket.resume()
    await expect.poll(() => seen + (view()?.mqueueDropped ?? 0)).toBe(all)
    await expect.poll(() => view()?.inflightCount).toBe(0)
  })
})

test('garbage and broken frames close the connection and log no error', async () => {
  const { port, errors, gateway } = await startStomp()
  for (const bytes of [
    '\0\x01\x02garbage\n\n\0',
    'CONNECT\naccept-version:1.2\n\n\0SEND\ncontent-length:x\n\n\0',
    'GET / HTTP/1.1\r\n\r\n\0',
  ]) {
    const socket = connectTcp(port, '127.0.0.1')
    socket.write(bytes)
    await new Promise<void>((resolve) => socket.resume().once('close', () => resolve()))
  }
  expect(errors).toEqual([])
  await expect.poll(() => [...gateway.clients()].length).toBe(0)
})

function read(socket: Socket, isDone: (text: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const listen = (bytes: Buffer) => {
      text += bytes.toString('latin1')
      if (!isDone(text)) return
      socket.off('data', listen)
      resolve(text)
    }
    socket.on('data', listen)
  })
}

const receiptOf = (client: Client, id: string) =>
  new Promise<void>((resolve) => client.watchForReceipt(id, () => resolve()))

/** Connects over TCP, with the interface of a WebSocket that the library expects. */
async function connectJs(port: number): Promise<Client> {
  const client = new Client({
    webSocketFactory: () => socketOf(port),
    forceBinaryWSFrames: true,
    heartbeatIncoming: 1000,
    heartbeatOutgoing: 1000,
    heartbeatStrategy: TickerStrategy.Interval,
    reconnectDelay: 0,
  })
  onTestFinished(() => client.deactivate({ force: true }))
  const connected = new Promise<void>((resolve, reject) => {
    client.onConnect = () => resolve()
    client.onStompError = ({ body }) => reject(new Error(body))
  })
  client.activate()
  await connected
  return client
}

function socketOf(port: number): IStompSocket {
  const socket = connectTcp(port, '127.0.0.1')
  const adapter: IStompSocket = {
    url: `tcp://127.0.0.1:${port}`,
    binaryType: 'arraybuffer',
    readyState: 0,
    onopen: undefined,
    onmessage: undefined,
    onclose: undefined,
    onerror: undefined,
    send: (data) => {
      // It sends texts and array buffers.
      socket.write(typeof data === 'string' ? data : new Uint8Array(data as ArrayBuffer))
    },
    close: () => void socket.end(),
    terminate: () => void socket.destroy(),
  }
  socket.on('connect', () => {
    Object.assign(adapter, { readyState: 1 })
    adapter.onopen?.({})
  })
  socket.on('data', (bytes: Buffer) => adapter.onmessage?.({ data: Uint8Array.from(bytes).buffer }))
  socket.on('close', () => adapter.onclose?.({}))
  socket.on('error', (error) => adapter.onerror?.(error))
  return adapter
}
