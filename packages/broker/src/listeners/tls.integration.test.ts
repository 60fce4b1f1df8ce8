import { writeFileSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { join } from 'node:path'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import {
  type Authority,
  connectMqttJs,
  connectRaw,
  createFakeClock,
  createTempFolder,
  eventually,
  type ListenerChanges,
  listenerWith,
  mosquittoPublish,
  testAuthority,
} from '@mqdeck/testkit'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestBroker, type TestBroker } from '../test-broker.ts'

let authority: Authority
let server: { cert: string; key: string }
let mqtt: TestBroker
beforeAll(async () => {
  authority = await testAuthority('Clients')
  server = await authority.issue()
})
afterEach(() => mqtt.broker.stop())

type SslOptions = NonNullable<ListenerChanges<'ssl'>['ssl_options']>

async function listen(type: 'ssl' | 'wss', ssl_options: SslOptions, clock?: ReturnType<typeof createFakeClock>) {
  mqtt = await startTestBroker({ types: [], ...(clock && { clock }) })
  const options = { certfile: server.cert, keyfile: server.key, cacertfile: authority.cert, ...ssl_options }
  await mqtt.broker.addListener(await listenerWith(type, { ssl_options: options } as object))
  return mqtt.endpoint(type)
}
const port = () => mqtt.broker.listeners()[0]?.boundPort ?? 0
const refusals = () => mqtt.broker.listeners()[0]?.refused.tls

/** A handshake and what came of it. TLS 1.3 learns of a refusal only after its own part is done. */
function handshake(options: ConnectionOptions = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: port(), host: '127.0.0.1', rejectUnauthorized: false, ...options })
    socket.once('error', reject)
    socket.once('secureConnect', () => resolve(socket))
  })
}

