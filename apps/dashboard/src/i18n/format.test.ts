import { describe, expect, test } from 'vitest'
import { createFormat } from './format.ts'

const en = createFormat('en', 'UTC')
const zh = createFormat('zh', 'UTC')

describe('bytes', () => {
  test.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [5 * 1024 ** 2, '5 MB'],
    [23.54 * 1024 ** 3, '23.5 GB'],
    [1024 ** 4, '1 TB'],
    [2 * 1024 ** 6, '2,048 PB'],
  ])('%d bytes are written in units of 1024 as %s', (value, text) => {
    expect(en.bytes(value)).toBe(text)
  })
})

describe('durations', () => {
  test.each([
    [0, '0 s', '0 秒'],
    [340, '340 ms', '340 毫秒'],
    [59_999, '59 s', '59 秒'],
    [3_600_000, '1 h', '1 小时'],
    [3_723_000, '1 h 2 min', '1 小时 2 分'],
    [90_061_000, '1 d 1 h', '1 天 1 小时'],
    [86_400_000 * 1200, '1,200 d', '1,200 天'],
  ])('%d ms show their two largest units', (value, english, chinese) => {
    expect(en.duration(value)).toBe(english)
    expect(zh.duration(value)).toBe(chinese)
  })
})

test('a rate has decimals only for small values', () => {
  expect([0, 0.416, 7, 12.56, 123.4, 12345.6].map(en.rate)).toEqual(['0', '0.42', '7', '12.6', '123', '12,346'])
})

test('large numbers are abbreviated as usual in the language', () => {
  expect(en.compact(1_234_567)).toBe('1.2M')
  expect(zh.compact(1_234_567)).toBe('123.5万')
})

test('ages choose the unit that fits', () => {
  const now = 1_800_000_000_000
  expect(en.ago(now - 5 * 60_000, now)).toBe('5 min ago')
  expect(zh.ago(now - 5 * 60_000, now)).toBe('5 分钟前')
  expect(en.ago(now - 400, now)).toBe('just now')
  expect(en.ago(now + 3 * 86_400_000, now)).toBe('in 3 d')
})

test('an absolute time has the day only if it is not today, and the year only if it is far away', () => {
  const now = Date.parse('2026-11-21T07:50:00Z')
  expect(en.moment(Date.parse('2026-11-21T06:01:02Z'), now)).toBe('06:01:02')
  expect(en.moment(Date.parse('2026-11-20T06:01:02Z'), now)).toBe('20 Nov 06:01')
  expect(zh.moment(Date.parse('2026-11-20T06:01:02Z'), now)).toBe('11月20日 06:01')
  expect(en.moment(Date.parse('2020-11-20T06:01:02Z'), now)).toBe('20 Nov 2020, 06:01:02')
})

test('times are read from milliseconds and from RFC 3339 texts', () => {
  expect(en.dateTime(1_795_247_400_000)).toBe(en.dateTime('2026-11-21T07:50:00Z'))
  expect(en.time('2026-11-21T07:50:00.000Z')).toBe('07:50:00')
  expect(zh.dateTime('2026-11-21T07:50:00Z')).toBe('2026年11月21日 07:50:00')
})

test('missing values and NaN are a dash in every format', () => {
  const { list: _, ...formats } = en
  for (const format of Object.values(formats)) {
    expect((format as (value: undefined, now: number) => string)(undefined, 0)).toBe('–')
  }
  expect(en.number(Number.NaN)).toBe('–')
  expect(en.dateTime('not a date')).toBe('–')
})
