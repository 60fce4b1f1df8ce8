import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { broadcastAddresses } from './broadcast-addresses.ts'
import { encodePacket } from './encode.ts'
import { mqttsn } from './manifest.ts'
import type { SnPacket } from './packets.ts'
import {
  connect,
  disconnect,
  pingreq,
  puback,
  publish,
  regack,
  register,
  startTestGateway,
  subscribe,
} from './test-device.ts'

const pingresp = { type: 'pingresp' } as const
const connack = (code: number) => ({ type: 'connack', code }) as const
const willTopic = (topic: string, qos: 0 | 1 | -1 = 1) =>
  ({ type: 'willtopic', will: { topic, qos, retain: false } }) as const
const willMessage = (text: string) => ({ type: 'willmsg', payload: Buffer.from(text) }) as const

test('a connected client is shown with its protocol, keep alive and session expiry', async () => {
  const gateway = await startTestGateway()
  await gateway.connected('d', { cleanSession: false, duration: 30 })
  expect(gateway.client('d').request).toMatchObject({
    protocolName: 'MQTT-SN',
    protocolVersion: '1.2',
    keepalive: 30,
    cleanStart: false,
    sessionExpiryInterval: 7200,
    receiveMaximum: 1,
  })
})

describe('keep alive', () => {
  test('a client is lost after 1.5 times its keep alive without a packet', async () => {
    const gateway = await startTestGateway()
    const device = await gateway.connected('d', { duration: 10 })
    await gateway.advance(14)
    expect(await device.send(pingreq())).toEqual([pingresp])
    await gateway.advance(14)
    expect(device.news()).toEqual([])
    await gateway.advance(1)
    expect(device.news()).toEqual([disconnect()])
    expect(gateway.context.client('d')).toBeUndefined()
  })

  test('a client without keep alive is never lost', async () => {
    const gateway = await startTestGateway()
    const device = await gateway.connected('d')
    await gateway.advance(1_000_000)
    expect(await device.send(pingreq())).toEqual([pingresp])
  })
})

describe('publishing', () => {
  test('QoS 2 is published once, also if the client connects again before PUBREL', async () => {
    const gateway = await startTestGateway()
    const device = await gateway.connected('d', { cleanSession: false })
    await device.send(register('a'))
    const message = { qos: 2, messageId: 5 } as const
    const pubrec = { type: 'pubrec', messageId: 5 }
    expect(await device.send(publish(message))).toEqual([pubrec])
    expect(await device.send(publish({ ...message, dup: true }))).toEqual([pubrec])
    await device.send(connect('d', { cleanSession: false }))
    expect(await device.send(publish({ ...message, dup: true }))).toEqual([pubrec])
    expect(gateway.published).toHaveLength(1)
    await device.send({ type: 'pubrel', messageId: 5 })
    await device.send(publish(message))
    expect(gateway.published).toHaveLength(2)
  })

  test('more than 100 messages of QoS 2 without PUBREL are congestion, for five minutes', async () => {
    const gateway = await startTestGateway()
    const device = await gateway.connected('d')
    await device.send(register('a'))
    for (let messageId = 1; messageId <= 100; messageId += 1) await device.send(publish({ qos: 2, messageId }))
    const one = publish({ qos: 2, messageId: 101 })
    expect(await device.send(one)).toEqual([puback(101, 1)])
    await gateway.advance(300)
    expect(await device.send(one)).toEqual([{ type: 'pubrec', messageId: 101 }])
  })

  test('a message that is not allowed gets PUBACK with a code, also at QoS 2', async () => {
    const gateway = await startTestGateway({}, { authorize: (action) => action !== 'publish' })
    const device = await gateway.connected('d')
    await device.send(register('a'))
    expect(await device.send(publish())).toEqual([puback(1, 3)])
    expect(await device.send(publish({ qos: 2, messageId: 2 }))).toEqual([puback(2, 3)])
    expect(await device.send(publish({ qos: 0, messageId: 0 }))).toEqual([])
    expect(gateway.published).toEqual([])
  })

  test('a predefined topic with wildcards can be subscribed to, but not published to', async () => {
    const gateway = await startTestGateway({ predefined: [{ id: 7, topic: 'all/#' }] })
    const device = await gateway.connected('d')
    const topic = { kind: 'predefined', id: 7 } as const
    expect(await device.send(publish({ topic }))).toEqual([puback(1, 2, 7)])
    const subscribed = await device.send({ type: 'subscribe', dup: false, qos: 0, messageId: 2, topic })
    expect(subscribed).toMatchObject([{ type: 'suback', code: 0, topicId: 7 }])
    gateway.publish('all/x', 'm')
    expect(device.news()).toMatchObject([{ type: 'register', topic: 'all/x' }])
  })

  test('QoS -1 is not published if it is disabled, or not allowed without a username', async () => {
    const minus = publish({ qos: -1, topic: { kind: 'short', name: 'ab' } })
    const disabled = await startTestGateway({ enable_qos3: false })
    await disabled.device().send(minus)
    await (await disabled.connected('d')).send(minus)
    expect(disabled.published).toEqual([])
    const refusing = await startTestGateway({}, { authenticate: () => ({ refused: 0x87, reason: 'not_authorized' }) })
    expect(await refusing.device().send(minus)).toEqual([])
    expect(refusing.published).toEqual([])
  })
})

