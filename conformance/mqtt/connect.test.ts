import { uniqueName } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import * as bytes from './bytes.ts'
import { expectNothing, expectRefused } from './expect-nothing.ts'
import { useTarget } from './target.ts'

const mqtt = useTarget()

describe('CONNECT', () => {
  test.each([
    ['PINGREQ', bytes.packet(0xc0)],
    ['SUBSCRIBE', bytes.subscribe('a')],
    ['PUBLISH', bytes.publish(0x30, 'a', bytes.props())],
    ['DISCONNECT', bytes.packet(0xe0)],
    ['CONNACK', bytes.packet(0x20, bytes.u8(0, 0), bytes.props())],
    ['noise', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  ])('[MQTT-3.1.0-1] a connection that starts with %s instead of CONNECT is closed', async (_, first) => {
    const client = await mqtt.open()
    client.sendBytes(first)
    await client.waitForClose()
    // [MQTT-3.14.0-1] No DISCONNECT is sent either.
    expect(client.received.filter(({ cmd }) => cmd !== 'connack')).toEqual([])
  })

  test('[MQTT-3.1.0-2] a second CONNECT is a protocol error', async () => {
    const client = await mqtt.connect()
    client.sendBytes(bytes.connect({ payload: [bytes.str(client.clientId)] }))
    await expectRefused(client, [0x82])
  })

  test('[MQTT-3.1.2-1] a wrong protocol name is rejected and the connection closed', async () => {
    const client = await mqtt.open()
    client.sendBytes(bytes.connect({ name: 'MQTX' }))
    await client.waitForClose()
    for (const packet of client.unread) expect(packet).toMatchObject({ cmd: 'connack' })
  })

  test.each([1, 2, 6, 7, 255])(
    '[MQTT-3.1.2-2] protocol version %i is rejected and the connection closed',
    async (version) => {
      const client = await mqtt.open(version < 5 ? 4 : 5)
      client.sendBytes(bytes.connect({ version }))
      await client.waitForClose()
      for (const packet of client.unread) {
        if (packet.cmd !== 'connack') throw new Error(`Unexpected ${packet.cmd}`)
        expect([0x01, 0x84]).toContain(packet.reasonCode ?? packet.returnCode)
      }
    },
  )

  test('[MQTT-3.1.2-2] a level above 5 is answered with CONNACK 0x84 in the form of MQTT 5', async () => {
    const client = await mqtt.open(5)
    client.sendBytes(bytes.connect({ version: 99 }))
    expect(await client.next('connack')).toMatchObject({ reasonCode: 0x84, sessionPresent: false })
    await client.waitForClose()
  })

  test('[MQTT-3.1.2-3] a set reserved bit in the connect flags is malformed', async () => {
    const client = await mqtt.open()
    client.sendBytes(bytes.connect({ flags: 0x03 }))
    await expectRefused(client, [0x81, 0x82])
  })

  test('[MQTT-3.1.3-1] client ID, will, username and password are read in this order', async () => {
    const watcher = await mqtt.connect()
    const topic = uniqueName('will')
    await watcher.subscribe(topic)
    const client = await mqtt.open()
    const id = uniqueName('ordered')
    client.sendBytes(
      bytes.connect({
        flags: 0xc6,
        payload: [
          bytes.str(id),
          bytes.props(),
          bytes.str(topic),
          bytes.str('gone'),
          bytes.str('user'),
          bytes.str('secret'),
        ],
      }),
    )
    expect(await client.next('connack')).toMatchObject({ reasonCode: 0 })
    await client.destroy()
    expect((await watcher.receive()).payload.toString()).toBe('gone')
  })

  test('[MQTT-3.1.2-16] a username without a password is accepted', async () => {
    const client = await mqtt.connect({ username: 'somebody' })
    expect(client.connack()).toMatchObject({ reasonCode: 0 })
  })

  test('[MQTT-3.1.2-19] MQTT 5 allows a password without a username', async () => {
    const client = await mqtt.open()
    client.sendBytes(bytes.connect({ flags: 0x42, payload: [bytes.str(uniqueName()), bytes.str('secret')] }))
    const connack = await client.next('connack')
    // The authenticator may reject it, but it is not malformed.
    expect([0x00, 0x86, 0x87]).toContain(connack.reasonCode)
  })

  test.each([
    ['the username', { flags: 0x82, payload: [bytes.str('a')] }],
    ['the password', { flags: 0xc2, payload: [bytes.str('a'), bytes.str('user')] }],
    ['the will topic', { flags: 0x06, payload: [bytes.str('a'), bytes.props()] }],
    ['the will payload', { flags: 0x06, payload: [bytes.str('a'), bytes.props(), bytes.str('t')] }],
    ['the client ID', { payload: [] }],
  ])('[MQTT-3.1.2-17] a CONNECT that ends before %s is malformed', async (_, parts) => {
    const client = await mqtt.open()
    client.sendBytes(bytes.connect(parts))
    await expectRefused(client, [0x81, 0x82])
  })

  test('[MQTT-3.1.2-16] a CONNECT with more fields than its flags announce is malformed', async () => {
    const client = await mqtt.open()
    client.sendBytes(bytes.connect({ payload: [bytes.str(uniqueName()), bytes.str('user')] }))
    await expectRefused(client, [0x81, 0x82])
  })

  test('[MQTT-3.1.2-11] a will QoS without a will is malformed', async () => {
    const client = await mqtt.open()
    client.sendBytes(bytes.connect({ flags: 0x0a, payload: [bytes.str(uniqueName())] }))
    await expectRefused(client, [0x81, 0x82])
  })

  test('[MQTT-3.1.2-12] a will QoS of 3 is malformed', async () => {
    const client = await mqtt.open()
    client.sendBytes(
      bytes.connect({ flags: 0x1e, payload: [bytes.str(uniqueName()), bytes.props(), bytes.str('t'), bytes.str('m')] }),
    )
    await expectRefused(client, [0x81, 0x82])
  })

  test('[MQTT-3.1.2-13] will retain without a will is malformed', async () => {
    const client = await mqtt.open()
    client.sendBytes(bytes.connect({ flags: 0x22, payload: [bytes.str(uniqueName())] }))
    await expectRefused(client, [0x81, 0x82])
  })

  test('[MQTT-3.1.3-5] client IDs of 1 to 23 letters and digits are accepted', async () => {
    for (const clientId of ['a', 'Z9', '0123456789abcdefghijklm', 'ABCDEFGHIJKLMNOPQRSTUVW']) {
      const client = await mqtt.connect({ clientId })
      expect(client.connack()).toMatchObject({ reasonCode: 0 })
    }
  })

  test('[MQTT-3.1.3-4] a client ID may be any UTF-8 text', async () => {
    const client = await mqtt.connect({ clientId: uniqueName('温度/ß 🌡') })
    expect(client.connack()).toMatchObject({ reasonCode: 0 })
  })

  test.each([
    ['ill-formed UTF-8 in the client ID', '[MQTT-1.5.4-1]', { payload: [bytes.str(Buffer.from([0xc3, 0x28]))] }],
    ['a surrogate in the client ID', '[MQTT-1.5.4-1]', { payload: [bytes.str(Buffer.from([0xed, 0xa0, 0x80]))] }],
    ['U+0000 in the client ID', '[MQTT-1.5.4-2]', { payload: [bytes.str('a\0b')] }],
    [
      'ill-formed UTF-8 in the username',
      '[MQTT-3.1.3-12]',
      { flags: 0x82, payload: [bytes.str('a'), bytes.str(Buffer.from([0xff]))] },
    ],
    [
      'ill-formed UTF-8 in the will topic',
      '[MQTT-3.1.3-11]',
      { flags: 0x06, payload: [bytes.str('a'), bytes.props(), bytes.str(Buffer.from([0xff])), bytes.str('m')] },
    ],
    [
      'a wildcard in the will topic',
      '[MQTT-3.3.2-2]',
      { flags: 0x06, payload: [bytes.str('a'), bytes.props(), bytes.str('a/#'), bytes.str('m')] },
    ],
    [
      'an empty will topic',
      '[MQTT-4.7.3-1]',
      { flags: 0x06, payload: [bytes.str('a'), bytes.props(), bytes.str(''), bytes.str('m')] },
    ],
    [
      'ill-formed UTF-8 in a user property',
      '[MQTT-1.5.7-1]',
      { properties: bytes.props(bytes.property.user('a', Buffer.from([0xfe]))) },
    ],
  ])('%s is rejected %s', async (_title, _clause, parts) => {
    const client = await mqtt.open()
    client.sendBytes(bytes.connect(parts))
    await expectRefused(client, [0x80, 0x81, 0x82, 0x85, 0x86, 0x90])
  })

  test('[MQTT-3.1.4-6] packets after a rejected CONNECT are not processed', async () => {
    const watcher = await mqtt.connect()
    const topic = uniqueName('refused')
    await watcher.subscribe(topic)
    const client = await mqtt.open()
    client.sendBytes(
      Buffer.concat([bytes.connect({ flags: 0x03 }), bytes.publish(0x31, topic, bytes.props(), Buffer.from('x'))]),
    )
    await client.waitForClose()
    await expectNothing(watcher)
    await watcher.subscribe(topic, { rh: 0 })
    await expectNothing(watcher)
  })

  test('packets sent together with CONNECT, before CONNACK, are processed', async () => {
    const client = await mqtt.open()
    const topic = uniqueName('eager')
    client.sendBytes(
      Buffer.concat([
        bytes.connect({ payload: [bytes.str(uniqueName())] }),
        bytes.subscribe(topic),
        bytes.publish(0x30, topic, bytes.props(), Buffer.from('first')),
      ]),
    )
    expect(await client.next('connack')).toMatchObject({ reasonCode: 0 })
    expect(await client.next('suback')).toMatchObject({ granted: [0] })
    expect((await client.receive()).payload.toString()).toBe('first')
    expect(client.received[0]).toMatchObject({ cmd: 'connack' })
  })

  test('a CONNECT that arrives byte by byte is understood', async () => {
    const client = await mqtt.open()
    for (const byte of bytes.connect({ payload: [bytes.str(uniqueName())] })) client.sendBytes(Buffer.from([byte]))
    expect(await client.next('connack')).toMatchObject({ reasonCode: 0 })
  })
})

describe('CONNACK', () => {
  test('[MQTT-3.2.0-1] CONNACK is sent first, also if a session has queued messages', async () => {
    const topic = uniqueName('waiting')
    const first = await mqtt.connect({ properties: { sessionExpiryInterval: 60 } })
    await first.subscribe(topic, { qos: 1 })
    await first.disconnect()
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1 })
    const again = await mqtt.connect({
      clientId: first.clientId,
      clean: false,
      properties: { sessionExpiryInterval: 60 },
    })
    await again.receive()
    expect(again.received[0]).toMatchObject({ cmd: 'connack' })
  })

  test('[MQTT-3.2.0-2] a connection gets one CONNACK', async () => {
    const client = await mqtt.connect()
    await expectNothing(client)
    expect(client.received.filter(({ cmd }) => cmd === 'connack')).toHaveLength(1)
  })

  test('[MQTT-3.2.2-1] the acknowledge flags above session present are zero', async () => {
    const client = await mqtt.connect()
    const connack = client.received[0]
    expect(connack && client.bytesOf(connack)[2]).toBe(0)
  })

  test('[MQTT-3.1.3-6] [MQTT-3.1.3-7] [MQTT-3.2.2-16] an empty client ID gets a new unique ID in CONNACK', async () => {
    const clients = await Promise.all([mqtt.connect({ clientId: '' }), mqtt.connect({ clientId: '' })])
    const ids = clients.map((client) => client.connack().properties?.assignedClientIdentifier)
    expect(ids[0]).toMatch(/./)
    expect(ids[1]).toMatch(/./)
    expect(ids[0]).not.toBe(ids[1])
  })

  test('[MQTT-3.2.2-16] no client ID is assigned to a client that has one', async () => {
    const client = await mqtt.connect()
    expect(client.connack().properties?.assignedClientIdentifier).toBeUndefined()
  })

  test('[MQTT-3.1.3-7] a session can be resumed with an assigned client ID', async () => {
    const first = await mqtt.connect({ clientId: '', properties: { sessionExpiryInterval: 60 } })
    const clientId = first.connack().properties?.assignedClientIdentifier ?? ''
    await first.disconnect()
    const again = await mqtt.connect({ clientId, clean: false })
    expect(again.connack().sessionPresent).toBe(true)
  })

  test('[MQTT-3.1.2-28] no response information is sent to a client that did not request it', async () => {
    const [silent, plain] = await Promise.all([
      mqtt.connect({ properties: { requestResponseInformation: false } }),
      mqtt.connect(),
    ])
    expect(silent.connack().properties?.responseInformation).toBeUndefined()
    expect(plain.connack().properties?.responseInformation).toBeUndefined()
  })

  test('announced capabilities are in range', async () => {
    const client = await mqtt.connect()
    const {
      receiveMaximum = 65_535,
      maximumQoS,
      topicAliasMaximum = 0,
      maximumPacketSize,
    } = client.connack().properties ?? {}
    expect(receiveMaximum).toBeGreaterThan(0)
    expect([undefined, 0, 1]).toContain(maximumQoS)
    expect(topicAliasMaximum).toBeGreaterThanOrEqual(0)
    if (maximumPacketSize !== undefined) expect(maximumPacketSize).toBeGreaterThan(0)
  })

  test('[MQTT-3.2.2-6] [MQTT-3.2.2-7] a rejected connection has no session present and is closed', async () => {
    const client = await mqtt.open()
    client.sendBytes(bytes.connect({ properties: bytes.props(bytes.property.authMethod('NO-SUCH-METHOD')) }))
    await client.waitForClose()
    for (const packet of client.unread) {
      if (packet.cmd === 'connack') expect(packet.sessionPresent).toBe(false)
    }
  })
})
