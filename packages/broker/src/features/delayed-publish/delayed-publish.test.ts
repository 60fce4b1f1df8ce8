import { type Log, type Store, silentLog } from '@mqdeck/kit'
import { createFakeClock, createTempStore, eventually, type FakeClock, type TempStore } from '@mqdeck/testkit'
import { someMessage } from '@mqdeck/testkit/suites'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHooks } from '../../create-hooks.ts'
import { createMetrics } from '../../metrics.ts'
import type { Message, PublishOutcome } from '../../types.ts'
import { createDelayedPublish, type DelayedPublish, type DelayedPublishOptions } from './delayed-publish.ts'

let temp: TempStore
let clock: FakeClock
beforeEach(async () => {
  temp = await createTempStore()
  clock = createFakeClock()
})
afterEach(() => temp.remove())

const unlimited = { enable: true, max_delayed_messages: 0 }

/** With a broker that only notes what it is asked to publish. */
function setUp(options: Partial<DelayedPublishOptions> = {}) {
  const published: Message[] = []
  const joined: Promise<unknown>[] = []
  const logged: string[] = []
  const log: Log = { ...silentLog, warn: (_, text) => logged.push(text), error: (_, text) => logged.push(text) }
  const hooks = createHooks(log)
  const metrics = createMetrics()
  let answer: () => PublishOutcome = () => ({ delivered: 1, id: '' })
  const delayed = createDelayedPublish({
    settings: unlimited,
    broker: {
      hooks,
      metrics,
      republish: async (message) => {
        const outcome = answer()
        if ('delivered' in outcome) published.push(message)
        return outcome
      },
    },
    clock,
    log,
    ...options,
  })
  return {
    delayed,
    hooks,
    metrics,
    published,
    joined,
    logged,
    answerWith: (give: () => PublishOutcome) => {
      answer = give
    },
    publish: (topic: string, change: Partial<Message> = {}) => {
      const message = someMessage(topic, { timestamp: clock.now(), ...change })
      const join = (write: Promise<unknown>) => {
        joined.push(write)
        write.catch(() => {})
      }
      return { id: message.id, kept: hooks.runFold('message.publish', message, [{ join }]) }
    },
    topics: () => published.map(({ topic }) => topic),
  }
}

/** Waits until this number of messages is left. Messages that are due are published in batches. */
const settled = (delayed: DelayedPublish, count: number) =>
  eventually(
    () => {
      clock.advance(0)
      return delayed.count === count && clock.pending() <= 1
    },
    () => `${delayed.count} messages wait instead of ${count}`,
  )

describe.each(['in memory', 'on disk'])('a delayed message %s', (where) => {
  const start = (options: Partial<DelayedPublishOptions> = {}) => {
    const all = setUp({ ...(where === 'on disk' && { store: temp.store }), ...options })
    all.delayed.start()
    return all
  }

  it('is published at its time, as it was, without the prefix', async () => {
    const { delayed, publish, published, metrics } = start()
    const { id, kept } = publish('$delayed/5/a/b', { retain: true, properties: { contentType: 'x' }, dup: true })
    expect([kept, delayed.count, metrics['messages.delayed']]).toEqual([undefined, 1, 1])
    const expected = { id, topic: 'a/b', retain: true, dup: false, properties: { contentType: 'x' }, qos: 1 }
    expect(delayed.get(id)).toMatchObject({ dueAt: clock.now() + 5000, interval: 5, message: expected })
    clock.advance(4999)
    expect(published).toEqual([])
    clock.advance(1)
    await settled(delayed, 0)
    expect(published).toMatchObject([{ ...expected, timestamp: clock.now() - 5000 }])
    expect(Buffer.from(published[0]?.payload ?? []).toString()).toBe('payload')
    expect(delayed.get(id)).toBeUndefined()
  })

  it('comes in the order in which it is due, with one timer for all', async () => {
    const { delayed, publish, topics } = start()
    for (const seconds of [30, 10, 20, 10, 40]) publish(`$delayed/${seconds}/${seconds}`)
    expect(clock.pending()).toBe(1)
    clock.advance(10_000)
    await settled(delayed, 3)
    clock.advance(30_000)
    await settled(delayed, 0)
    expect(topics()).toEqual(['10', '10', '20', '30', '40'])
  })

  it('is listed by page, found, and deleted alone or by its topic', async () => {
    const { delayed, publish, topics } = start()
    const ids = [1, 2, 3, 4].map((number) => publish(`$delayed/${number}/${number % 2 ? 'odd' : 'even'}`).id)
    expect(delayed.list(1, 2).map(({ message }) => message.id)).toEqual(ids.slice(1, 3))
    expect(delayed.list(4, 10)).toEqual([])
    expect([await delayed.delete(ids[0] ?? ''), await delayed.delete(ids[0] ?? '')]).toEqual([true, false])
    expect([await delayed.deleteByTopic('even'), await delayed.deleteByTopic('even')]).toEqual([2, 0])
    clock.advance(4000)
    await settled(delayed, 0)
    expect(topics()).toEqual(['odd'])
  })

  it('is dropped if its publisher is banned when it is due', async () => {
    const { delayed, publish, published } = start({ isBanned: ({ clientId }) => clientId === 'meter-1' })
    publish('$delayed/1/a')
    clock.advance(1000)
    await settled(delayed, 0)
    expect(published).toEqual([])
  })

  it('is rejected above the limit, until others are published', async () => {
    const { delayed, publish, logged } = start({ settings: { enable: true, max_delayed_messages: 2 } })
    publish('$delayed/1/a')
    publish('$delayed/2/a')
    for (let i = 0; i < 3; i++)
      expect(() => publish('$delayed/3/a')).toThrow(expect.objectContaining({ reasonCode: 0x97 }))
    expect(logged).toEqual(['store_delayed_message_failed'])
    clock.advance(1000)
    await settled(delayed, 1)
    expect(publish('$delayed/3/a').kept).toBeUndefined()
    delayed.update(unlimited)
    expect(publish('$delayed/3/a').kept).toBeUndefined()
    expect(delayed.count).toBe(3)
  })

  it('that the disk refuses to deliver is tried again', async () => {
    const { delayed, publish, topics, answerWith } = start()
    answerWith(() => ({ rejected: 0x97 }))
    publish('$delayed/1/a')
    publish('$delayed/1/b')
    clock.advance(1000)
    await settled(delayed, 2)
    answerWith(() => ({ delivered: 0, id: '' }))
    clock.advance(1000)
    await settled(delayed, 0)
    expect(topics()).toEqual(['a', 'b'])
  })

  it('that is rejected because it is invalid is not tried again', async () => {
    const { delayed, publish, answerWith } = start()
    answerWith(() => ({ rejected: 0x90 }))
    publish('$delayed/1/a')
    clock.advance(1000)
    await settled(delayed, 0)
  })

  it('keeps waiting while the feature is disabled, and is published when it is enabled again', async () => {
    const { delayed, publish, topics, hooks } = start()
    publish('$delayed/1/a')
    delayed.update({ ...unlimited, enable: false })
    expect(hooks.has('message.publish')).toBe(false)
    clock.advance(60_000)
    expect([delayed.count, topics()]).toEqual([1, []])
    delayed.update(unlimited)
    clock.advance(0)
    await settled(delayed, 0)
    expect(topics()).toEqual(['a'])
  })
})