describe('subscribing', () => {
  test('a filter that is not allowed or not valid is rejected', async () => {
    const gateway = await startTestGateway({}, { authorize: (_, topic) => topic !== 'no' })
    const device = await gateway.connected('d')
    for (const filter of ['no', 'a/#/b', ''])
      expect(await device.send(subscribe(filter))).toMatchObject([{ type: 'suback', code: 3, topicId: 0 }])
  })

  test('a shared subscription gets no identifier, and its messages are registered', async () => {
    const gateway = await startTestGateway()
    const device = await gateway.connected('d')
    expect(await device.send(subscribe('$share/g/a/b'))).toMatchObject([{ type: 'suback', code: 0, topicId: 0 }])
    gateway.publish('a/b', 'm')
    expect(device.news()).toMatchObject([{ type: 'register', topic: 'a/b' }])
  })

  test('a subscription by the API delivers too', async () => {
    const gateway = await startTestGateway()
    const device = await gateway.connected('d')
    await gateway.client('d').subscribe('by/api', { qos: 1 })
    gateway.publish('by/api', 'm', { qos: 1 })
    expect(device.news()).toMatchObject([{ type: 'register', topic: 'by/api' }])
  })
})

describe('identifiers of topics', () => {
  test('a client gets at most 4096, and then congestion', async () => {
    const gateway = await startTestGateway()
    const device = await gateway.connected('d')
    let last: unknown
    for (let index = 0; index <= 4096; index += 1) last = (await device.send(register(`t/${index}`, 7)))[0]
    expect(last).toEqual(regack(7, 1, 0))
  })

  test('CONNECT with CleanSession deletes them', async () => {
    const gateway = await startTestGateway()
    const device = await gateway.connected('d', { cleanSession: false })
    await device.send(register('a'), connect('d'))
    expect(await device.send(publish())).toEqual([puback(1, 2)])
  })
})

describe('wills', () => {
  const dying = async (packets: readonly SnPacket[]) => {
    const gateway = await startTestGateway()
    const { send } = gateway.device()
    await send(...packets)
    gateway.kick('d')
    return gateway.published.map(({ topic, payload, qos }) => `${topic} ${Buffer.from(payload)} ${qos}`)
  }

  test('a will is published when the client is kicked, with the last update', async () => {
    const connected = [connect('d', { will: true }), willTopic('w'), willMessage('last')]
    expect(await dying(connected)).toEqual(['w last 1'])
    const topicChanged = { type: 'willtopicupd', will: { topic: 'v', qos: 0, retain: false } } as const
    expect(await dying([...connected, topicChanged])).toEqual(['v last 0'])
    const messageChanged = { type: 'willmsgupd', payload: Buffer.from('later') } as const
    expect(await dying([...connected, messageChanged])).toEqual(['w later 1'])
    expect(await dying([...connected, { type: 'willtopicupd', will: undefined }])).toEqual([])
  })

  test('a will with an invalid topic or QoS is rejected', async () => {
    const { send } = (await startTestGateway()).device()
    expect(await send(connect('d', { will: true }), willTopic('w/#'))).toEqual([{ type: 'willtopicreq' }, connack(3)])
    expect(await send(connect('d', { will: true }), willTopic('w', -1))).toEqual([{ type: 'willtopicreq' }, connack(3)])
    await send(connect('d'))
    expect(await send({ type: 'willtopicupd', will: { topic: '+', qos: 0, retain: false } })).toEqual([
      { type: 'willtopicresp', code: 3 },
    ])
    expect(await send({ type: 'willmsgupd', payload: Buffer.from('x') })).toEqual([{ type: 'willmsgresp', code: 3 }])
  })

  test('CONNECT without a will keeps the will of a session, and CleanSession deletes it', async () => {
    const start = [connect('d', { will: true, cleanSession: false }), willTopic('w'), willMessage('last')]
    const again = [disconnect(), connect('d', { cleanSession: false })]
    expect(await dying([...start, ...again])).toEqual(['w last 1'])
    expect(await dying([...start, disconnect(), connect('d')])).toEqual([])
  })
})

