import { createHash, X509Certificate } from 'node:crypto'
import {
  type ConnectOptions,
  changeMqtt,
  connectRaw,
  createFakeClock,
  eventually,
  listenerWith,
  openRaw,
  type RawClient,
  testAuthority,
  zoneWith,
} from '@mqdeck/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { defaultZoneSettings, type MqttSettings } from './settings.ts'
import { startTestBroker, type TestBroker } from './test-broker.ts'

let mqtt: TestBroker
afterEach(() => mqtt?.broker.stop())

/** Changes the settings while clients are connected. */
const change = (changes: Partial<MqttSettings>) => changeMqtt(mqtt.broker, changes)
const connect = (options: ConnectOptions = {}) => connectRaw(mqtt.endpoint(), options)
const kept = { clean: false, properties: { sessionExpiryInterval: 3600 } } as const
const disconnectCode = async (client: RawClient) => (await client.next('disconnect')).reasonCode
const gone = (clientId: string) =>
  eventually(
    () => mqtt.broker.client(clientId)?.connected !== true,
    () => `Waited for ${clientId} to be gone`,
  )
async function payloadsOf(client: RawClient): Promise<string[]> {
  const payloads: string[] = []
  for (;;) {
    await client.ping()
    if (!client.unread.some(({ cmd }) => cmd === 'publish')) return payloads
    payloads.push((await client.receive()).payload.toString())
  }
}

