import { describe, expect, test } from 'vitest'
import { createTraceFormat } from '../../../../../../packages/observe/src/traces/format.ts'
import { measureProcessorTime } from '../../../lib/numbers/test-processor-time.ts'
import { packetTypeOf, parseTraceLine, traceLevelOf } from './parse-trace-line.ts'

const time = Date.parse('2026-11-21T22:31:03.718Z')

/** The entry as the embedded broker writes it, in both formats. */
const lines = (entry: Parameters<ReturnType<typeof createTraceFormat>>[0]) =>
  (['text', 'json'] as const).map((formatter) => createTraceFormat(formatter, 'text')(entry, time).trimEnd())

const meta = { clientid: 'c@1', peername: '127.0.0.1:1234' }

describe('both formats are parsed to the same result', () => {
  test('a message', () => {
    const payload = '{"n": 12, "m": 1}, x: y'
    for (const line of lines({
      tag: 'PUBLISH',
      msg: 'publish_to',
      meta: { ...meta, topic: 't/a' },
      payload: Buffer.from(payload),
    }))
      expect(parseTraceLine(line)).toEqual({
        time,
        level: 'debug',
        tag: 'PUBLISH',
        msg: 'publish_to',
        clientId: 'c@1',
        peername: '127.0.0.1:1234',
        packet: undefined,
        payload: { text: payload, encode: 'text' },
        fields: [['topic', 't/a']],
      })
  })

  test.each([
    ['mqtt_packet_received', 'received', 'PUBLISH'],
    ['mqtt_packet_sent', 'sent', 'PUBLISH'],
  ])('a packet: %s', (msg, direction, type) => {
    const text = 'PUBLISH(Q1, R0, D0, Topic=a, b: c, PacketId=7, Payload={"a": 1, "b": 2})'
    for (const line of lines({ tag: 'MQTT', msg, meta: { ...meta, username: 'u' }, packet: () => text })) {
      expect(parseTraceLine(line)).toMatchObject({ packet: { type, direction, text }, fields: [['username', 'u']] })
      expect(packetTypeOf(line)).toBe('PUBLISH')
      expect(traceLevelOf(line)).toBe('debug')
    }
  })

  test('a warning, which has a level instead of a tag', () => {
    for (const line of lines({ tag: 'AUTHZ', level: 'warning', msg: 'refused', meta: { ...meta, n: 3 } })) {
      expect(parseTraceLine(line)).toMatchObject({
        level: 'warning',
        tag: 'AUTHZ',
        msg: 'refused',
        clientId: 'c@1',
        peername: '127.0.0.1:1234',
        fields: [['n', '3']],
      })
      expect(traceLevelOf(line)).toBe('warning')
    }
  })

  test('a line without a client', () => {
    for (const line of lines({ tag: 'RULE', msg: 'rule_activated', meta: { rule_id: 'r', input: { a: 'x, y: z' } } }))
      expect(parseTraceLine(line)).toMatchObject({
        msg: 'rule_activated',
        clientId: undefined,
        peername: undefined,
        fields: expect.arrayContaining([
          ['rule_id', 'r'],
          ['input', '{"a":"x, y: z"}'],
        ]),
      })
  })
})

test('parses a line of EMQX', () => {
  expect(
    parseTraceLine(
      '{"time":"2026-11-21T07:57:36.565923+00:00","msg":"publish_to","meta":{"trace_tag":"PUBLISH","topic":"t/a","peername":"127.0.0.1:51058","payload_encode":"text","payload":"{\\"n\\":12}","clientid":"pub-c"},"level":"debug"}',
    ),
  ).toEqual({
    time: Date.parse('2026-11-21T07:57:36.565Z'),
    level: 'debug',
    tag: 'PUBLISH',
    msg: 'publish_to',
    clientId: 'pub-c',
    peername: '127.0.0.1:51058',
    packet: undefined,
    payload: { text: '{"n":12}', encode: 'text' },
    fields: [['topic', 't/a']],
  })
})

test.each([
  ['[MQTT] a msg: b@[::1]:1 msg: m', 'a msg: b', 'm'],
  ['[MQTT] @127.0.0.1:1 msg: m', undefined, 'm'],
  ['[MQTT] a b@c@127.0.0.1:1 msg: m', 'a b@c', 'm'],
])('finds the client ID of %s', (rest, clientId, msg) => {
  expect(parseTraceLine(`2026-11-21T22:31:03.718000+00:00 ${rest}`)).toMatchObject({ clientId, msg, tag: 'MQTT' })
})

test.each(['', 'nothing of this kind', '{"broken":', '2026 [x'])('returns an unparsable line unchanged: %s', (line) => {
  expect(parseTraceLine(line)).toMatchObject({ msg: line, fields: [], packet: undefined })
  expect(packetTypeOf(line)).toBeUndefined()
})

test('a packet inside a payload is ignored', () => {
  const payload = Buffer.from('"packet":"CONNECT(" msg: m, packet: CONNECT(')
  for (const line of lines({ tag: 'PUBLISH', msg: 'publish_to', meta, payload }))
    expect(parseTraceLine(line).packet).toBeUndefined()
})

test('very long lines are parsed quickly', () => {
  const used = measureProcessorTime()
  parseTraceLine(`2026-11-21T22:31:03.718000+00:00 [MQTT] ${'@ msg:'.repeat(100_000)}`)
  parseTraceLine(`2026-11-21T22:31:03.718000+00:00 [MQTT] @1:1 msg: m, topic: ${', a: {'.repeat(10_000)}`)
  packetTypeOf(`2026-11-21T22:31:03.718000+00:00 [MQTT] ${' msg: a, '.repeat(50_000)}`)
  packetTypeOf(`2026-11-21T22:31:03.718000+00:00 [MQTT] ${' msg: '.repeat(100_000)}`)
  expect(used()).toBeLessThan(1500)
})
