import { describe, expect, test } from 'vitest'
import { filterFault, splitShare } from './topic-filter.ts'

describe('a topic filter', () => {
  test.each(['a', '/', 'a/b', '#', '+', 'a/#', '+/+/#', '$SYS/#', '$share/g/a/+', '$share/g//', '温度/+'])(
    '%s is good',
    (filter) => expect(filterFault(filter)).toBeUndefined(),
  )

  test.each([
    ['', 'empty', '[MQTT-4.7.3-1]'],
    ['a\0', 'nullCharacter', '[MQTT-4.7.3-2]'],
    ['温'.repeat(21_846), 'tooLong', '[MQTT-4.7.3-3]'],
    ['a#', 'hash', '[MQTT-4.7.1-1]'],
    ['#/a', 'hash', '[MQTT-4.7.1-1]'],
    ['a+/b', 'plus', '[MQTT-4.7.1-2]'],
    ['$share//a', 'shareGroup', '[MQTT-4.8.2-1]'],
    ['$share/g+/a', 'shareGroup', '[MQTT-4.8.2-2]'],
    ['$share/g', 'shareTopic', '[MQTT-4.8.2-2]'],
    ['$share/g/', 'shareTopic', '[MQTT-4.8.2-2]'],
    ['$share/g/a#', 'hash', '[MQTT-4.7.1-1]'],
  ] as const)('%.20s is refused as %s %s', (filter, fault, _clause) => expect(filterFault(filter)).toBe(fault))

  test('that is shared cannot use No local [MQTT-3.8.3-4]', () => {
    expect(filterFault('$share/g/a', true)).toBe('sharedNoLocal')
    expect(filterFault('a', true)).toBeUndefined()
  })
})

test.each([
  ['a/#', undefined, 'a/#'],
  ['$share/g/a/+', 'g', 'a/+'],
  ['$share/g//', 'g', '/'],
  ['$queue/a', '$queue', 'a'],
  ['$share/g', undefined, '$share/g'],
  ['$SYS/#', undefined, '$SYS/#'],
])('%s has the group %s and the topic %s', (filter, group, topic) =>
  expect(splitShare(filter)).toEqual({ group, topic }),
)
