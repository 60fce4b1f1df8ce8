import { writeFile } from 'node:fs/promises'
import { connect as connectTcp } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { clientTls, gatewayServerTls, toPlain } from '@mqdeck/contract'
import { createFakeClock, createTempFolder, freePort, settle, testAuthority } from '@mqdeck/testkit'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestChannel, createTestContext, type TestContextOptions } from '../test-context.ts'
import { exproto } from './manifest.ts'
import { adapterMethods, loadGrpc } from './protocol.ts'
import { type ExprotoSettings, runtime } from './runtime.ts'
import { startTestHandler } from './test-handler.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const done of cleanUps.splice(0).reverse()) await done()
})

type Options = Partial<Omit<TestContextOptions<ExprotoSettings>, 'settings'>> & {
  readonly settings?: Partial<ExprotoSettings>
  /** True: without a handler process. */
  readonly isDown?: boolean
}

async function start({ settings = {}, isDown = false, ...rest }: Options = {}) {
  const clock = createFakeClock()
  const [adapterPort, handlerPort] = [await freePort(), await freePort()]
  const all: ExprotoSettings = {
    server: { bind: { host: '127.0.0.1', port: adapterPort } },
    handler: { address: `http://127.0.0.1:${handlerPort}`, service_name: 'ConnectionUnaryHandler' },
    ...settings,
  }
  const broker = createTestContext({ clock, ...rest, settings: all })
  let current = all
  const running = await runtime.start({ ...broker.context, settings: () => current })
  cleanUps.push(() => running.stop?.())
  const change = (next: Partial<ExprotoSettings>) => {
    current = { ...all, ...next }
    running.settingsChanged?.()
  }
  const startHandler = async () => {
    const handler = await startTestHandler({ adapterPort, port: handlerPort })
    cleanUps.push(() => handler.stop())
    return handler
  }
  const connect = (options = {}) => {
    const channel = createTestChannel(options)
    const device = channel.attach(running.accept)
    cleanUps.push(() => device.closed('tcp_closed'))
    return { channel, device }
  }
  return {
    broker,
    clock,
    change,
    connect,
    startHandler,
    adapterPort,
    handler: isDown ? undefined : await startHandler(),
  }
}

