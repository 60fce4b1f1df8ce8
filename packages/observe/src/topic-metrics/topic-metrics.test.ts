import { createHooks } from '@mqdeck/broker'
import { silentLog } from '@mqdeck/kit'
import { createFakeClock } from '@mqdeck/testkit'
import { someClient, someMessage, somePublication } from '@mqdeck/testkit/suites'
import { describe, expect, it } from 'vitest'
import { createTopicMetrics } from './topic-metrics.ts'
import { checkTopics, topicError } from './topics.ts'

function setUp(...topics: readonly string[]) {
  const clock = createFakeClock()
  const hooks = createHooks(silentLog)
  const metrics = createTopicMetrics({ topics: topics.map((topic) => ({ topic })), hooks, clock })
  metrics.start()
  return {
    clock,
    hooks,
    metrics,
    publish: (topic: string, qos: 0 | 1 | 2 = 0) =>
      hooks.runFold('message.publish', someMessage(topic, { qos }), [somePublication]),
    deliver: (topic: string, qos: 0 | 1 | 2) => hooks.run('message.delivered', someClient, someMessage(topic), qos),
  }
}

describe('topic metrics', () => {
  it('count published, sent and dropped messages by QoS', () => {
    const { metrics, hooks, publish, deliver } = setUp('t/a')
    publish('t/a', 2)
    publish('t/a')
    publish('t/b', 1)
    deliver('t/a', 1)
    deliver('t/b', 1)
    hooks.run('message.dropped', someMessage('t/a'), 'no_subscribers')
    hooks.run('message.dropped', someMessage('t/b'), 'no_subscribers')
    expect(metrics.list().map(({ topic, counts }) => ({ topic, counts }))).toEqual([
      {
        topic: 't/a',
        counts: {
          'messages.dropped': 1,
          'messages.in': 2,
          'messages.out': 1,
          'messages.qos0.in': 1,
          'messages.qos0.out': 0,
          'messages.qos1.in': 0,
          'messages.qos1.out': 1,
          'messages.qos2.in': 1,
          'messages.qos2.out': 0,
        },
      },
    ])
  })

  it('have rates over the last ten seconds, which fall to zero without messages', () => {
    const { metrics, clock, publish } = setUp('t')
    const rate = () => metrics.get('t')?.rates['messages.in']
    for (let n = 0; n < 20; n++) publish('t')
    expect(rate()).toBe(20)
    clock.advance(5000)
    expect(rate()).toBe(4)
    clock.advance(4000)
    for (let n = 0; n < 10; n++) publish('t')
    expect(rate()).toBe(3.3333)
    clock.advance(5000)
    expect(rate()).toBe(1)
    clock.advance(10_000)
    expect(rate()).toBe(0)
    expect(metrics.get('t')?.counts['messages.in']).toBe(30)
  })

  it('are zero after a reset, and have its time', () => {
    const { metrics, clock, publish } = setUp('t', 'u')
    publish('t')
    publish('u')
    clock.advance(1500)
    expect(metrics.reset('t')).toBe(true)
    expect(metrics.reset('v')).toBe(false)
    expect(metrics.get('t')).toMatchObject({ createdAt: clock.now() - 1500, resetAt: clock.now() })
    expect(metrics.get('t')?.counts['messages.in']).toBe(0)
    expect(metrics.get('u')).toMatchObject({ resetAt: undefined })
    expect(metrics.get('u')?.counts['messages.in']).toBe(1)
  })

  it('keep the counters of remaining topics when others are added or removed', () => {
    const { metrics, publish } = setUp('t', 'u')
    publish('t')
    metrics.update([{ topic: 'w' }, { topic: 't' }])
    publish('u')
    expect(metrics.list().map(({ topic, counts }) => [topic, counts['messages.in']])).toEqual([
      ['w', 0],
      ['t', 1],
    ])
  })

  it('use no hooks without topics, before start and after stop', () => {
    const { metrics, hooks, clock } = setUp()
    expect(hooks.has('message.publish')).toBe(false)
    metrics.update([{ topic: 't' }])
    expect(hooks.has('message.publish')).toBe(true)
    metrics.stop()
    expect([hooks.has('message.publish'), hooks.has('message.delivered'), clock.pending()]).toEqual([false, false, 0])
  })

  it('do not count as an audience for topics with another prefix', () => {
    const { hooks, metrics } = setUp('t/a/1', 't/a/2')
    expect(hooks.caresFor('message.publish', 't/a/1')).toBe(true)
    expect(hooks.caresFor('message.publish', 't/b')).toBe(false)
    metrics.update([{ topic: 't' }, { topic: 'u' }])
    expect(hooks.caresFor('message.publish', 'anything')).toBe(true)
  })
})

describe('a topic to be counted', () => {
  it('must be a topic name without wildcards and not a shared subscription', () => {
    expect(topicError('t/a')).toBeUndefined()
    expect(topicError('$SYS/brokers')).toBeUndefined()
    for (const topic of ['t/+', 't/#', '$share/g/t/+'])
      expect(topicError(topic)).toBe('Wildcards are not yet supported by Topic Metrics')
    for (const topic of ['', '$share/g/t', '$queue/t', '$exclusive/t', 'a\0b', 'x'.repeat(65_536)])
      expect(topicError(topic)).toEqual(expect.any(String))
  })

  it('may be in the list only once', () => {
    expect(checkTopics([{ topic: 'a' }, { topic: 'b' }, { topic: 'a' }])).toEqual([
      { index: 2, reason: 'Topic already registered', value: 'a' },
    ])
  })
})