describe('CONNECT', () => {
  test('a refused client gets EMQX’s code, and congestion if the broker is busy', async () => {
    const refused = await startTestGateway({}, { authenticate: () => ({ refused: 0x87, reason: 'not_authorized' }) })
    expect(await refused.device().send(connect('d'))).toEqual([connack(0x80)])
    const busy = await startTestGateway({}, { authenticate: () => ({ refused: 0x97, reason: 'quota_exceeded' }) })
    expect(await busy.device().send(connect('d'))).toEqual([connack(1)])
  })

  test('a CONNECT with another client ID ends the first client', async () => {
    const gateway = await startTestGateway()
    const device = await gateway.connected('one')
    expect(await device.send(connect('two'))).toEqual([connack(0)])
    expect(gateway.context.client('one')).toBeUndefined()
    expect(await device.send(pingreq())).toEqual([pingresp])
  })

  test('the client of the same ID at another address is taken over without DISCONNECT', async () => {
    const gateway = await startTestGateway()
    const first = await gateway.connected('d')
    const second = await gateway.connected('d')
    expect(first.news()).toEqual([])
    expect(first.channel.endReason).toBe('discarded')
    expect(await second.send(pingreq())).toEqual([pingresp])
  })

  test('a client that is refused when it connects again is disconnected', async () => {
    let isRefused = false
    const authenticate = () => (isRefused ? { refused: 0x87, reason: 'not_authorized' } : undefined)
    const gateway = await startTestGateway({}, { authenticate })
    const device = await gateway.connected('d')
    isRefused = true
    expect(await device.send(connect('d'))).toEqual([connack(0x80)])
    expect(gateway.context.client('d')).toBeUndefined()
  })
})

test('a flood of packets is dropped beyond 100 that wait, and the client continues', async () => {
  const gateway = await startTestGateway()
  const device = await gateway.connected('d')
  const flood = Array.from({ length: 250 }, () => device.sendBytes(encodePacket(register('a'))))
  await Promise.all(flood)
  expect(gateway.counters.get('packets.dropped')).toBe(150)
  expect(await device.send(pingreq())).toEqual([pingresp])
})

test('ADVERTISE is broadcast after the start and every 15 minutes, until it is disabled', async () => {
  const gateway = await startTestGateway({ broadcast: true, gateway_id: 9 })
  await gateway.advance(1)
  const networks = broadcastAddresses().length
  const sent = () => gateway.broadcasts.map((bytes) => Buffer.from(bytes).toString('hex'))
  expect(sent()).toEqual(Array(networks).fill('0500090384'))
  await gateway.advance(900)
  expect(sent()).toHaveLength(2 * networks)
  gateway.settings.broadcast = false
  gateway.running.settingsChanged?.()
  await gateway.advance(2000)
  expect(sent()).toHaveLength(2 * networks)
  await gateway.running.stop?.()
  expect(gateway.clock.pending()).toBe(0)
})

test('the gateway does not throw for random sequences of datagrams', async () => {
  const known = [
    connect('d', { will: true }),
    connect('d', { cleanSession: false, duration: 1 }),
    willTopic('w'),
    willMessage('m'),
    register('a/b'),
    subscribe('#', 2),
    publish({ qos: 2 }),
    publish({ qos: -1, topic: { kind: 'short', name: 'ab' } }),
    publish({ topic: { kind: 'reserved' } }),
    puback(1, 2),
    regack(2, 0, 1026),
    { type: 'pubrec', messageId: 1 } as const,
    { type: 'pubcomp', messageId: 1 } as const,
    pingreq('d'),
    disconnect(1),
    disconnect(),
  ].map(encodePacket)
  const datagram = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known) },
    fc.uint8Array({ maxLength: 20 }).map((body) => Buffer.from([body.length + 1, ...body])),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(1), datagram, fc.nat(20)), { maxLength: 25 }), async (steps) => {
      const gateway = await startTestGateway()
      const devices = [gateway.device(), gateway.device()]
      for (const [index, bytes, seconds] of steps) {
        await devices[index]?.sendBytes(bytes)
        gateway.publish('x/y', 'm', { qos: 1 })
        if (seconds > 15) await gateway.advance(seconds)
      }
      expect(devices.map(({ channel }) => channel.endReason)).not.toContain('internal_error')
      expect(await gateway.device().send({ type: 'searchgw', radius: 0 })).toHaveLength(1)
    }),
    { numRuns: 150 },
  )
})

test('each network has its broadcast address', () => {
  const of = (address: string, netmask: string, internal = false) =>
    ({ address, netmask, family: 'IPv4', mac: '', internal, cidr: null }) as const
  const interfaces = {
    lo: [of('127.0.0.1', '255.0.0.0', true)],
    eth0: [of('192.168.7.9', '255.255.255.0'), of('10.1.2.3', '255.240.0.0')],
    eth1: [of('192.168.7.10', '255.255.255.0')],
  }
  expect(broadcastAddresses(interfaces)).toEqual(['192.168.7.255', '10.15.255.255'])
})

test('predefined topics with the same identifier are rejected', () => {
  const refusals: string[] = []
  const value = {
    predefined: [
      { id: 1, topic: 'a' },
      { id: 1, topic: 'b' },
    ],
  }
  mqttsn.check(value, (field, reason) => refusals.push(`${field} ${reason}`))
  expect(refusals).toEqual(['predefined must contain each id once, but contains 1 twice'])
})