const isOpen = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connectTcp(port, host, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

async function issued() {
  const authority = await testAuthority()
  return { ...(await authority.issue()), issuer: authority.cert }
}

type Handler = Awaited<ReturnType<typeof startTestHandler>>

const take = (handler: Handler | undefined, method: string) => {
  if (!handler) throw new Error('no handler')
  return handler.calls.take((call) => call.method === method, method)
}

async function signIn(handler: Handler, clientid = 'd1') {
  const { conn } = await take(handler, 'OnSocketCreated')
  const clientinfo = { proto_name: 'line', proto_ver: '1', clientid, username: 'u' }
  expect(await handler.call('Authenticate', { conn, clientinfo, password: 'p' })).toMatchObject({ code: 'SUCCESS' })
  return conn
}

describe('devices', () => {
  test('bytes of a stream are reported together while the handler is busy, datagrams one by one', async () => {
    for (const isDatagram of [false, true]) {
      const { connect, handler } = await start()
      if (!handler) return
      const release = handler.hang('OnSocketCreated')
      const { device } = connect({ isDatagram, transport: isDatagram ? 'udp' : 'tcp' })
      for (const piece of ['a', 'b', 'c']) device.data(Buffer.from(piece))
      const { request } = await take(handler, 'OnSocketCreated')
      expect(request).toMatchObject({ conninfo: { socktype: isDatagram ? 'UDP' : 'TCP' } })
      release()
      const calls = isDatagram ? ['a', 'b', 'c'] : ['abc']
      for (const bytes of calls)
        expect((await take(handler, 'OnReceivedBytes')).request.bytes).toEqual(Buffer.from(bytes))
    }
  })
  test('a device is not read while the handler is busy, and does not block other devices', async () => {
    const { connect, handler } = await start()
    if (!handler) return
    const release = handler.hang('OnReceivedBytes')
    const fast = connect()
    for (let count = 0; count < 5; count += 1) fast.device.data(Buffer.alloc(100_000))
    expect(fast.channel.isPaused).toBe(true)
    await take(handler, 'OnSocketCreated')
    connect()
    await take(handler, 'OnSocketCreated')
    release()
    await expect.poll(() => fast.channel.isPaused).toBe(false)
  })
  test('bytes that a device has sent before it closes are reported before its end', async () => {
    const { connect, handler } = await start()
    if (!handler) return
    const { device } = connect()
    device.data(Buffer.from('bye'))
    device.closed('tcp_closed')
    expect((await take(handler, 'OnReceivedBytes')).request.bytes).toEqual(Buffer.from('bye'))
    expect((await take(handler, 'OnSocketClosed')).request).toEqual({ reason: '{shutdown,tcp_closed}' })
  })
  test('messages wait in the broker while the handler is busy, and are acknowledged after its answer', async () => {
    const { connect, handler, broker } = await start()
    if (!handler) return
    connect()
    const conn = await signIn(handler)
    await handler.call('Subscribe', { conn, topic: 'a', qos: 1 })
    const release = handler.hang('OnReceivedMessages')
    for (let count = 0; count < 250; count += 1) broker.publish('a', `${count}`, { qos: 1 })
    await settle()
    expect(broker.client('d1').inflight).toBe(100)
    expect(broker.client('d1').queued).toBe(150)
    release()
    await expect.poll(() => broker.client('d1').queued + broker.client('d1').inflight).toBe(0)
    const messages = handler.calls.all.flatMap(({ request }) =>
      Array.isArray(request.messages) ? request.messages : [],
    )
    expect(messages.map(({ payload }) => String(payload))).toEqual(
      Array.from({ length: 250 }, (_, count) => `${count}`),
    )
  })
  test('Send is answered when the device reads, and refused if it never does', async () => {
    const { connect, handler } = await start()
    if (!handler) return
    const { channel, device } = connect()
    const conn = await signIn(handler)
    channel.pendingBytes = 2 * 1024 * 1024
    const answer = handler.call('Send', { conn, bytes: Buffer.from('x') })
    await expect.poll(() => channel.sent.length).toBe(1)
    device.drain?.()
    expect(await answer).toMatchObject({ code: 'SUCCESS' })
    channel.pendingBytes = 8 * 1024 * 1024
    await expect(handler.call('Send', { conn, bytes: Buffer.from('x') })).rejects.toThrow('RESOURCE_EXHAUSTED')
  })
  test('a timer is restarted by bytes and by a second call', async () => {
    const { connect, handler, clock } = await start()
    if (!handler) return
    const { device } = connect()
    const conn = await signIn(handler)
    await handler.call('StartTimer', { conn, interval: 2 })
    clock.advance(2500)
    device.data(Buffer.from('x'))
    clock.advance(2500)
    await handler.call('StartTimer', { conn, interval: 10 })
    clock.advance(14_000)
    expect(handler.calls.all.map(({ method }) => method)).not.toContain('OnTimerTimeout')
    clock.advance(1000)
    await take(handler, 'OnTimerTimeout')
    expect((await take(handler, 'OnSocketClosed')).request).toEqual({ reason: '{shutdown,keepalive_timeout}' })
  })
})

describe('a handler', () => {
  test('that is down loses the device, and is used again when it is back', async () => {
    const { connect, startHandler } = await start({ isDown: true })
    const { channel } = connect()
    await expect.poll(() => channel.endReason).toMatch(/^handler_failed/)
    const handler = await startHandler()
    await expect
      .poll(() => {
        connect()
        return handler.calls.all.some(({ method }) => method === 'OnSocketCreated')
      })
      .toBe(true)
  })
  test('that publishes without permission or to a wildcard gets an error, and the device stays', async () => {
    const { connect, handler } = await start({ authorize: (_, topic) => topic !== 'secret' })
    if (!handler) return
    const { channel } = connect()
    const conn = await signIn(handler)
    expect(await handler.call('Publish', { conn, topic: 'secret', qos: 0 })).toMatchObject({ code: 'PERMISSION_DENY' })
    expect(await handler.call('Publish', { conn, topic: 'a/#', qos: 0 })).toMatchObject({ code: 'PARAMS_TYPE_ERROR' })
    expect(await handler.call('Subscribe', { conn, topic: 'secret', qos: 0 })).toMatchObject({
      code: 'PERMISSION_DENY',
    })
    expect(channel.endReason).toBeUndefined()
  })
  test('that makes many calls gets an answer to each', async () => {
    const { connect, handler, broker } = await start()
    if (!handler) return
    connect()
    const conn = await signIn(handler)
    const calls = Array.from({ length: 1500 }, () =>
      handler.call('Publish', { conn, topic: 'a', qos: 1, payload: Buffer.from('x') }),
    )
    expect(new Set((await Promise.all(calls)).map(({ code }) => code))).toEqual(new Set(['SUCCESS']))
    expect(broker.published).toHaveLength(1500)
  })
})

test('a call with invalid bytes gets an error, and the service continues', async () => {
  const { adapterPort, handler } = await start()
  const { grpc } = await loadGrpc()
  const client = new grpc.Client(`127.0.0.1:${adapterPort}`, grpc.credentials.createInsecure())
  cleanUps.push(() => client.close())
  const send = (path: string, bytes: Buffer) =>
    new Promise<number>((resolve) => {
      const same = (value: Buffer) => value
      client.makeUnaryRequest(path, same, same, bytes, (error) => resolve(error?.code ?? 0))
    })
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), fc.constantFrom(...adapterMethods), async (bytes, method) => {
      expect([0, grpc.status.INTERNAL]).toContain(
        await send(`/emqx.exproto.v1.ConnectionAdapter/${method}`, Buffer.from(bytes)),
      )
    }),
    { numRuns: 200 },
  )
  expect(await send('/emqx.exproto.v1.ConnectionAdapter/Nothing', Buffer.alloc(0))).toBe(grpc.status.UNIMPLEMENTED)
  expect(await handler?.call('RawPublish', { topic: 'a', qos: 0 })).toMatchObject({ code: 'SUCCESS' })
})