describe('a changed setting, for clients that are connected', () => {
  test('max_packet_size lowered: a longer packet ends the connection with 0x95; raised: it is accepted', async () => {
    mqtt = await startTestBroker({ settings: { max_packet_size: 1000 } })
    const [lucky, unlucky] = await Promise.all([connect(), connect()])
    change({ max_packet_size: 5000 })
    expect(await lucky.publish('a', Buffer.alloc(4000), { qos: 1 })).toBeLessThan(0x80)
    change({ max_packet_size: 100 })
    unlucky.send({ cmd: 'publish', topic: 'a', payload: Buffer.alloc(200), qos: 0, dup: false, retain: false })
    expect(await disconnectCode(unlucky)).toBe(0x95)
  })

  test('max_qos_allowed lowered to 1: QoS 2 ends the connection with 0x9B, and a subscription is granted 1', async () => {
    mqtt = await startTestBroker()
    const client = await connect()
    change({ max_qos_allowed: 1 })
    expect((await client.subscribe('a', { qos: 2 })).granted).toEqual([1])
    client.send({ cmd: 'publish', topic: 'a', payload: '', qos: 2, messageId: 9, dup: false, retain: false })
    expect(await disconnectCode(client)).toBe(0x9b)
  })

  test('retain_available off: a retained message ends the connection with 0x9A', async () => {
    mqtt = await startTestBroker()
    const client = await connect()
    change({ retain_available: false })
    client.send({ cmd: 'publish', topic: 'a', payload: 'x', qos: 0, dup: false, retain: true })
    expect(await disconnectCode(client)).toBe(0x9a)
  })

  test('max_topic_levels lowered: a deeper filter is refused with 0x8F, a deeper topic ends the connection', async () => {
    mqtt = await startTestBroker()
    const client = await connect()
    change({ max_topic_levels: 2 })
    expect((await client.subscribe(['a/b', 'a/b/c'])).granted).toEqual([0, 0x8f])
    client.send({ cmd: 'publish', topic: 'a/b/c', payload: '', qos: 0, dup: false, retain: false })
    expect(await disconnectCode(client)).toBe(0x90)
  })

  test('wildcard_subscription and shared_subscription off, exclusive_subscription on, max_subscriptions 2', async () => {
    mqtt = await startTestBroker()
    const client = await connect()
    expect((await client.subscribe('$exclusive/x')).granted).toEqual([0x8f])
    change({
      wildcard_subscription: false,
      shared_subscription: false,
      exclusive_subscription: true,
      max_subscriptions: 2,
    })
    const filters = ['a/#', '$share/g/a', '$exclusive/x', 'a', 'b']
    expect((await client.subscribe(filters)).granted).toEqual([0xa2, 0x9e, 0, 0, 0x97])
  })

  test('strict_mode on: control characters in a topic end the connection', async () => {
    mqtt = await startTestBroker()
    const client = await connect()
    const topic = 'a\u0001b'
    expect(await client.publish(topic, 'x', { qos: 1 })).toBeLessThan(0x80)
    change({ strict_mode: true })
    client.send({ cmd: 'publish', topic, payload: 'x', qos: 0, dup: false, retain: false })
    expect(await disconnectCode(client)).toBe(0x81)
  })

  test('upgrade_qos on: a QoS 0 message is delivered with the QoS of the subscription', async () => {
    mqtt = await startTestBroker()
    const client = await connect()
    await client.subscribe('a', { qos: 1 })
    await client.publish('a', 'before')
    expect((await client.receive()).qos).toBe(0)
    change({ upgrade_qos: true })
    await client.publish('a', 'after')
    expect((await client.receive()).qos).toBe(1)
  })

  test('ignore_loop_deliver on: an MQTT 3.1.1 client does not get its own messages on new subscriptions', async () => {
    mqtt = await startTestBroker()
    const client = await connect({ version: 4 })
    change({ ignore_loop_deliver: true })
    await client.subscribe('a')
    await client.publish('a', 'x')
    expect(await payloadsOf(client)).toEqual([])
  })

  test('max_inflight raised: queued messages are sent immediately', async () => {
    mqtt = await startTestBroker({ settings: { max_inflight: 1 } })
    const [publisher, client] = await Promise.all([connect(), connect({ clientId: 'slow' })])
    await client.subscribe('a', { qos: 1 })
    for (const payload of ['1', '2', '3']) await publisher.publish('a', payload, { qos: 1 })
    await client.ping()
    expect(client.unread).toHaveLength(1)
    change({ max_inflight: 3 })
    await client.ping()
    expect(client.unread).toHaveLength(3)
    expect(mqtt.broker.client('slow')).toMatchObject({ inflightMax: 3, mqueueLength: 0 })
  })

  test('max_mqueue_len lowered: the oldest queued messages are dropped immediately; 0 means unlimited', async () => {
    mqtt = await startTestBroker()
    const client = await connect({ clientId: 'away', ...kept })
    await client.subscribe('a', { qos: 1 })
    await client.disconnect()
    await gone('away')
    const publisher = await connect()
    for (let n = 0; n < 6; n += 1) await publisher.publish('a', `${n}`, { qos: 1 })
    change({ max_mqueue_len: 2 })
    expect(mqtt.broker.client('away')).toMatchObject({ mqueueLength: 2, mqueueMax: 2, mqueueDropped: 4 })
    change({ max_mqueue_len: 0 })
    await publisher.publish('a', '6', { qos: 1 })
    expect(await payloadsOf(await connect({ clientId: 'away', ...kept }))).toEqual(['4', '5', '6'])
  })

  test('mqueue_priorities from 1 to 255 reorder queued messages; mqueue_default_priority applies to other topics', async () => {
    mqtt = await startTestBroker()
    const client = await connect({ clientId: 'away', ...kept })
    await client.subscribe('#', { qos: 1 })
    await client.disconnect()
    await gone('away')
    const publisher = await connect()
    for (const topic of ['low', 'none', 'high']) await publisher.publish(topic, topic, { qos: 1 })
    change({ mqueue_priorities: { high: 255, low: 1 } })
    expect(mqtt.broker.mqueue('away')?.map(({ message, priority }) => [message.topic, priority])).toEqual([
      ['high', 255],
      ['low', 1],
      ['none', 0],
    ])
    change({ mqueue_priorities: { high: 255, low: 1 }, mqueue_default_priority: 'highest' })
    expect(await payloadsOf(await connect({ clientId: 'away', ...kept }))).toEqual(['none', 'high', 'low'])
  })

  test('mqueue_store_qos0 off: QoS 0 messages are no longer queued', async () => {
    mqtt = await startTestBroker()
    const client = await connect({ clientId: 'away', ...kept })
    await client.subscribe('a', { qos: 1 })
    await client.disconnect()
    await gone('away')
    const publisher = await connect()
    change({ mqueue_store_qos0: false })
    await publisher.publish('a', 'lost')
    await publisher.publish('a', 'kept', { qos: 1 })
    expect(await payloadsOf(await connect({ clientId: 'away', ...kept }))).toEqual(['kept'])
  })

  test('max_awaiting_rel lowered: QoS 2 messages above the limit end the connection with 0x93; Infinity means unlimited', async () => {
    mqtt = await startTestBroker({ settings: { max_awaiting_rel: Number.POSITIVE_INFINITY } })
    const client = await connect()
    const begin = async (messageId: number) => {
      client.send({ cmd: 'publish', topic: 'a', payload: '', qos: 2, messageId, dup: false, retain: false })
      return (await client.nextOf('pubrec', 'disconnect')).reasonCode
    }
    expect(client.connack().properties?.receiveMaximum ?? 65_535).toBe(65_535)
    for (let id = 1; id <= 300; id += 1) await begin(id)
    change({ max_awaiting_rel: 300 })
    expect(await begin(301)).toBe(0x93)
  })

  test('shared_subscription_strategy: hash_clientid keeps a publisher with one member; the default zone decides for all zones', async () => {
    mqtt = await startTestBroker({ zones: { lab: zoneWith({ shared_subscription_strategy: 'random' }) } })
    await mqtt.broker.addListener(await listenerWith('tcp', { zone: 'lab' }, 'lab'))
    const lab = { ...mqtt.endpoint(), port: mqtt.broker.listeners().find(({ zone }) => zone === 'lab')?.boundPort ?? 0 }
    const members = await Promise.all([connect(), connect(), connectRaw(lab), connectRaw(lab)])
    for (const member of members) await member.subscribe('$share/g/a')
    change({ shared_subscription_strategy: 'hash_clientid' })
    const publisher = await connectRaw(lab)
    for (let n = 0; n < 20; n += 1) await publisher.publish('a', `${n}`, { qos: 1 })
    const counts = await Promise.all(members.map(async (member) => (await payloadsOf(member)).length))
    expect(counts.sort()).toEqual([0, 0, 0, 20])
  })

  test('shared_subscription_initial_sticky_pick: hash_topic picks the same member for every publisher of a topic', async () => {
    mqtt = await startTestBroker({ settings: { shared_subscription_strategy: 'sticky' } })
    const members = await Promise.all(Array.from({ length: 4 }, () => connect()))
    for (const member of members) await member.subscribe('$share/g/a')
    change({ shared_subscription_strategy: 'sticky', shared_subscription_initial_sticky_pick: 'hash_topic' })
    const publishers = await Promise.all(Array.from({ length: 12 }, () => connect()))
    for (const publisher of publishers) await publisher.publish('a', 'x', { qos: 1 })
    const counts = await Promise.all(members.map(async (member) => (await payloadsOf(member)).length))
    expect(counts.sort()).toEqual([0, 0, 0, 12])
  })
})

