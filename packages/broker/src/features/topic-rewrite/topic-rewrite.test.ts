import { type Log, silentLog } from '@mqdeck/kit'
import { someClient, someMessage, somePublication } from '@mqdeck/testkit/suites'
import { describe, expect, it } from 'vitest'
import { createHooks } from '../../create-hooks.ts'
import type { RewriteRule } from './rules.ts'
import { createTopicRewrite } from './topic-rewrite.ts'

function setUp(...settings: readonly RewriteRule[]) {
  const logged: string[] = []
  const log: Log = { ...silentLog, warn: (_, text) => logged.push(text), error: (_, text) => logged.push(text) }
  const hooks = createHooks(log)
  const topicRewrite = createTopicRewrite({ settings, hooks, log })
  return {
    hooks,
    topicRewrite,
    logged,
    publish: async (topic: string, from: Partial<typeof someClient> = {}) => {
      const message = someMessage(topic)
      return (
        await hooks.runFold('message.publish', { ...message, from: { ...message.from, ...from } }, [somePublication])
      )?.topic
    },
    subscribe: async (topic: string, client = someClient) => {
      const [filter] = await hooks.runFold('client.subscribe', [{ topic, qos: 1, nl: 0, rap: 0, rh: 0 }], [client])
      return filter?.topic
    },
    unsubscribe: async (topic: string) => (await hooks.runFold('client.unsubscribe', [topic], [someClient]))[0],
  }
}

const rule = (source_topic: string, re: string, dest_topic: string, action: RewriteRule['action'] = 'all') => ({
  action,
  source_topic,
  re,
  dest_topic,
})

/** The rules of EMQX's manual. */
const manual = [
  rule('y/+/z/#', '^y/(.+)/z/(.+)$', 'y/z/$2'),
  rule('x/#', '^x/y/(.+)$', 'z/y/x/$1'),
  rule('x/y/+', '^x/y/(\\d+)$', 'z/y/$1'),
]

describe('rewriting', () => {
  it.each([
    ['y/a/z/b', 'y/z/b'],
    ['y/def', 'y/def'],
    ['x/1/2', 'x/1/2'],
    ['x/y/2', 'z/y/2'],
    // The last rule that matches decides, also when its expression does not match.
    ['x/y/z', 'x/y/z'],
    ['x/y/a/b', 'z/y/x/a/b'],
  ])('turns %s into %s, as in the manual of EMQX', async (topic, expected) => {
    const { publish, subscribe, unsubscribe } = setUp(...manual)
    expect(await Promise.all([publish(topic), subscribe(topic), unsubscribe(topic)])).toEqual([
      expected,
      expected,
      expected,
    ])
  })

  it('takes wildcards of a subscription for what they are', async () => {
    const { subscribe } = setUp(...manual)
    expect(await subscribe('y/+/z/#')).toBe('y/z/#')
    expect(await subscribe('x/y/+')).toBe('x/y/+')
    expect(await subscribe('#')).toBe('#')
  })

  it('reaches into shared and exclusive subscriptions', async () => {
    const { subscribe, unsubscribe } = setUp(rule('x/#', '^x/(.+)$', 'z/$1', 'subscribe'))
    expect(await subscribe('$share/g/x/1')).toBe('$share/g/z/1')
    expect(await unsubscribe('$share/g/x/1')).toBe('$share/g/z/1')
    expect(await subscribe('$queue/x/1')).toBe('$queue/z/1')
    expect(await subscribe('$exclusive/x/1')).toBe('$exclusive/z/1')
    expect(await unsubscribe('$share/x')).toBe('$share/x')
  })

  it('applies a rule only to its action', async () => {
    const { publish, subscribe } = setUp(rule('p', 'p', 'P', 'publish'), rule('s', 's', 'S', 'subscribe'))
    expect([await publish('p'), await subscribe('p'), await publish('s'), await subscribe('s')]).toEqual([
      'P',
      'p',
      's',
      'S',
    ])
  })

  it('inserts groups, client ID and username', async () => {
    const { publish } = setUp(rule('x/#', '^x/([^/]+)(/opt)?', '${clientid}/%c/${username}/%u/$1-$2-$3'))
    expect(await publish('x/a')).toBe('meter-1/meter-1/ann/ann/a--$3')
    expect(await publish('x/a', { username: undefined })).toBe('meter-1/meter-1/${username}/%u/a--$3')
  })

  it('does not take text of a client for a placeholder', async () => {
    const { publish } = setUp(rule('x/#', '^x/(.+)$', '${clientid}/$1'))
    expect(await publish('x/${username}', { clientId: '$1' })).toBe('$1/${username}')
  })

  it.each([
    ['a name with a wildcard in a subscription', '${clientid}/x', { clientId: '+' }],
    ['nothing that is left', '$2', {}],
  ])('keeps the topic for %s, and says so once', async (_, dest, client) => {
    const { subscribe, logged } = setUp(rule('x', '^(x)()$', dest))
    for (let i = 0; i < 3; i++) expect(await subscribe('x', { ...someClient, ...client })).toBe('x')
    expect(logged).toEqual(['topic_rewrite_result_unusable'])
  })

  it('never publishes to a wildcard', async () => {
    const { publish, subscribe, logged } = setUp(rule('x', 'x', 'a/#'))
    expect([await publish('x'), await subscribe('x'), await publish('x')]).toEqual(['x', 'a/#', 'x'])
    expect(logged).toHaveLength(1)
  })

  it('takes linear time for an expression with exponential backtracking', async () => {
    const { publish } = setUp(rule('#', '^(a+)+$', 'never'))
    const topic = `${'a'.repeat(60_000)}!`
    expect(await publish(topic)).toBe(topic)
  })

  it('applies the other rules if one rule is invalid', async () => {
    const { publish, logged } = setUp(rule('a', 'a', 'A'), rule('b', '(', 'B'))
    expect([await publish('a'), await publish('b')]).toEqual(['A', 'b'])
    expect(logged).toEqual(['topic_rewrite_rule_ignored'])
  })

  it('changes with its rules and leaves no trace without any', async () => {
    const { hooks, topicRewrite, publish } = setUp(rule('a', 'a', 'A'))
    topicRewrite.update([rule('a', 'a', 'B', 'publish')])
    expect(await publish('a')).toBe('B')
    expect(hooks.has('client.subscribe')).toBe(false)
    topicRewrite.update([])
    expect(hooks.has('message.publish')).toBe(false)
    topicRewrite.update([rule('a', 'a', 'A')])
    topicRewrite.stop()
    expect([hooks.has('message.publish'), hooks.has('client.subscribe')]).toEqual([false, false])
  })
})
