import { describe, expect, it } from 'vitest'
import { ReasonError } from '../../packets/index.ts'
import { parseDelayedTopic } from './delayed-topic.ts'

const now = 1_700_000_000_400

describe('the topic of a delayed message', () => {
  it.each([
    ['$delayed/5/a/b', { dueAt: now + 5000, interval: 5, topic: 'a/b' }],
    ['$delayed/0/a', { dueAt: now, interval: 0, topic: 'a' }],
    ['$delayed/4294967/$SYS/a', { dueAt: now + 4_294_967_000, interval: 4_294_967, topic: '$SYS/a' }],
    ['$delayed/1700000060/a', { dueAt: 1_700_000_060_000, interval: 60, topic: 'a' }],
    ['$delayed/1600000000/a', { dueAt: 1_600_000_000_000, interval: 0, topic: 'a' }],
    ['$delayed/5//', { dueAt: now + 5000, interval: 5, topic: '/' }],
  ])('%s says when and where', (topic, expected) => {
    expect(parseDelayedTopic(topic, now)).toEqual(expected)
  })

  it.each([
    '$delayed/',
    '$delayed/5',
    '$delayed/5/',
    '$delayed//a',
    '$delayed/-5/a',
    '$delayed/5s/a',
    '$delayed/1.5/a',
    '$delayed/1704294968/a',
    '$delayed/99999999999999999999/a',
  ])('%s is none', (topic) => {
    expect(() => parseDelayedTopic(topic, now)).toThrow(expect.objectContaining({ reasonCode: 0x90 }))
    expect(() => parseDelayedTopic(topic, now)).toThrow(ReasonError)
  })
})
