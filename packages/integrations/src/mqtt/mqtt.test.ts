import { silentLog, systemClock } from '@mqdeck/kit'
import { expect, test } from 'vitest'
import { fromPubProps, toPubProps } from './pub-props.ts'
import { clientIdOf, runtime } from './runtime.ts'

const node = 'mqdeck@127.0.0.1'

test('client IDs are stable, short, and differ by connector, node and index', () => {
  const all = [
    clientIdOf('', 'm1', node, 1),
    clientIdOf('', 'm1', node, 2),
    clientIdOf('', 'm1', 'mqdeck@10.0.0.1', 1),
    clientIdOf('', 'a-connector-with-a-long-name', node, 1),
    clientIdOf('', 'a-connector-with-a-long-name', node, 2),
  ]
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((id) => Buffer.byteLength(id) > 23)).toEqual([])
  expect(clientIdOf('', 'm1', node, 1)).toBe(all[0])
})

test('a prefix is kept: up to 19 bytes within 23, a longer one at any length', () => {
  const id = clientIdOf('nineteen-bytes-long', 'm1', node, 1)
  expect(id).toMatch(/^nineteen-bytes-long.{4}$/)
  expect(clientIdOf('a-prefix-of-twenty-b', 'm1', node, 12)).toMatch(/^a-prefix-of-twenty-bm1:.*:12$/)
})

test('MQTT 5 properties are unchanged after a rule', () => {
  const properties = {
    payloadFormatIndicator: true,
    messageExpiryInterval: 60,
    responseTopic: 'r',
    correlationData: new Uint8Array([1, 255]),
    contentType: 'text/plain',
    userProperties: [
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
    ],
  } as const
  expect(fromPubProps(toPubProps(properties))).toEqual(properties)
  expect(fromPubProps({ 'User-Property': { a: 1n } })).toEqual({ userProperties: [['a', '1']] })
  expect(fromPubProps(undefined)).toEqual({})
})

const action = (parameters: object) => {
  const made = runtime.action?.({ topic: 't', qos: 1, retain: false, ...parameters } as never, {} as never, {
    clock: systemClock,
    log: silentLog,
    folder: '/',
    node,
    name: 'a',
  })
  if (!made) throw new Error('no action')
  return (data: object) => made.render({ ...data })
}

test('topic, QoS and retain are rendered from the data', () => {
  const render = action({ topic: 'a/${x}', qos: '${qos}', retain: '${flags.retain}', payload: '${payload}' })
  expect(render({ x: 'b', qos: 2n, flags: { retain: true }, payload: new Uint8Array([255]) })).toEqual({
    topic: 'a/b',
    payload: Uint8Array.of(255),
    qos: 2,
    retain: true,
    properties: {},
  })
  // Missing values are empty, QoS 0 and not retained, as in EMQX.
  expect(render({})).toMatchObject({ topic: 'a/', payload: '', qos: 0, retain: false })
})

test('a message that cannot be published is rejected', () => {
  expect(() => action({ topic: '${t}' })({ t: 'a/#' })).toThrow('characters')
  expect(() => action({ topic: '${t}' })({})).toThrow('empty')
  expect(() => action({ qos: '${q}' })({ q: 3n })).toThrow('not a QoS level')
  expect(() => action({ retain: '${r}' })({ r: 'maybe' })).toThrow('not true or false')
})
