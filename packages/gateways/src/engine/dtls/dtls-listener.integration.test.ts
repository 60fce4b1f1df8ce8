import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTurn } from '@mqdeck/broker'
import { silentLog, systemClock } from '@mqdeck/kit'
import {
  type Certificate,
  createTempFolder,
  encryptKey,
  listenerWith,
  type RunningProcess,
  startProcess,
  testAuthority,
  testCertificate,
} from '@mqdeck/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Channel } from '../../port.ts'
import type { GatewayListener, GatewayListenerSettings } from '../listener-settings.ts'
import { createDtlsListener } from './dtls-listener.ts'
import { dtlsCapability } from './openssl.ts'

interface Changes extends Partial<GatewayListenerSettings> {
  readonly tls?: Readonly<Record<string, unknown>>
}

async function settingsWith({ tls = {}, ...changes }: Changes = {}): Promise<GatewayListenerSettings> {
  const { ssl_options } = await listenerWith('ssl')
  return {
    type: 'dtls',
    name: 'default',
    enable: true,
    bind: { host: '127.0.0.1', port: 0 },
    max_connections: 10,
    max_conn_rate: undefined,
    access_rules: [],
    enable_authn: true,
    // Fields of the struct, whose values the tests replace.
    dtls_options: { ...ssl_options, versions: ['dtlsv1.2'], ...tls } as typeof ssl_options,
    ...changes,
  }
}

interface Started {
  readonly listener: GatewayListener
  readonly channels: Channel[]
  readonly ended: string[]
  readonly port: number
}

/** A protocol that repeats what it receives; `bye` ends the channel, `fail` throws. */
async function start(changes: Changes = {}): Promise<Started> {
  const channels: Channel[] = []
  const ended: string[] = []
  const listener = createDtlsListener(await settingsWith(changes), {
    clock: systemClock,
    log: silentLog,
    turn: createTurn(),
    gateway: 'lines',
    datagramRate: 2000,
    accept: (channel) => {
      channels.push(channel)
      return {
        data: (bytes) => {
          const text = bytes.toString().trim()
          if (text === 'fail') throw new Error('a mistake of the protocol')
          channel.send(Buffer.from(`echo ${text.length > 200 ? text.length : text}\n`))
          if (text === 'large') channel.send(Buffer.alloc(8000, 'x'))
          if (text === 'bye') channel.end('bye')
        },
        closed: (reason) => ended.push(reason),
      }
    },
    idleTimeout: () => 30_000,
    isUsed: () => true,
  })
  onTestFinished(() => listener.stop())
  await listener.start()
  return { listener, channels, ended, port: listener.view().boundPort }
}

async function connect(
  port: number,
  { args = [], certificate }: { readonly args?: readonly string[]; readonly certificate?: Certificate } = {},
): Promise<RunningProcess> {
  const own: string[] = []
  if (certificate) {
    const folder = await createTempFolder()
    onTestFinished(() => folder.remove())
    await writeFile(join(folder.path, 'cert.pem'), certificate.cert)
    await writeFile(join(folder.path, 'key.pem'), certificate.key)
    own.push('-cert', join(folder.path, 'cert.pem'), '-key', join(folder.path, 'key.pem'))
  }
  const client = startProcess({
    command: 'openssl',
    args: ['s_client', '-dtls1_2', '-connect', `127.0.0.1:${port}`, '-quiet', '-no_ign_eof', ...own, ...args],
  })
  onTestFinished(async () => void (await client.kill()))
  return client
}

