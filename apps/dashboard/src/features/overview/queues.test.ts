import { expect, test } from 'vitest'
import { summarizeQueues } from './queues.ts'

test('queues are summed up, with the longest first', () => {
  const summary = summarizeQueues([
    { clientid: 'idle', connected: true, mqueue_len: 0, mqueue_max: 1000, inflight_cnt: 5, inflight_max: 5 },
    { clientid: 'slow', connected: true, mqueue_len: 1000, mqueue_max: 1000, inflight_cnt: 5, inflight_max: 5 },
    { clientid: 'away', connected: false, mqueue_len: 20, mqueue_max: 20, mqueue_dropped: 7 },
    { clientid: 'unlimited', connected: false, mqueue_len: 30, mqueue_max: 'infinity' },
  ])
  expect(summary).toEqual({
    sessions: 4,
    queued: 1050,
    full_connected: 1,
    full_offline: 1,
    slow: 1,
    longest: [
      { clientid: 'slow', connected: true, queued: 1000, limit: 1000, dropped: 0 },
      { clientid: 'unlimited', connected: false, queued: 30, limit: 0, dropped: 0 },
      { clientid: 'away', connected: false, queued: 20, limit: 20, dropped: 7 },
    ],
  })
})
