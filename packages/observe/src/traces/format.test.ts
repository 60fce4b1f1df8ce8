import type { TraceEntry } from '@mqdeck/kit'
import { describe, expect, test } from 'vitest'
import { createTraceFormat } from './format.ts'

const time = Date.parse('2026-11-21T22:31:03.718Z')
const publish: TraceEntry = {
  tag: 'PUBLISH',
  msg: 'publish_to',
  meta: { clientid: 'c1', peername: '127.0.0.1:1234', username: undefined, topic: 't/a' },
  payload: Buffer.from('{"n":12}'),
}
const text = (entry: TraceEntry) => createTraceFormat('text', 'text')(entry, time)
const json = (entry: TraceEntry) => createTraceFormat('json', 'text')(entry, time)

describe('a line of text', () => {
  test("has EMQX's order: client, message, other fields, with the packet first and the payload last", () => {
    expect(text(publish)).toBe(
      '2026-11-21T22:31:03.718000+00:00 [PUBLISH] c1@127.0.0.1:1234 msg: publish_to, payload_encode: text, topic: t/a, payload: {"n":12}\n',
    )
    expect(text({ tag: 'MQTT', msg: 'm', meta: { a: 1, clientid: 'c' }, packet: () => 'PINGREQ(Q0, R0, D0)' })).toBe(
      '2026-11-21T22:31:03.718000+00:00 [MQTT] c@ msg: m, packet: PINGREQ(Q0, R0, D0), a: 1\n',
    )
  })

  test('has the format of the log above level debug', () => {
    expect(text({ ...publish, level: 'warning', payload: Buffer.from('x') })).toBe(
      '2026-11-21T22:31:03.718000+00:00 [warning] tag: PUBLISH, clientid: c1, msg: publish_to, peername: 127.0.0.1:1234, payload_encode: text, topic: t/a, payload: x\n',
    )
  })

  test('stays one line regardless of client text', () => {
    const line = text({ ...publish, meta: { clientid: 'a\nb\u2028c' }, payload: Buffer.from('1\r\n2\u0000') })
    expect(line.split('\n')).toHaveLength(2)
    expect(line).toContain('a\\u000ab\\u2028c@')
    expect(line).toContain('payload: 1\\u000d\\u000a2\\u0000')
  })
})

describe('a line of JSON', () => {
  test('is identical to that of EMQX 5.8.9', () => {
    expect(json(publish)).toBe(
      '{"time":"2026-11-21T22:31:03.718000+00:00","msg":"publish_to","meta":{"trace_tag":"PUBLISH","topic":"t/a","peername":"127.0.0.1:1234","payload_encode":"text","payload":"{\\"n\\":12}","clientid":"c1"},"level":"debug"}\n',
    )
  })

  test('keeps long integers, hides secrets and limits the size', () => {
    const endless: Record<string, unknown> = {}
    endless.self = endless
    const line = json({
      tag: 'RULE_SQL_EXEC',
      msg: 'rule_activated',
      meta: {
        input: { n: 9_007_199_254_740_993n, password: 'hush', list: Array.from({ length: 1000 }, () => 'x') },
        long: 'y'.repeat(100_000),
        endless,
      },
    })
    expect(line).toContain('"n":9007199254740993')
    expect(line).not.toContain('hush')
    expect(line).toContain('...(900 more)')
    expect(line.length).toBeLessThan(20_000)
    expect(JSON.parse(line).meta.long).toContain('(95904 more characters)')
  })
})

describe('a payload', () => {
  const shown = (encode: 'text' | 'hex' | 'hidden', bytes: Uint8Array) =>
    JSON.parse(createTraceFormat('json', encode)({ ...publish, payload: bytes }, time)).meta

  test('is text, hex or hidden', () => {
    expect(shown('text', Buffer.from('grün'))).toMatchObject({ payload: 'grün', payload_encode: 'text' })
    expect(shown('hex', Buffer.from('grün'))).toMatchObject({ payload: '6772C3BC6E', payload_encode: 'hex' })
    expect(shown('hidden', Buffer.from('grün'))).toMatchObject({ payload: '******', payload_encode: 'hidden' })
  })

  test('is shown in hex if it is not text, and truncated if it is long', () => {
    expect(shown('text', Buffer.from([0xff, 0]))).toMatchObject({ payload: 'FF00', payload_encode: 'hex' })
    expect(shown('text', Buffer.alloc(3000, 'a')).payload).toBe(`${'a'.repeat(1024)}...(1976 bytes)`)
  })

  test('is hidden in packets and in rule inputs', () => {
    const entry: TraceEntry = {
      tag: 'MQTT',
      msg: 'm',
      meta: { input: { payload: 'secret', deep: [{ payload: { a: 'secret' } }] } },
      packet: (show) => `PUBLISH(${show(Buffer.from('secret'))})`,
    }
    for (const formatter of ['text', 'json'] as const)
      expect(createTraceFormat(formatter, 'hidden')(entry, time)).not.toContain('secret')
    expect(createTraceFormat('text', 'hex')(entry, time)).toContain('PUBLISH(Payload(hex)=736563726574)')
  })
})