describe('versions and cipher suites', () => {
  test('only the listed versions are accepted', async () => {
    await listen('ssl', { versions: ['tlsv1.2'] })
    const socket = await handshake()
    expect(socket.getProtocol()).toBe('TLSv1.2')
    socket.destroy()
    await expect(handshake({ minVersion: 'TLSv1.3' })).rejects.toThrow()
    await mqtt.broker.updateListener(
      'ssl:default',
      await listenerWith('ssl', { ssl_options: { versions: ['tlsv1.3'] } }),
    )
    await expect(handshake({ maxVersion: 'TLSv1.2' })).rejects.toThrow()
    ;(await handshake()).destroy()
  })

  test('versions before 1.2 are accepted if they are listed', async () => {
    await listen('ssl', { versions: ['tlsv1.1', 'tlsv1'] })
    const socket = await handshake({ minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' })
    expect(socket.getProtocol()).toBe('TLSv1.1')
    socket.destroy()
  })

  const both = 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384'
  const listed = ['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-AES128-GCM-SHA256']
  test.each([
    [true, 'ECDHE-ECDSA-AES256-GCM-SHA384'],
    [false, 'ECDHE-ECDSA-AES128-GCM-SHA256'],
  ])('the order of cipher suites: honor_cipher_order %s', async (honor_cipher_order, chosen) => {
    await listen('ssl', { versions: ['tlsv1.2'], ciphers: listed, honor_cipher_order })
    const socket = await handshake({ ciphers: both, honorCipherOrder: true })
    expect(socket.getCipher().name).toBe(chosen)
    socket.destroy()
    await expect(handshake({ ciphers: 'ECDHE-ECDSA-CHACHA20-POLY1305' })).rejects.toThrow()
  })

  test.each([
    [true, true],
    [false, false],
  ])('reuse_sessions %s', async (reuse_sessions, reused) => {
    await listen('ssl', { versions: ['tlsv1.2'], reuse_sessions })
    const first = await handshake()
    const session = first.getSession()
    first.destroy()
    const second = await handshake(session && { session })
    expect(second.isSessionReused()).toBe(reused)
    second.destroy()
  })

  // A resumed session has no certificate chain that could be counted.
  test.each([
    [1, false],
    [10, true],
  ])('with the depth %i, the session of a client certificate is resumed: %s', async (depth, reused) => {
    const tls = await authority.issue()
    await listen('ssl', { versions: ['tlsv1.2'], verify: 'verify_peer', depth })
    const first = await handshake(tls)
    const session = first.getSession()
    first.destroy()
    const second = await handshake({ ...tls, ...(session && { session }) })
    expect(second.isSessionReused()).toBe(reused)
    second.destroy()
  })

  test.each([
    [true, undefined],
    [false, 'refused'],
  ])('client_renegotiation %s', async (client_renegotiation, outcome) => {
    await listen('ssl', { versions: ['tlsv1.2'], client_renegotiation })
    const socket = await handshake()
    const result = await new Promise((resolve) => {
      socket.once('error', () => resolve('refused'))
      socket.renegotiate({ rejectUnauthorized: false }, (error) => resolve(error ? 'refused' : undefined))
    })
    expect(result).toBe(outcome)
    socket.destroy()
  })

  test('a handshake that takes too long is closed', async () => {
    const clock = createFakeClock()
    await listen('ssl', { handshake_timeout: '2s' }, clock)
    const socket = connectTcp(port(), '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await eventually(
      () => mqtt.broker.listeners()[0]?.currentConnections === 1,
      () => 'Waited for the connection',
    )
    clock.advance(2250)
    await closed
    expect(refusals()).toBe(1)
  })
})

describe.each(['ssl', 'wss'] as const)('certificates of clients of %s', (type) => {
  const accepted = async (tls: ConnectionOptions, ssl_options: SslOptions) => {
    const endpoint = await listen(type, { verify: 'verify_peer', ...ssl_options })
    try {
      return mqtt.broker.client((await connectRaw({ ...endpoint, tls })).clientId)?.info
    } catch {
      return 'refused'
    }
  }

  test('a certificate signed by the CA is accepted, and the client has its name', async () => {
    const tls = await authority.issue({ commonName: 'device 7' })
    expect(await accepted(tls, { fail_if_no_peer_cert: true })).toMatchObject({ certCommonName: 'device 7' })
  })

  test.each([true, false])(
    'an expired certificate or one of another CA is refused: fail_if_no_peer_cert %s',
    async (fail_if_no_peer_cert) => {
      const foreign = await (await testAuthority('Others')).issue()
      expect(await accepted(foreign, { fail_if_no_peer_cert })).toBe('refused')
      await expect(
        connectRaw({ ...mqtt.endpoint(type), tls: await authority.issue({ expired: true }) }),
      ).rejects.toThrow()
      expect(refusals()).toBe(2)
    },
  )

  test('a missing certificate is refused only with fail_if_no_peer_cert', async () => {
    expect(await accepted({}, { fail_if_no_peer_cert: true })).toBe('refused')
    await mqtt.broker.stop()
    expect(await accepted({}, { fail_if_no_peer_cert: false })).toMatchObject({ certCommonName: undefined })
  })

  test('verify_none does not request a certificate', async () => {
    const foreign = await (await testAuthority('Others')).issue()
    expect(await accepted(foreign, { verify: 'verify_none' })).toMatchObject({ certCommonName: undefined })
  })

  test('depth counts the intermediate certificates', async () => {
    const middle = await authority.issueAuthority('Middle')
    const { cert, key } = await middle.issue()
    const tls = { cert: `${cert}\n${middle.cert}`, key }
    expect(await accepted(tls, { depth: 1 })).toMatchObject({ certCommonName: 'localhost' })
    await mqtt.broker.stop()
    expect(await accepted(tls, { depth: 0 })).toBe('refused')
    await mqtt.broker.stop()
    expect(await accepted(await authority.issue(), { depth: 0 })).toMatchObject({ certCommonName: 'localhost' })
  })

  test('an intermediate CA is trusted only with partial_chain', async () => {
    const middle = await authority.issueAuthority('Middle')
    const lower = await middle.issueAuthority('Lower')
    const { cert, key } = await lower.issue()
    const tls = { cert: `${cert}\n${lower.cert}`, key }
    expect(await accepted(tls, { cacertfile: middle.cert })).toBe('refused')
    await mqtt.broker.stop()
    expect(await accepted(tls, { cacertfile: middle.cert, partial_chain: true })).toMatchObject({
      certCommonName: 'localhost',
    })
  })

  test('verify_peer_ext_key_usage requires a certificate with that usage', async () => {
    const fits = await authority.issue({ usages: ['1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.4'] })
    const verify_peer_ext_key_usage = 'clientAuth, OID:1.3.6.1.5.5.7.3.4'
    expect(await accepted(fits, { verify_peer_ext_key_usage })).toMatchObject({ certCommonName: 'localhost' })
    const lacks = await authority.issue({ usages: ['1.3.6.1.5.5.7.3.2'] })
    await expect(connectRaw({ ...mqtt.endpoint(type), tls: lacks })).rejects.toThrow()
  })
})

describe('interoperability', () => {
  test('MQTT.js and mosquitto check the certificate and connect', async () => {
    const { port, host, transport } = await listen('ssl', {})
    const client = await connectMqttJs(
      { host, port, ...(transport && { transport }) },
      { rejectUnauthorized: true, ca: authority.cert },
    )
    await client.client.subscribeAsync('t')
    const folder = await createTempFolder()
    const cafile = join(folder.path, 'ca.pem')
    writeFileSync(cafile, authority.cert)
    await mosquittoPublish({ host, port }, { cafile, args: ['-t', 't', '-m', 'hello'] })
    expect(await client.message('t')).toBe('hello')
    await client.end()
    await folder.remove()
  })

  test('the PROXY protocol comes before TLS', async () => {
    mqtt = await startTestBroker({ types: [] })
    await mqtt.broker.addListener(await listenerWith('ssl', { proxy_protocol: true }))
    const raw = connectTcp(port(), '127.0.0.1')
    raw.write('PROXY TCP4 10.9.8.7 10.0.0.1 5000 8883\r\n')
    const socket = await handshake({ socket: raw })
    socket.write(Buffer.from('101100044d5154540502000000000464656166', 'hex'))
    await new Promise((resolve) => socket.once('data', resolve))
    expect(mqtt.broker.client('deaf')?.info).toMatchObject({ peerhost: '10.9.8.7', peerport: 5000 })
    socket.destroy()
  })

  test('a connection without TLS is refused and counted', async () => {
    await listen('ssl', {})
    const socket = connectTcp(port(), '127.0.0.1')
    socket.write('GET / HTTP/1.0\r\n\r\n')
    await new Promise((resolve) => socket.resume().once('close', resolve))
    await eventually(
      () => refusals() === 1,
      () => 'Waited for the count',
    )
  })

  test.each([
    ['ssl_options.enable_crl_check', { enable_crl_check: true, verify: 'verify_peer' }],
    [
      'ssl_options.ocsp.enable_ocsp_stapling',
      { ocsp: { enable_ocsp_stapling: true, responder_url: 'http://127.0.0.1:1', issuer_pem: '/nowhere' } },
    ],
  ])('%s is refused rather than ignored', async (path, ssl_options) => {
    mqtt = await startTestBroker({ types: [] })
    const adding = mqtt.broker.addListener(await listenerWith('ssl', { ssl_options } as object))
    await expect(adding).rejects.toMatchObject({ path, code: 'unsupported' })
  })
})