describe.runIf(dtlsCapability().available)('DTLS listeners', () => {
  test('OpenSSL connects and exchanges datagrams in both directions, also large ones', async () => {
    const { port, channels, ended, listener } = await start()
    const client = await connect(port)
    client.write('hello\n')
    await client.line(/^echo hello$/)
    client.write('large\n')
    await client.line(/^echo large$/)
    await expect.poll(() => client.output()).toContain('x'.repeat(8000))
    expect(channels).toMatchObject([
      {
        transport: 'dtls',
        isDatagram: true,
        listener: 'lines:dtls:default',
        host: '127.0.0.1',
        localHost: '127.0.0.1',
        localPort: port,
      },
    ])
    expect(channels[0]?.certificate).toBeUndefined()
    client.closeInput()
    await expect.poll(() => ended).toEqual(['dtls_closed'])
    expect(listener.view().currentConnections).toBe(0)
  })

  test('several clients are connected at the same time, and the end of one does not affect the others', async () => {
    const { port, ended } = await start()
    const clients = await Promise.all([connect(port), connect(port), connect(port)])
    for (const [index, client] of clients.entries()) client.write(`client ${index}\n`)
    for (const [index, client] of clients.entries()) await client.line(new RegExp(`^echo client ${index}$`))
    clients[1]?.write('bye\n')
    await expect.poll(() => ended).toEqual(['bye'])
    await clients[1]?.waitForExit()
    clients[2]?.write('still here\n')
    await clients[2]?.line(/^echo still here$/)
  })

  test('an exception of the protocol ends its channel only', async () => {
    const { port, ended } = await start()
    const first = await connect(port)
    first.write('fail\n')
    await expect.poll(() => ended).toEqual(['protocol_crashed'])
    const second = await connect(port)
    second.write('hello\n')
    await second.line(/^echo hello$/)
  })

  test('with verify_peer a client needs a certificate of the authority and the key to it', async () => {
    const authority = await testAuthority('DTLS CA')
    const tls = { verify: 'verify_peer', fail_if_no_peer_cert: true, cacertfile: authority.cert }
    const { port, channels } = await start({ tls })
    const known = await connect(port, { certificate: await authority.issue({ commonName: 'sensor 1' }) })
    known.write('hello\n')
    await known.line(/^echo hello$/)
    expect(channels[0]?.certificate).toEqual({ commonName: 'sensor 1', subject: 'CN=sensor 1' })
    for (const certificate of [undefined, await (await testAuthority('Other CA')).issue({ commonName: 'sensor 1' })]) {
      const other = await connect(port, certificate ? { certificate } : {})
      other.write('hello\n')
      await other.waitForExit()
      expect(other.output()).toContain('alert')
    }
    expect(channels).toHaveLength(1)
  })

  test('versions and cipher suites are those of the settings', async () => {
    const { port, channels } = await start({ tls: { ciphers: ['ECDHE-ECDSA-AES256-GCM-SHA384'] } })
    const other = await connect(port, { args: ['-cipher', 'ECDHE-ECDSA-AES128-GCM-SHA256'] })
    await other.waitForExit()
    const same = await connect(port, { args: ['-cipher', 'ECDHE-ECDSA-AES256-GCM-SHA384'] })
    same.write('hello\n')
    await same.line(/^echo hello$/)
    expect(channels).toHaveLength(1)
  })

  test('a lost flight is sent again, and forged datagrams do not disturb the connection', async () => {
    const { port, channels, ended } = await start()
    let dropped = 0
    let forged = 0
    let isForging = false
    const client = createSocket('udp4')
    const relay = createSocket('udp4')
    let from = 0
    relay.on('message', (bytes, { port: source }) => {
      from = source
      if (isForging) {
        for (const one of Array.from({ length: 50 }, (_, index) => changed(bytes, index)))
          client.send(one, port, '127.0.0.1')
        // Repeated, from before the handshake, and not encrypted.
        for (const one of [bytes, clientHello(), Buffer.from('17fefd0000000000000009000568656c6c6f', 'hex')])
          client.send(one, port, '127.0.0.1')
        forged += 53
      }
      client.send(bytes, port, '127.0.0.1')
    })
    client.on('message', (bytes) => {
      // The first ServerHello (handshake type 2).
      if (bytes[13] === 2 && dropped === 0) dropped += 1
      // `s_client` stops reading its input after a datagram that it ignores, such as the answer to a forged ClientHello.
      else if (!isForging || bytes[0] === 23) relay.send(bytes, from, '127.0.0.1')
    })
    relay.bind(0, '127.0.0.1')
    await once(relay, 'listening')
    onTestFinished(() => {
      relay.close()
      client.close()
    })
    const device = await connect(relay.address().port)
    device.write('hello\n')
    await device.line(/^echo hello$/)
    expect(dropped).toBe(1)
    isForging = true
    for (const word of ['one', 'two', 'three']) {
      device.write(`${word}\n`)
      await device.line(new RegExp(`^echo ${word}$`))
    }
    expect(device.output().match(/echo/g)).toHaveLength(4)
    expect(forged).toBeGreaterThan(150)
    expect(channels).toHaveLength(1)
    expect(ended).toEqual([])
  })

  test('datagrams without a cookie get at most the same number of bytes as a response, and create no channel', async () => {
    const { port, listener, channels } = await start()
    const socket = createSocket('udp4')
    onTestFinished(() => void socket.close())
    const answers: Buffer[] = []
    socket.on('message', (bytes) => answers.push(bytes))
    const send = (bytes: Uint8Array) =>
      new Promise<void>((resolve) => socket.send(bytes, port, '127.0.0.1', () => resolve()))
    const hello = clientHello()
    const hostile = [
      Buffer.alloc(0),
      Buffer.from('GET / HTTP/1.1'),
      hello.subarray(0, 20),
      Buffer.concat([hello, hello]),
      Buffer.alloc(60_000, 22),
      ...Array.from({ length: 300 }, (_, index) => changed(hello, index)),
    ]
    for (const datagram of hostile) await send(datagram)
    await send(hello)
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    // HelloVerifyRequest
    for (const answer of answers) {
      expect(answer.length).toBeLessThanOrEqual(hello.length)
      expect([3, 21, 22]).toContain(answer[13])
    }
    await expect.poll(() => listener.view().currentConnections).toBe(0)
    expect(channels).toHaveLength(0)
    const client = await connect(port)
    client.write('hello\n')
    await client.line(/^echo hello$/)
  })

  test('only addresses that have returned the cookie use up the connection rate, each of them once', async () => {
    const { port, channels, listener } = await start({ max_conn_rate: { amount: 2, per: 3_600_000 } })
    const socket = createSocket('udp4')
    onTestFinished(() => void socket.close())
    const answered = once(socket, 'message')
    socket.send(clientHello(), port, '127.0.0.1')
    await answered
    const first = await connect(port)
    first.write('hello\n')
    await first.line(/^echo hello$/)
    const second = await connect(port)
    second.write('hello\n')
    await second.line(/^echo hello$/)
    expect(channels).toHaveLength(2)
    expect(listener.view().currentConnections).toBe(2)
  })

  test('a certificate file that changes is used for new connections, and the others stay', async () => {
    const folder = await createTempFolder()
    onTestFinished(() => folder.remove())
    const [first, second] = [await testAuthority('one'), await testAuthority('two')]
    const [certfile, keyfile] = [join(folder.path, 'c.pem'), join(folder.path, 'k.pem')]
    const write = async ({ cert, key }: Certificate) => {
      await writeFile(`${certfile}.new`, cert)
      await writeFile(keyfile, key)
      await rename(`${certfile}.new`, certfile)
    }
    await write(first)
    const { port, listener } = await start({ tls: { certfile, keyfile } })
    const old = await connect(port)
    old.write('hello\n')
    await old.line(/^echo hello$/)
    expect(await listener.reload?.()).toBe(false)
    await write(second)
    expect(await listener.reload?.()).toBe(true)
    const next = await connect(port)
    next.write('hello\n')
    await next.line(/^echo hello$/)
    expect(next.output()).toContain('CN = two')
    old.write('again\n')
    await old.line(/^echo again$/)
    await writeFile(keyfile, first.key)
    await expect(listener.reload?.()).rejects.toMatchObject({ path: 'dtls_options.keyfile' })
  })

  test('settings that cannot work are rejected with their path, and the running listener stays', async () => {
    const { port, listener } = await start()
    const { cert, key } = await testCertificate()
    const cases: readonly (readonly [tls: Readonly<Record<string, unknown>>, path: string])[] = [
      [{ certfile: '/nowhere/cert.pem' }, 'dtls_options.certfile'],
      [{ certfile: cert, keyfile: 'no key -----BEGIN' }, 'dtls_options.keyfile'],
      [{ keyfile: encryptKey(key, 'secret') }, 'dtls_options.password'],
      [{ ciphers: ['NO-SUCH'] }, 'dtls_options.ciphers.1'],
      [{ verify: 'verify_peer', cacertfile: 'no -----BEGIN' }, 'dtls_options.cacertfile'],
      [{ verify: 'verify_peer', cacertfile: cert, enable_crl_check: true }, 'dtls_options.enable_crl_check'],
    ]
    for (const [tls, path] of cases)
      await expect(listener.update(await settingsWith({ tls })), path).rejects.toMatchObject({ path })
    const client = await connect(port)
    client.write('hello\n')
    await client.line(/^echo hello$/)
    await listener.update(await settingsWith({ tls: { keyfile: encryptKey(key, 'secret'), password: 'secret' } }))
    const other = await connect(port)
    other.write('hello\n')
    await other.line(/^echo hello$/)
  })
})

