import { expect, test } from 'vitest'
import { topicFault } from './topic-fault.ts'

test.each([
  ['', 'empty'],
  ['t/+', 'wildcard'],
  ['#', 'wildcard'],
  ['$share/g/t', 'shared'],
  ['$share/g/t/#', 'wildcard'],
  ['$queue/t', 'shared'],
  ['$exclusive/t', 'exclusive'],
  ['a\0', 'nullCharacter'],
  ['x'.repeat(65_536), 'tooLong'],
  ['t/known', 'exists'],
  ['t/1', undefined],
  ['$SYS/brokers', undefined],
] as const)('topic %.20s has the fault %s', (topic, fault) => expect(topicFault(topic, ['t/known'])).toBe(fault))