describe('a changed time, for clients that are connected', () => {
  test('idle_timeout: infinity waits for CONNECT without a limit, one second closes the connection', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock, settings: { idle_timeout: Number.POSITIVE_INFINITY } })
    const client = await openRaw(mqtt.endpoint())
    await eventually(
      () => mqtt.broker.listeners()[0]?.currentConnections === 1,
      () => 'Waited for the connection',
    )
    clock.advance(3_600_000)
    expect(mqtt.broker.listeners()[0]?.currentConnections).toBe(1)
    change({ idle_timeout: 1000 })
    clock.advance(250)
    await client.waitForClose()
  })

  test('[MQTT-3.1.2-22] keepalive_multiplier: 3 disconnects a silent client after three times its keep alive', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    const client = await connect({ keepalive: 10 })
    change({ keepalive_multiplier: 3 })
    clock.advance(29_000)
    await client.ping()
    change({ keepalive_multiplier: 1.5 })
    clock.advance(15_000)
    expect(await disconnectCode(client)).toBe(0x8d)
  })

  test('keepalive_check_interval: the keep alive is checked at this interval', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock, settings: { keepalive_multiplier: 1.1, keepalive_check_interval: 4000 } })
    const client = await connect({ keepalive: 10 })
    // 11 seconds are exceeded at the third check, after 12 seconds.
    clock.advance(11_750)
    await client.ping()
    change({ keepalive_multiplier: 1.1, keepalive_check_interval: 1000 })
    clock.advance(11_000)
    expect(await disconnectCode(client)).toBe(0x8d)
  })

  test('retry_interval: unacknowledged messages are sent again with DUP', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    const client = await connect()
    await client.subscribe('a', { qos: 1 })
    await client.publish('a', 'x', { qos: 1 })
    const { messageId } = await client.next('publish')
    clock.advance(60_000)
    await client.ping()
    expect(client.unread).toEqual([])
    change({ retry_interval: 5000 })
    clock.advance(1000)
    expect(await client.next('publish')).toMatchObject({ dup: true, messageId })
  })

  test('await_rel_timeout: a QoS 2 message without PUBREL is dropped', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    const client = await connect({ clientId: 'half' })
    client.send({ cmd: 'publish', topic: 'a', payload: '', qos: 2, messageId: 1, dup: false, retain: false })
    await client.next('pubrec')
    change({ await_rel_timeout: 2000 })
    clock.advance(3000)
    expect(mqtt.broker.client('half')?.awaitingRelCount).toBe(0)
    client.send({ cmd: 'pubrel', messageId: 1 })
    expect((await client.next('pubcomp')).reasonCode).toBe(0x92)
  })

  test('message_expiry_interval: queued messages without their own expiry expire after it', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    const client = await connect({ clientId: 'away', ...kept })
    await client.subscribe('a', { qos: 1 })
    await client.disconnect()
    await gone('away')
    const publisher = await connect()
    await publisher.publish('a', 'old', { qos: 1 })
    await publisher.publish('a', 'own', { qos: 1, properties: { messageExpiryInterval: 600 } })
    clock.advance(60_000)
    await publisher.publish('a', 'new', { qos: 1 })
    change({ message_expiry_interval: 30_000 })
    await publisher.publish('b', 'retained', { retain: true })
    expect(await payloadsOf(await connect({ clientId: 'away', ...kept }))).toEqual(['own', 'new'])
    expect(mqtt.broker.metrics['delivery.dropped.expired']).toBe(1)
    clock.advance(60_000)
    await publisher.subscribe('b')
    expect(await payloadsOf(publisher)).toEqual(['retained'])
  })
})

