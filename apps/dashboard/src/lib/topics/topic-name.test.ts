import { expect, test } from 'vitest'
import { filterMatches, topicFault } from './topic-name.ts'

test.each([
  ['', 'empty'],
  ['a/#', 'wildcard'],
  ['a+b', 'wildcard'],
  ['a\0', 'nullCharacter'],
  ['温'.repeat(22_000), 'tooLong'],
  ['/', undefined],
  ['$SYS/x y/温度', undefined],
])('%.20j as a topic to publish to: %s [MQTT-3.3.2-2] [MQTT-4.7.3-1] [MQTT-4.7.3-2] [MQTT-4.7.3-3]', (topic, fault) => {
  expect(topicFault(topic)).toBe(fault)
})

test.each([
  ['a/b', 'a/b', true],
  ['a/b', 'a', false],
  ['a', 'a/b', false],
  ['a/#', 'a', true],
  ['a/#', 'a/b/c', true],
  ['+/b', 'a/b', true],
  ['+', '/a', false],
  ['/+', '/a', true],
  ['#', '$SYS/x', false],
  ['+/x', '$SYS/x', false],
  ['$SYS/#', '$SYS/x', true],
  ['$share/g/a/+', 'a/b', true],
  ['$queue/a/+', 'a/b', true],
])('%s matches %s: %s [MQTT-4.7.2-1]', (filter, topic, is) => {
  expect(filterMatches(filter, topic)).toBe(is)
})
