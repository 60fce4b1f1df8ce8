import type { TimelineEntry } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { verdictOf } from './verdict.ts'

const idle = { connected: true, mqueue_len: 0, mqueue_max: 1000, inflight_cnt: 0, inflight_max: 5 } as const
const slow = { ...idle, mqueue_len: 1000, inflight_cnt: 5 }
const still = { received: 0, sent: 0, dropped: 0, confirmed: 0 }
const now = 10_000_000
const events = (event: TimelineEntry['event'], times: number, at = now - 1000): readonly TimelineEntry[] =>
  Array.from({ length: times }, (_, position) => ({ position, event, at }))

const judge = (client: object, rates: object | undefined = {}, seen: readonly TimelineEntry[] = []) =>
  verdictOf({ client: { ...idle, ...client }, rates: rates && { ...still, ...rates }, events: seen, now })

test.each([
  ['a connected client with an empty queue keeps up', judge({}), 'keepsUp', 'accent'],
  ['a few queued messages alone are no problem', judge({ mqueue_len: 10 }), 'keepsUp', 'accent'],
  ['a full queue cannot be kept up with', judge({ mqueue_len: 950 }), 'cannotKeepUp', 'red'],
  ['drops show that a client cannot keep up', judge({}, { dropped: 0.2 }), 'cannotKeepUp', 'red'],
  ['a full window with a queue is a warning', judge({ inflight_cnt: 5, mqueue_len: 3 }), 'cannotKeepUp', 'amber'],
  ['a full window without a queue keeps up', judge({ inflight_cnt: 5 }), 'keepsUp', 'accent'],
  ['no limits are never full', judge({ mqueue_len: 1e6, mqueue_max: 'infinity' }), 'keepsUp', 'accent'],
  ['a disconnected client without messages is offline', judge({ connected: false }), 'offline', 'grey'],
  ['a disconnected client may collect messages', judge({ connected: false, mqueue_len: 7 }), 'offlineQueue', 'amber'],
  ['a full queue of a disconnected client is critical', judge({ ...slow, connected: false }), 'offlineFull', 'red'],
  ['five connections in ten minutes are flapping', judge({}, {}, events('connected', 5)), 'flapping', 'amber'],
  ['five denials in ten minutes are many', judge({}, {}, events('denied', 5)), 'denied', 'amber'],
  ['earlier connections do not count', judge({}, {}, events('connected', 9, now - 700_000)), 'keepsUp', 'accent'],
  ['without a second sample the queue decides', judge(slow, undefined), 'cannotKeepUp', 'red'],
])('%s', (_, verdict, summary, tone) => expect(verdict).toMatchObject({ summary, tone }))

test('the rate that is possible follows from the receive maximum and the acknowledgements', () => {
  const verdict = judge(slow, { sent: 3.3, confirmed: 3.3, dropped: 14 })
  expect(verdict.findings.map(({ kind }) => kind)).toEqual(['queueFull', 'inflightFull', 'dropping'])
  expect(verdict.capacity).toMatchObject({ receiveMaximum: 5, possible: 3.3 })
  expect(verdict.capacity?.ackMs).toBeCloseTo(1515, 0)
  expect(verdict.capacity?.arriving).toBeCloseTo(17.3)
})

test('without acknowledgements no rate is possible', () => {
  expect(judge(slow).capacity).toMatchObject({ ackMs: undefined, possible: 0 })
})

test('a denial that happened several times counts as often', () => {
  const seen: readonly TimelineEntry[] = [{ position: 1, event: 'denied', at: now - 9e6, last_at: now, count: 12 }]
  expect(judge({}, {}, seen).findings).toEqual([{ kind: 'denied', count: 12 }])
})