describe('a changed setting, for new connections', () => {
  test('max_clientid_len refuses a longer client ID with 0x85', async () => {
    mqtt = await startTestBroker()
    change({ max_clientid_len: 23 })
    expect((await connect({ clientId: 'x'.repeat(24) })).connack().reasonCode).toBe(0x85)
  })

  test('max_topic_alias is announced, and an alias above it ends the connection with 0x94', async () => {
    mqtt = await startTestBroker()
    const before = await connect()
    change({ max_topic_alias: 1 })
    expect(await before.publish('a', 'x', { qos: 1, properties: { topicAlias: 2 } })).toBeLessThan(0x80)
    const after = await connect()
    expect(after.connack().properties?.topicAliasMaximum).toBe(1)
    after.send({
      cmd: 'publish',
      topic: 'a',
      payload: '',
      qos: 0,
      dup: false,
      retain: false,
      properties: { topicAlias: 2 },
    })
    expect(await disconnectCode(after)).toBe(0x94)
  })

  test('[MQTT-3.2.2-21] server_keepalive is announced and applied; disabled uses the value of the client', async () => {
    mqtt = await startTestBroker({ settings: { server_keepalive: 7 } })
    const client = await connect({ clientId: 'told', keepalive: 600 })
    expect(client.connack().properties?.serverKeepAlive).toBe(7)
    expect(mqtt.broker.client('told')?.keepalive).toBe(7)
    change({ server_keepalive: 'disabled' })
    await connect({ clientId: 'free', keepalive: 600 })
    expect(mqtt.broker.client('free')?.keepalive).toBe(600)
  })

  test('[MQTT-3.1.2-28] response_information is sent on request', async () => {
    mqtt = await startTestBroker()
    change({ response_information: 'reply/here' })
    const asking = await connect({ properties: { requestResponseInformation: true } })
    expect(asking.connack().properties?.responseInformation).toBe('reply/here')
    expect((await connect()).connack().properties?.responseInformation).toBeUndefined()
  })

  test('session_expiry_interval limits the session of an MQTT 3.1.1 client', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    change({ session_expiry_interval: 10_000 })
    const client = await connect({ version: 4, clientId: 'old', clean: false })
    await client.disconnect()
    await gone('old')
    clock.advance(9999)
    expect(mqtt.broker.client('old')).toBeDefined()
    clock.advance(1)
    expect(mqtt.broker.client('old')).toBeUndefined()
  })

  test('use_username_as_clientid: an empty username is refused with 0x85, a missing one keeps the client ID', async () => {
    mqtt = await startTestBroker()
    change({ use_username_as_clientid: true })
    await connect({ clientId: 'one', username: 'ann' })
    expect(mqtt.broker.client('ann')?.info.clientId).toBe('ann')
    expect((await connect({ clientId: 'two', username: '' })).connack().reasonCode).toBe(0x85)
    await connect({ clientId: 'three' })
    expect(mqtt.broker.client('three')).toBeDefined()
  })

  test('peer_cert_as_username and peer_cert_as_clientid: cn, dn, crt, pem and md5 of the certificate', async () => {
    const authority = await testAuthority()
    const { cert, key } = await authority.issue({ commonName: 'pump-7' })
    mqtt = await startTestBroker({ types: [] })
    await mqtt.broker.addListener(
      await listenerWith('ssl', { ssl_options: { cacertfile: authority.cert, verify: 'verify_peer' } }),
    )
    const { raw } = new X509Certificate(cert)
    const endpoint = { ...mqtt.endpoint('ssl'), tls: { cert, key } }
    const infoWith = async (changes: Partial<MqttSettings>) => {
      change(changes)
      const client = await connectRaw(endpoint, { clientId: 'sent', username: 'sent' })
      const [view] = [...mqtt.broker.clients()]
      await client.destroy()
      await eventually(
        () => mqtt.broker.clientCount().connections === 0,
        () => 'Waited for the end of the connection',
      )
      return view && [view.info.clientId, view.info.username]
    }
    const base64 = raw.toString('base64')
    const md5 = createHash('md5').update(raw).digest('hex')
    expect(await infoWith({ peer_cert_as_username: 'cn', peer_cert_as_clientid: 'disabled' })).toEqual([
      'sent',
      'pump-7',
    ])
    expect(await infoWith({ peer_cert_as_username: 'dn', peer_cert_as_clientid: 'cn' })).toEqual([
      'pump-7',
      'CN=pump-7',
    ])
    expect(await infoWith({ peer_cert_as_username: 'crt', peer_cert_as_clientid: 'md5' })).toEqual([md5, base64])
    expect(await infoWith({ peer_cert_as_username: 'pem', peer_cert_as_clientid: 'disabled' })).toEqual([
      'sent',
      base64,
    ])
  })

  test('client_attrs_init computes client attributes; failed and empty attributes are omitted', async () => {
    mqtt = await startTestBroker()
    change({
      client_attrs_init: [
        { expression: "nth(1, tokens(clientid, '-'))", set_as_attr: 'site' },
        { expression: 'user_property.tenant', set_as_attr: 'tenant' },
        { expression: 'coalesce(user_property.group, username)', set_as_attr: 'group' },
        { expression: 'concat([zone, peerhost, password])', set_as_attr: 'where' },
        { expression: 'cn', set_as_attr: 'certificate' },
      ],
    })
    await connect({
      clientId: 'acme-7',
      username: 'ann',
      password: Buffer.from('s'),
      properties: { userProperties: { tenant: 'blue' } },
    })
    const all = { site: 'acme', tenant: 'blue', group: 'ann', where: 'default127.0.0.1s' }
    expect(mqtt.broker.client('acme-7')?.info.attributes).toEqual(all)
    await connect({ clientId: 'lone' })
    expect(mqtt.broker.client('lone')?.info.attributes).toEqual({ site: 'lone', where: 'default127.0.0.1' })
  })

  test('clientid_override replaces the client ID and informs an MQTT 5 client; if it fails the client ID stays', async () => {
    mqtt = await startTestBroker()
    change({
      client_attrs_init: [{ expression: 'lower(username)', set_as_attr: 'user' }],
      clientid_override: "concat([client_attrs.user, '-', clientid])",
    })
    const client = await connect({ clientId: '7', username: 'Ann' })
    expect(client.connack().properties?.assignedClientIdentifier).toBe('ann-7')
    expect(mqtt.broker.client('ann-7')).toBeDefined()
    expect((await connect({ clientId: '8' })).connack().reasonCode).toBe(0)
    expect(mqtt.broker.client('8')).toBeDefined()
  })

  test('an invalid expression is refused and has no effect', async () => {
    mqtt = await startTestBroker()
    const before = mqtt.broker.zones()
    expect(() => change({ clientid_override: 'nht(1)', max_qos_allowed: 0 })).toThrow('unknown function nht')
    expect(mqtt.broker.zones()).toBe(before)
    expect((await connect()).connack().properties?.maximumQoS ?? 2).toBe(2)
  })
})