/** A ClientHello of DTLS 1.2 without a cookie. */
function clientHello(): Buffer {
  const body = Buffer.concat([
    Buffer.from('fefd', 'hex'),
    Buffer.alloc(32, 7),
    Buffer.from('00', 'hex'),
    Buffer.from('00', 'hex'),
    Buffer.from('0002c02b', 'hex'),
    Buffer.from('0100', 'hex'),
    // Supported groups and point formats, with padding (21) that makes it as long as those of real clients.
    Buffer.from('0018000a00040002001d000b00020100001500060000000000000000', 'hex').subarray(0, 26),
  ])
  const length = Buffer.alloc(3)
  length.writeUIntBE(body.length, 0, 3)
  const message = Buffer.concat([Buffer.from([1]), length, Buffer.alloc(5), length, body])
  const header = Buffer.from('16fefd000000000000000000', 'hex')
  const record = Buffer.alloc(2)
  record.writeUInt16BE(message.length)
  return Buffer.concat([header.subarray(0, 11), record, message])
}

/** The same with one byte changed. */
function changed(bytes: Buffer, seed: number): Buffer {
  const copy = Buffer.from(bytes)
  const at = (seed * 31) % copy.length
  copy[at] = ((copy[at] ?? 0) + 1 + seed) % 256
  return copy
}