describe('settings', () => {
  test('a port in use is an error of server.bind', async () => {
    const { adapterPort, broker } = await start({ isDown: true })
    const settings = { ...broker.context.settings(), server: { bind: { host: '127.0.0.1', port: adapterPort } } }
    await expect(runtime.start({ ...broker.context, settings: () => settings })).rejects.toMatchObject({
      field: 'server.bind',
      message: expect.stringContaining('in use'),
    })
  })
  test('a port alone is opened on this machine only, or for all with required client certificates', async () => {
    const { broker } = await start({ isDown: true })
    const { cert, key, issuer } = await issued()
    const listen = async (options: object | undefined, host?: string) => {
      const port = await freePort()
      const ssl_options = options && toPlain(gatewayServerTls, gatewayServerTls.schema.parse(options))
      const settings = {
        ...broker.context.settings(),
        server: { bind: { host, port }, ...(ssl_options && { ssl_options }) },
      }
      const running = await runtime.start({ ...broker.context, bindHost: '0.0.0.0', settings: () => settings })
      cleanUps.push(() => running.stop?.())
      return isOpen('127.0.0.2', port)
    }
    const tls = { cacertfile: issuer, certfile: cert, keyfile: key }
    expect(await listen(undefined)).toBe(false)
    expect(await listen(tls)).toBe(false)
    expect(await listen({ ...tls, verify: 'verify_peer' })).toBe(false)
    expect(await listen({ ...tls, verify: 'verify_peer', fail_if_no_peer_cert: true })).toBe(true)
    expect(await listen(undefined, '127.0.0.2')).toBe(true)
    for (const host of ['0.0.0.0', '::', 'example.test', '127.example.test'])
      await expect(listen(tls, host)).rejects.toMatchObject({ field: 'server.bind' })
  })
  test('an unreadable certificate is an error with its path', async () => {
    const { broker } = await start({ isDown: true })
    const { server, handler } = broker.context.settings()
    const { key } = await testAuthority()
    const bad = { certfile: '/nowhere/cert.pem', keyfile: key }
    const ssl_options = toPlain(gatewayServerTls, gatewayServerTls.schema.parse(bad))
    const settings = { server: { ...server, ssl_options }, handler }
    await expect(runtime.start({ ...broker.context, settings: () => settings })).rejects.toMatchObject({
      field: 'server.ssl_options.certfile',
    })
    const client = toPlain(clientTls, clientTls.schema.parse({ enable: true, cacertfile: '/nowhere/ca.pem' }))
    const other = { server: { bind: { host: '127.0.0.1', port: 0 } }, handler: { ...handler, ssl_options: client } }
    await expect(runtime.start({ ...broker.context, settings: () => other })).rejects.toMatchObject({
      field: 'handler.ssl_options.cacertfile',
    })
  })
  test('the form refuses addresses with another scheme, an invalid port or a path', () => {
    const refusals = (address: string) => {
      const found: string[] = []
      exproto.check({ handler: { address } }, (field) => found.push(field))
      return found
    }
    for (const address of ['http://127.0.0.1:9001', '127.0.0.1:1', 'https://handler.test', 'http://[::1]:9001/'])
      expect(refusals(address)).toEqual([])
    for (const address of ['ftp://a:1', 'http://a:1/path', 'http://a:99999', '', 'a b'])
      expect(refusals(address)).toEqual(['handler.address'])
  })
  test('a changed handler is used for new devices', async () => {
    const first = await start()
    if (!first.handler) return
    const { handler, change, connect, adapterPort } = first
    const old = connect()
    await take(handler, 'OnSocketCreated')
    const second = await startTestHandler({ adapterPort })
    cleanUps.push(() => second.stop())
    change({ handler: { address: `127.0.0.1:${second.port}`, service_name: 'ConnectionUnaryHandler' } })
    await expect
      .poll(() => {
        connect()
        return second.calls.all.length
      })
      .toBeGreaterThan(0)
    old.device.data(Buffer.from('x'))
    await take(handler, 'OnReceivedBytes')
  })
})