describe('zones', () => {
  const lab = { ...zoneWith({ max_qos_allowed: 1 }) }

  test('a connection belongs to the zone of its listener, and its session moves to the zone of the next connection', async () => {
    mqtt = await startTestBroker({ zones: { lab } })
    await mqtt.broker.addListener(await listenerWith('tcp', { zone: 'lab' }, 'lab'))
    const inLab = {
      ...mqtt.endpoint(),
      port: mqtt.broker.listeners().find(({ zone }) => zone === 'lab')?.boundPort ?? 0,
    }
    expect((await connect()).connack().properties?.maximumQoS).toBeUndefined()
    const client = await connectRaw(inLab, { clientId: 'mover', ...kept })
    expect(client.connack().properties?.maximumQoS).toBe(1)
    expect(mqtt.broker.client('mover')).toMatchObject({
      info: { zone: 'lab' },
      subscriptionsMax: Number.POSITIVE_INFINITY,
    })
    changeMqtt(mqtt.broker, { max_subscriptions: 1 }, 'lab')
    expect((await client.subscribe(['a', 'b'])).granted).toEqual([0, 0x97])
    const moved = await connect({ clientId: 'mover', ...kept })
    expect((await moved.subscribe('b')).granted).toEqual([0])
  })

  test('a zone in use by a listener cannot be removed, and a listener cannot use a missing zone', async () => {
    mqtt = await startTestBroker({ zones: { lab }, listener: { zone: 'lab' } })
    expect(() => mqtt.broker.updateZones({ default: defaultZoneSettings })).toThrow(
      'listener tcp:default is in the zone lab, which does not exist',
    )
    expect(Object.keys(mqtt.broker.zones())).toEqual(['default', 'lab'])
    const nowhere = await listenerWith('tcp', { zone: 'nowhere' }, 'other')
    await expect(mqtt.broker.addListener(nowhere)).rejects.toThrow(/zone/)
  })

  test('force_shutdown ends a connection whose packets queue up behind a blocked one', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    const { default: zone } = mqtt.broker.zones()
    const update = (max_mailbox_size: number, enable = true) =>
      mqtt.broker.updateZones({
        default: { ...zone, force_shutdown: { ...zone.force_shutdown, enable, max_mailbox_size } },
      })
    let asked = 0
    mqtt.hooks.fold('client.authorize', () => {
      asked += 1
      return new Promise(() => {})
    })
    const reasons: string[] = []
    mqtt.hooks.on('client.disconnected', (_client, reason) => reasons.push(reason))
    const client = await connect()
    const connectBytes = mqtt.broker.client(client.clientId)?.traffic.recvOct ?? 0
    const packets = Array.from(
      { length: 50 },
      () => ({ topic: 'a', payload: 'x', qos: 0, dup: false, retain: false }) as const,
    )
    for (const packet of packets) client.send({ cmd: 'publish', ...packet })
    await eventually(
      () => asked === 1,
      () => 'Waited for the first packet',
    )
    await eventually(
      () => mqtt.broker.client(client.clientId)?.traffic.recvOct === connectBytes + 50 * 7,
      () => 'Waited for the others',
    )
    update(49, false)
    clock.advance(5000)
    update(49)
    clock.advance(5000)
    expect(reasons).toEqual([])
    update(10)
    clock.advance(1500)
    await client.waitForClose()
    expect(reasons).toEqual(['force_shutdown'])
  })

  test('force_shutdown ends a connection whose client does not read', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    const { default: zone } = mqtt.broker.zones()
    mqtt.broker.updateZones({
      default: { ...zone, force_shutdown: { ...zone.force_shutdown, max_heap_size: 100_000 } },
    })
    const reasons: string[] = []
    mqtt.hooks.on('client.disconnected', (_client, reason) => reasons.push(reason))
    const [reader, stuck] = await Promise.all([connect(), connect({ clientId: 'stuck' })])
    await stuck.subscribe('a')
    stuck.transport.pause()
    for (let n = 0; n < 400 && (mqtt.broker.client('stuck')?.pendingBytes ?? 0) < 200_000; n += 1)
      await reader.publish('a', Buffer.alloc(100_000), { qos: 1 })
    clock.advance(500)
    expect(reasons).toEqual([])
    clock.advance(1000)
    expect(reasons).toEqual(['force_shutdown'])
  })
})
