import { describe, expect, test } from 'vitest'
import { ReasonError } from '../packets/reason-error.ts'
import { parseFilter, validateTopicFilter, validateTopicName } from './topic.ts'

const codeOf = (action: () => unknown) => {
  try {
    action()
    return undefined
  } catch (error) {
    return error instanceof ReasonError ? error.reasonCode : error
  }
}
const nameCode = (topic: string, maxLevels?: number) => codeOf(() => validateTopicName(topic, maxLevels))
const filterCode = (filter: string, maxLevels?: number) => codeOf(() => validateTopicFilter(filter, maxLevels))

describe('validateTopicName', () => {
  test('accepts any name of at least one character [MQTT-4.7.3-1]', () => {
    for (const topic of ['a', '/', '//', 'a b/Ä/日本', '$SYS/x']) expect(nameCode(topic)).toBeUndefined()
    expect(nameCode('')).toBe(0x90)
  })
  test('refuses wildcards [MQTT-3.3.2-2]', () => {
    for (const topic of ['+', 'a/#', 'a+b']) expect(nameCode(topic)).toBe(0x90)
  })
  test('refuses U+0000 [MQTT-4.7.3-2]', () => expect(nameCode('a\0')).toBe(0x90))
  test('refuses more than 65535 bytes [MQTT-4.7.3-3]', () => {
    expect(nameCode('a'.repeat(65_535))).toBeUndefined()
    expect(nameCode('a'.repeat(65_536))).toBe(0x90)
    expect(nameCode('日'.repeat(21_846))).toBe(0x90)
  })
  test('refuses more levels than the zone allows', () => {
    expect(nameCode('a/b/c', 3)).toBeUndefined()
    expect(nameCode('a/b/c/', 3)).toBe(0x90)
  })
})

describe('validateTopicFilter', () => {
  test('# must be the whole last level [MQTT-4.7.1-1]', () => {
    for (const filter of ['#', 'a/#', '/#', '+/#']) expect(filterCode(filter)).toBeUndefined()
    for (const filter of ['a#', 'a/#/b', '#/', 'a/b#']) expect(filterCode(filter)).toBe(0x8f)
  })
  test('+ must be a whole level [MQTT-4.7.1-2]', () => {
    for (const filter of ['+', '+/+', 'a/+/b', '/+']) expect(filterCode(filter)).toBeUndefined()
    for (const filter of ['a+', '+a/b', 'a/b+/c', '++']) expect(filterCode(filter)).toBe(0x8f)
  })
  test('refuses an empty filter and U+0000 [MQTT-4.7.3-1] [MQTT-4.7.3-2]', () => {
    expect(filterCode('')).toBe(0x8f)
    expect(filterCode('a\0/#')).toBe(0x8f)
  })
  test('a share needs a name without wildcards and a filter [MQTT-4.8.2-1] [MQTT-4.8.2-2]', () => {
    for (const filter of ['$share/g/a', '$share/g//', '$share/g/#', '$queue/a'])
      expect(filterCode(filter)).toBeUndefined()
    for (const filter of ['$share/', '$share/g', '$share/g/', '$share//a', '$share/+/a', '$share/g#/a', '$queue/'])
      expect(filterCode(filter)).toBe(0x8f)
  })
  test('a share inside a share is refused, as in EMQX', () => {
    for (const filter of ['$share/g/$share/h/a', '$queue/$share/g/a', '$share/g/$queue/a'])
      expect(filterCode(filter)).toBe(0x8f)
  })
  test('the wildcards of a shared filter are checked [MQTT-4.7.1-1]', () => {
    expect(filterCode('$share/g/a/#/b')).toBe(0x8f)
    expect(filterCode('$exclusive/')).toBe(0x8f)
  })
  test('levels before the filter do not count against the limit', () => {
    expect(filterCode('$share/g/a/b', 2)).toBeUndefined()
    expect(filterCode('a/b/+', 2)).toBe(0x8f)
  })
})

describe('parseFilter', () => {
  test('splits prefix and filter', () => {
    expect(parseFilter('a/+')).toEqual({ kind: 'normal', name: 'a/+', filter: 'a/+', group: undefined })
    expect(parseFilter('$share/g/a/+')).toEqual({ kind: 'shared', name: '$share/g/a/+', filter: 'a/+', group: 'g' })
    expect(parseFilter('$queue/a')).toEqual({ kind: 'shared', name: '$queue/a', filter: 'a', group: '$queue' })
    expect(parseFilter('$share/$queue/a')).toEqual(parseFilter('$queue/a'))
    expect(parseFilter('$exclusive/a/b')).toEqual({ kind: 'exclusive', name: 'a/b', filter: 'a/b', group: undefined })
    expect(parseFilter('$SYS/#').kind).toBe('normal')
  })
})