test('TLS with client certificates in both directions', async () => {
  const authority = await testAuthority()
  const [adapterPort, handlerPort] = [await freePort(), await freePort()]
  const [broker, peer] = [await authority.issue(), await authority.issue()]
  const server = { cacertfile: authority.cert, certfile: broker.cert, keyfile: broker.key }
  const verified = { ...server, verify: 'verify_peer', fail_if_no_peer_cert: true } as const
  const client = { ...server, verify: 'verify_peer', enable: true } as const
  const context = createTestContext<ExprotoSettings>({
    settings: {
      server: {
        bind: { host: '127.0.0.1', port: adapterPort },
        ssl_options: toPlain(gatewayServerTls, gatewayServerTls.schema.parse(verified)),
      },
      handler: {
        address: `https://127.0.0.1:${handlerPort}`,
        service_name: 'ConnectionUnaryHandler',
        ssl_options: toPlain(clientTls, clientTls.schema.parse(client)),
      },
    },
  })
  const running = await runtime.start(context.context)
  cleanUps.push(() => running.stop?.())
  const handler = await startTestHandler({ adapterPort, port: handlerPort, tls: { ...peer, ca: authority.cert } })
  cleanUps.push(() => handler.stop())
  const device = createTestChannel().attach(running.accept)
  cleanUps.push(() => device.closed('tcp_closed'))
  await signIn(handler)
  const stranger = await testAuthority('Stranger')
  const other = await startTestHandler({ adapterPort, tls: { ...(await stranger.issue()), ca: authority.cert } })
  cleanUps.push(() => other.stop())
  await expect(other.call('RawPublish', { topic: 'a', qos: 0 })).rejects.toThrow('UNAVAILABLE')
})

test('a renewed certificate of the gRPC service is used without a restart', async () => {
  const folder = await createTempFolder()
  cleanUps.push(() => folder.remove())
  const [certfile, keyfile] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')]
  const write = async (commonName: string) => {
    const { cert, key } = await testAuthority(commonName)
    await writeFile(certfile, cert)
    await writeFile(keyfile, key)
  }
  await write('first')
  const port = await freePort()
  const ssl_options = toPlain(gatewayServerTls, gatewayServerTls.schema.parse({ certfile, keyfile }))
  const server = { bind: { host: '127.0.0.1', port }, ssl_options }
  const { clock } = await start({ settings: { server }, isDown: true })
  const nameOf = () =>
    new Promise<unknown>((resolve, reject) => {
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] }, () => {
        resolve(socket.getPeerCertificate().subject.CN)
        socket.destroy()
      })
      socket.once('error', reject)
    })
  expect(await nameOf()).toBe('first')
  await write('second')
  clock.advance(10_000)
  await expect.poll(nameOf).toBe('second')
})