describe('delayed publish', () => {
  it('leaves other topics alone, and says which ones it cares for', () => {
    const { publish, hooks } = setUp()
    expect(publish('a/b').kept).toMatchObject({ topic: 'a/b' })
    expect(hooks.caresFor('message.publish', '$SYS/a')).toBe(false)
    expect(hooks.caresFor('message.publish', '$delayed/1/a')).toBe(true)
  })

  it('accepts messages before its start and after its end', async () => {
    const { delayed, publish, topics } = setUp()
    publish('$delayed/1/a')
    clock.advance(5000)
    expect(topics()).toEqual([])
    delayed.start()
    clock.advance(0)
    await settled(delayed, 0)
    await delayed.stop()
    publish('$delayed/1/b')
    clock.advance(5000)
    expect([topics(), delayed.count]).toEqual([['a'], 1])
  })

  it('acknowledges messages after they are written to disk', async () => {
    const { publish, joined } = setUp({ store: temp.store })
    publish('$delayed/10/a')
    expect(joined).toHaveLength(1)
    await Promise.all(joined)
    expect(temp.store.table('delayed', { binary: true }).count()).toBe(1)
  })

  it('forgets messages that cannot be written to disk', async () => {
    const full = () => Promise.reject(new Error('full'))
    const store: Store = {
      ...temp.store,
      table: (...args) => ({ ...temp.store.table<never>(...args), put: full }),
    }
    const { delayed, publish, joined } = setUp({ store })
    publish('$delayed/10/a')
    await expect(joined[0]).rejects.toThrow('full')
    await settled(delayed, 0)
  })

  it('publishes after a restart what fell due meanwhile, then the rest at its time', async () => {
    const before = setUp({ store: temp.store })
    before.delayed.start()
    const ids = [20, 10, 100].map((seconds) => before.publish(`$delayed/${seconds}/${seconds}`).id)
    await Promise.all(before.joined)
    await before.delayed.stop()
    clock.advance(50_000)
    const { delayed, topics } = setUp({ store: await temp.reopen() })
    expect(delayed.list(0, 9).map(({ message, interval }) => [message.id, interval])).toEqual([
      [ids[1], 10],
      [ids[0], 20],
      [ids[2], 100],
    ])
    delayed.start()
    clock.advance(0)
    await settled(delayed, 1)
    expect(topics()).toEqual(['10', '20'])
    clock.advance(50_000)
    await settled(delayed, 0)
    await delayed.stop()
    expect(topics()).toEqual(['10', '20', '100'])
    expect(setUp({ store: await temp.reopen() }).delayed.count).toBe(0)
  })

  it('publishes thousands of messages with the same due time in their order, in batches', async () => {
    const { delayed, publish, topics } = setUp({ store: temp.store })
    for (let i = 0; i < 3000; i++) publish(`$delayed/1/${i}`)
    delayed.start()
    await eventually(
      () => {
        clock.advance(1000)
        return delayed.count === 0
      },
      () => `${delayed.count} wait`,
    )
    await delayed.stop()
    expect(topics()).toEqual(Array.from({ length: 3000 }, (_, i) => `${i}`))
  })
})
