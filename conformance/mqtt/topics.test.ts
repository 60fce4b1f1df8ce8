import { uniqueName } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import * as bytes from './bytes.ts'
import { expectNothing, expectRefused } from './expect-nothing.ts'
import { useTarget } from './target.ts'

const mqtt = useTarget()

/** Below a prefix of its own, `{}` in filter and topic, so that no other test's messages match. */
const matching: readonly (readonly [clause: string, filter: string, topic: string, matches: boolean])[] = [
  ['[MQTT-4.5.0-1]', '{}/a', '{}/a', true],
  ['[MQTT-4.7.3-4]', '{}/a', '{}/A', false],
  ['[MQTT-4.7.3-4]', '{}/e\u0301', '{}/\u00e9', false],
  ['[MQTT-4.7.1-1]', '{}/#', '{}', true],
  ['[MQTT-4.7.1-1]', '{}/#', '{}/a', true],
  ['[MQTT-4.7.1-1]', '{}/#', '{}/a/b/c', true],
  ['[MQTT-4.7.1-1]', '{}/a/#', '{}/ab', false],
  ['[MQTT-4.7.1-2]', '{}/+', '{}/a', true],
  ['[MQTT-4.7.1-2]', '{}/+', '{}/', true],
  ['[MQTT-4.7.1-2]', '{}/+', '{}', false],
  ['[MQTT-4.7.1-2]', '{}/+', '{}/a/b', false],
  ['[MQTT-4.7.1-2]', '{}/+/b', '{}/a/b', true],
  ['[MQTT-4.7.1-2]', '{}/+/b', '{}//b', true],
  ['[MQTT-4.7.1-2]', '{}/+/+', '{}/a/b', true],
  ['[MQTT-4.7.1-2]', '{}/+/#', '{}/a', true],
  ['[MQTT-4.7.1-2]', '{}/+/#', '{}/a/b/c', true],
  ['[MQTT-4.7.1-2]', '{}/+/#', '{}', false],
  ['[MQTT-4.7.1-2]', '+/{}', '/{}', true],
  ['[MQTT-4.7.3-1]', '/{}', '{}', false],
  ['[MQTT-4.7.3-1]', '{}/', '{}', false],
  ['[MQTT-4.7.3-1]', '{}//', '{}//', true],
  ['[MQTT-4.7.3-1]', '{}/a b', '{}/a b', true],
  ['[MQTT-4.7.3-1]', '{}/温度/🌡', '{}/温度/🌡', true],
  ['[MQTT-4.7.2-1]', '#', '$x/{}', false],
  ['[MQTT-4.7.2-1]', '+/{}', '$x/{}', false],
  ['[MQTT-4.7.2-1]', '+/{}/#', '$x/{}', false],
  ['[MQTT-4.7.2-1]', '$x/{}', '$x/{}', true],
  ['[MQTT-4.7.2-1]', '$x/+', '$x/{}', true],
  ['[MQTT-4.7.2-1]', '$x/#', '$x/{}', true],
  ['[MQTT-4.7.2-1]', '{}/+', '{}/$x', true],
]

