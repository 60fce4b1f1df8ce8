import { describe, expect, test } from 'vitest'
import { createFormat } from './format.ts'
import { defaultLogSettings, type FormatSettings } from './log-settings.ts'

const time = Date.parse('2026-11-21T08:00:00.123Z')
const text = { ...defaultLogSettings('warning').console, time_offset: 'utc' }
const json: FormatSettings = { ...text, formatter: 'json' }

const line = (fields: Readonly<Record<string, unknown>>, settings: FormatSettings = text) =>
  createFormat(settings)({ time, level: 'warning', event: 'connection_closed', fields })
const shown = (fields: Readonly<Record<string, unknown>>, settings: FormatSettings = text) =>
  line(fields, settings)
    .replace(/^.*msg: connection_closed(, )?/, '')
    .trimEnd()

describe('a line of text', () => {
  test("has EMQX's field order", () => {
    expect(
      line({ reason: 'keepalive_timeout', peername: '127.0.0.1:1234', clientid: 'c1', topic: 't', tag: 'MQTT' }),
    ).toBe(
      '2026-11-21T08:00:00.123000+00:00 [warning] tag: MQTT, clientid: c1, msg: connection_closed, peername: 127.0.0.1:1234, topic: t, reason: keepalive_timeout\n',
    )
  })

  test.each([
    ['+08:00', '2026-11-21T16:00:00.123000+08:00'],
    ['-03:30', '2026-11-21T04:30:00.123000-03:30'],
    ['utc', '2026-11-21T08:00:00.123000+00:00'],
  ])('has the time with offset %s', (offset, expected) => {
    expect(line({}, { ...text, time_offset: offset })).toContain(`${expected} [warning]`)
  })

  test('has local time, before and after a clock change', () => {
    const format = createFormat({ ...text, time_offset: 'system' })
    for (const at of [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2026-07-01T00:00:00Z')]) {
      const [stamp = ''] = format({ time: at, level: 'info', event: 'e', fields: {} }).split(' ')
      expect(Date.parse(stamp)).toBe(at)
    }
  })

  test('has microseconds since the epoch if configured', () => {
    expect(line({}, { ...text, timestamp_format: 'epoch' })).toBe(`${time}000 [warning] msg: connection_closed\n`)
  })
})

describe('a line of JSON', () => {
  test('is one object with time, level and msg', () => {
    expect(JSON.parse(line({ clientid: 'c1', count: 2, ok: true, none: null }, json))).toEqual({
      time: time * 1000,
      level: 'warning',
      msg: 'connection_closed',
      clientid: 'c1',
      count: 2,
      ok: true,
      none: null,
    })
  })

  test('has the time in RFC 3339 if configured', () => {
    const { time: stamp } = JSON.parse(line({}, { ...json, timestamp_format: 'rfc3339' }))
    expect(stamp).toBe('2026-11-21T08:00:00.123000+00:00')
  })

  test('is not overwritten by fields with the same names', () => {
    const read = JSON.parse(line({ time: 1, level: 'debug', msg: 'other' }, json))
    expect(read).toEqual({ time: time * 1000, level: 'warning', msg: 'connection_closed' })
  })
})

describe('data of a client', () => {
  const nasty = 'a\n2026 [error] msg: forged\r\u001b[31m\u0085\u2028\u202e\ud800\0'

  test.each([
    ['text', text],
    ['json', json],
  ])('stays in one line without control characters (%s)', (_, settings) => {
    const written = line(
      { clientid: nasty, [nasty]: 1, inner: { [nasty]: [nasty] }, error: new Error(nasty) },
      settings,
    )
    expect(written.endsWith('\n')).toBe(true)
    expect(written.slice(0, -1)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  })

  test('is restored completely from JSON', () => {
    expect(JSON.parse(line({ clientid: nasty }, json)).clientid).toBe(nasty)
  })

  test.each([
    ['c1, username: admin', '"c1, username: admin"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['', '""'],
    [' c1', '" c1"'],
    ['a\\nb', '"a\\\\nb"'],
    ['two words', 'two words'],
    ['温度/1', '温度/1'],
    ['😀', '😀'],
  ])('cannot look like another field: %j', (value, expected) => {
    expect(shown({ value })).toBe(`value: ${expected}`)
  })

  test('is limited in length, width and depth', () => {
    const endless: Record<string, unknown> = { name: 'x' }
    endless.self = endless
    const fields = {
      long: 'x'.repeat(1_000_000),
      list: Array.from({ length: 10_000 }, () => 'y'.repeat(10_000)),
      endless,
      error: new Error('outer', { cause: new Error('z'.repeat(100_000)) }),
    }
    for (const settings of [text, json]) expect(line(fields, settings).length).toBeLessThan(100_000)
    expect(shown({ long: fields.long })).toContain('more characters)')
  })

  test('never breaks the log: unreadable values are marked', () => {
    const trap = {
      get inner(): string {
        throw new Error('no')
      },
    }
    expect(shown({ trap, big: 10n, symbol: Symbol('s'), date: new Date(Number.NaN), no: undefined })).toBe(
      'trap: {"inner":"(cannot be read)"}, big: 10, symbol: Symbol(s), date: Invalid Date',
    )
  })
})

describe('a payload', () => {
  const payload = Buffer.from('grün')

  test.each([
    ['text', 'payload: grün, payload_encode: text'],
    ['hex', 'payload: 6772c3bc6e, payload_encode: hex'],
    ['hidden', 'payload: ******, payload_encode: hidden'],
  ] as const)('is shown as %s', (payload_encode, expected) => {
    expect(shown({ payload }, { ...text, payload_encode })).toBe(expected)
  })

  test('that is not text is shown in hex', () => {
    expect(shown({ payload: Buffer.from([0xff, 0]) })).toBe('payload: ff00, payload_encode: hex')
  })

  test('is cut between two characters', () => {
    const maskedText = shown({ payload: Buffer.from(`x${'ü'.repeat(2000)}`) })
    expect(maskedText).toContain(`x${'ü'.repeat(999)}...(2001 more bytes)`)
  })
})
