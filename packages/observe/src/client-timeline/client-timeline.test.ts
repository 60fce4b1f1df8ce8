import { createFakeClock } from '@mqdeck/testkit'
import { someClient, someMessage } from '@mqdeck/testkit/suites'
import { expect, test } from 'vitest'
import { createFakeHooks } from '../fake-broker.ts'
import { createClientTimeline } from './client-timeline.ts'

test('long texts of clients are truncated, but long client IDs are still distinguished', () => {
  const hooks = createFakeHooks()
  const timeline = createClientTimeline({ hooks, clock: createFakeClock() })
  timeline.start()
  const long = 'x'.repeat(60_000)
  const client = (clientId: string) => ({ ...someClient, clientId })
  const action = { type: 'publish', topic: long, qos: 0, retain: false } as const
  hooks.run('client.check_authz_complete', client(`${long}1`), action, 'deny', 'file')
  hooks.run('client.check_authz_complete', client(`${long}2`), action, 'deny', 'file')
  const { entries } = timeline.read(`${long}1`)
  expect(entries).toMatchObject([{ event: 'denied', topic: `${'x'.repeat(256)}...`, count: 1 }])
  expect(timeline.read(`${long}3`).entries).toEqual([])
})

test('drops of many topics are one run with the top topics, and do not evict other events', () => {
  const hooks = createFakeHooks()
  const clock = createFakeClock()
  const timeline = createClientTimeline({ hooks, clock })
  timeline.start()
  hooks.run('session.created', someClient)
  const drop = (topic: string, reason: 'queue_full' | 'expired' = 'queue_full') =>
    hooks.run('delivery.dropped', someClient, someMessage(topic), reason)
  for (let number = 0; number < 3000; number += 1) {
    drop('often')
    drop(`seldom/${number}`)
    if (number % 10 === 0) drop('other', 'expired')
  }
  const { entries } = timeline.read(someClient.clientId)
  expect(entries.map(({ event, reason, count }) => [event, reason, count])).toEqual([
    ['session_created', undefined, undefined],
    ['dropped', 'expired', 300],
    ['dropped', 'queue_full', 6000],
  ])
  expect(entries.at(-1)?.topics?.[0]).toEqual({ topic: 'often', count: 3000 })
  expect(entries.at(-1)?.topics).toHaveLength(8)
})

test('a run ends after a minute without the event', () => {
  const hooks = createFakeHooks()
  const clock = createFakeClock()
  const timeline = createClientTimeline({ hooks, clock })
  timeline.start()
  const drop = () => hooks.run('delivery.dropped', someClient, someMessage('t'), 'queue_full')
  drop()
  drop()
  clock.advance(61_000)
  drop()
  expect(timeline.read(someClient.clientId).entries).toMatchObject([
    { event: 'dropped', count: 2, topic: 't' },
    { event: 'dropped', count: 1 },
  ])
})