describe('filters and topics', () => {
  test.each(matching)('%s filter %s, topic %s: %s', async (_, filter, topic, matches) => {
    const name = uniqueName('t')
    const [publisher, subscriber] = await Promise.all([mqtt.connect(), mqtt.connect()])
    expect((await subscriber.subscribe(filter.replace('{}', name), { qos: 1 })).granted).toEqual([1])
    const target = topic.replace('{}', name)
    await publisher.publish(target, 'x', { qos: 1 })
    if (!matches) await subscriber.ping()
    else await subscriber.next('publish', (packet) => packet.topic === target)
    // Filters that begin with a wildcard see other messages, too.
    expect(subscriber.unread.filter((packet) => packet.cmd === 'publish' && packet.topic === target)).toEqual([])
  })

  test('[MQTT-4.7.2-1] retained messages of $-topics do not match a wildcard at the start either', async () => {
    const name = uniqueName('t')
    const publisher = await mqtt.connect()
    await publisher.publish(`$x/${name}`, 'x', { qos: 1, retain: true })
    const subscriber = await mqtt.connect()
    await subscriber.subscribe([`+/${name}`, `+/${name}/#`])
    await expectNothing(subscriber)
    await subscriber.subscribe(`$x/${name}`)
    await subscriber.receive()
    await publisher.publish(`$x/${name}`, '', { qos: 1, retain: true })
  })

  test('[MQTT-1.5.4-3] U+FEFF is part of the topic', async () => {
    const name = uniqueName('t')
    const [publisher, subscriber] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await subscriber.subscribe([`\uFEFF${name}`, `${name}/\uFEFF`])
    await publisher.publish(name, 'x', { qos: 1 })
    await publisher.publish(`\uFEFF${name}`, 'y', { qos: 1 })
    const message = await subscriber.receive()
    expect(subscriber.bytesOf(message)).toEqual(bytes.publish(0x30, `\uFEFF${name}`, bytes.props(), Buffer.from('y')))
    await expectNothing(subscriber)
  })

  test('[MQTT-4.7.3-3] a topic may be 65 535 bytes long', async () => {
    const client = await mqtt.connect()
    const name = uniqueName('long')
    const topic = name + 'x'.repeat(65_535 - name.length)
    const [granted] = (await client.subscribe(topic)).granted
    if (typeof granted === 'number' && granted >= 0x80) return
    await client.publish(topic, 'x')
    expect((await client.receive()).topic).toBe(topic)
  })

  test('[MQTT-4.5.0-1] a message goes to every subscriber that matches', async () => {
    const name = uniqueName('t')
    const publisher = await mqtt.connect()
    const filters = [`${name}/a`, `${name}/+`, `${name}/#`, `${name}/a`]
    const subscribers = await Promise.all(filters.map(() => mqtt.connect()))
    await Promise.all(subscribers.map((subscriber, index) => subscriber.subscribe(filters[index] ?? '')))
    await publisher.publish(`${name}/a`, 'x', { qos: 1 })
    await Promise.all(subscribers.map((subscriber) => subscriber.receive()))
    await Promise.all(subscribers.map(expectNothing))
  })

  test.each([
    '',
    '#a',
    'a/#/b',
    'a#',
    'a/b#',
    '##',
    '+a',
    'a+',
    'a/+b',
    'a/b+/c',
    '++',
    '$share/g',
    '$share/g/',
    '$share//a',
    '$share/g+/a',
    '$share/#/a',
    '$share/g/a/#/b',
  ])('[MQTT-4.7.1-1] [MQTT-4.7.1-2] [MQTT-4.8.2-1] [MQTT-4.8.2-2] the filter "%s" is rejected', async (filter) => {
    const client = await mqtt.connect()
    client.sendBytes(bytes.subscribe(filter))
    const outcome = await Promise.race([
      client.next('suback').then(({ granted }) => granted[0]),
      expectRefused(client, [0x80, 0x81, 0x82, 0x8f]).then(() => 0x8f),
    ]).catch(() => 0x8f)
    expect(outcome).toBeGreaterThanOrEqual(0x80)
  })
})

describe('UTF-8', () => {
  const illFormed: readonly (readonly [string, readonly number[]])[] = [
    ['a lone continuation byte', [0x61, 0x80]],
    ['a two-byte start without its end', [0x61, 0xc3]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an overlong NUL', [0xc0, 0x80]],
    ['a high surrogate', [0xed, 0xa0, 0x80]],
    ['a low surrogate', [0xed, 0xbf, 0xbf]],
    ['a code point above U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['a five-byte sequence', [0xf8, 0x88, 0x80, 0x80, 0x80]],
    ['0xFF', [0xff]],
  ]

  test.each(illFormed)('[MQTT-1.5.4-1] %s in the topic of PUBLISH closes the connection', async (_, text) => {
    const client = await mqtt.connect()
    client.sendBytes(bytes.publish(0x30, Buffer.from(text), bytes.props(), Buffer.from('x')))
    await expectRefused(client, [0x81, 0x82, 0x90])
  })

  test.each(illFormed)('[MQTT-1.5.4-1] %s in a filter of SUBSCRIBE closes the connection', async (_, text) => {
    const client = await mqtt.connect()
    client.sendBytes(bytes.subscribe(Buffer.from(text)))
    await expectRefused(client, [0x80, 0x81, 0x82, 0x8f])
  })

  test('characters of every length arrive unchanged', async () => {
    const topic = uniqueName('ÿ-ࠀ-￼-𐀀-\u{10FFFD}')
    const client = await mqtt.connect()
    await client.subscribe(topic)
    await client.publish(topic, 'x')
    expect((await client.receive()).topic).toBe(topic)
  })
})
