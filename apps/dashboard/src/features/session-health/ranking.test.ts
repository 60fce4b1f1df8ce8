import { expect, test } from 'vitest'
import { findingsOf } from './findings.ts'
import { createRanker } from './ranking.ts'
import { parseClientPage, type SessionRow } from './session-row.ts'

const at = Date.parse('2026-11-21T12:00:00Z')

const healthy: SessionRow = {
  clientid: 'healthy',
  username: undefined,
  node: 'a',
  listener: 'tcp:default',
  address: '10.0.0.1',
  connected: true,
  version: 5,
  cleanStart: true,
  keepalive: 60,
  queue: 0,
  queueMax: 1000,
  drops: 0,
  dropRate: undefined,
  inflight: 0,
  inflightMax: 32,
  awaiting: 0,
  awaitingMax: 100,
  heap: 0,
  subscriptions: 1,
  connectedAt: at - 7_200_000,
  createdAt: at - 7_200_000,
}

test('a response is parsed with zero for missing fields and no limit for infinity', () => {
  const text = JSON.stringify({
    data: [
      {
        clientid: 'a',
        mqueue_len: 7,
        mqueue_max: 'infinity',
        mqueue_dropped: 2,
        'send_msg.dropped': 3,
        'recv_msg.dropped': 1,
      },
      { clientid: 'b', connected: false, connected_at: '2026-11-21T12:00:00Z', inflight_max: 32 },
    ],
    meta: { count: 2, cursor: 'next' },
  })
  const { sessions, cursor } = parseClientPage(text)
  expect(cursor).toBe('next')
  expect(sessions[0]).toMatchObject({
    clientid: 'a',
    queue: 7,
    queueMax: undefined,
    drops: 4,
    connected: true,
    heap: 0,
  })
  expect(sessions[1]).toMatchObject({ clientid: 'b', connected: false, connectedAt: at, inflightMax: 32 })
  expect(parseClientPage('{"data":[],"meta":{}}').cursor).toBeUndefined()
})

test('stuck sessions are ranked first among a hundred thousand, and all are counted', () => {
  const ranker = createRanker(at)
  for (let page = 0; page < 200; page++) {
    ranker.add(
      Array.from({ length: 500 }, (_, index) => {
        const number = page * 500 + index
        return {
          ...healthy,
          clientid: `c${number}`,
          node: number % 2 ? 'a' : 'b',
          queue: number === 4711 ? 1000 : number % 100,
        }
      }),
    )
  }
  ranker.add([{ ...healthy, clientid: 'dropping', drops: 9, connected: false }])
  const { tops, totals, counts, findings } = ranker.result()
  expect(tops.attention.map(({ clientid }) => clientid)).toEqual(['c4711', 'dropping'])
  expect(tops.queue[0]?.clientid).toBe('c4711')
  expect(tops.queue).toHaveLength(200)
  expect(totals).toMatchObject({ sessions: 100_001, connected: 100_000, drops: 9, withFindings: 2 })
  expect(findings).toMatchObject({ queue: 1, drops: 1, dropping: 0 })
  expect(counts.node).toEqual([
    { value: 'a', count: 50_001 },
    { value: 'b', count: 50_000 },
  ])
  expect(counts.connected).toContainEqual({ value: 'disconnected', count: 1 })
})

test('drops per minute are calculated from two scans, also if the counter was reset', () => {
  const previous = createRanker(at)
  previous.add([
    { ...healthy, clientid: 'continued', drops: 10 },
    { ...healthy, clientid: 'reset', drops: 50 },
    { ...healthy, clientid: 'first drop' },
  ])
  const ranker = createRanker(at + 120_000, previous.memory())
  ranker.add([
    { ...healthy, clientid: 'continued', drops: 30 },
    { ...healthy, clientid: 'reset', drops: 4 },
    { ...healthy, clientid: 'first drop', drops: 8 },
    { ...healthy, clientid: 'new', drops: 100, createdAt: at + 60_000 },
  ])
  const rates = ranker.result().tops.dropRate.map(({ clientid, dropRate }) => [clientid, dropRate])
  expect(rates).toEqual([
    ['continued', 10],
    ['first drop', 4],
    ['reset', 2],
  ])
})

test('more than a few hundred values are counted together', () => {
  const ranker = createRanker(at)
  ranker.add(Array.from({ length: 1000 }, (_, index) => ({ ...healthy, node: `n${index}` })))
  expect(ranker.result().counts.node).toHaveLength(201)
})

test('findings of a session, most severe first', () => {
  const kinds = (part: Partial<SessionRow>) =>
    findingsOf({ ...healthy, ...part }, at).map(({ kind, severity }) => `${kind} ${severity}`)
  expect(kinds({})).toEqual([])
  expect(kinds({ queue: 500 })).toEqual(['queue amber'])
  expect(kinds({ queue: 900, inflight: 32 })).toEqual(['queue red', 'inflight amber'])
  expect(kinds({ queue: 1000, queueMax: undefined })).toEqual(['queue red'])
  expect(kinds({ drops: 5, dropRate: 1 })).toEqual(['dropping red'])
  expect(kinds({ drops: 5, dropRate: 0 })).toEqual(['drops amber'])
  expect(kinds({ awaiting: 80 })).toEqual(['awaiting amber'])
  expect(kinds({ heap: 4 * 1024 ** 2 })).toEqual(['memory red'])
  expect(kinds({ connectedAt: at - 10_000 })).toEqual(['recent amber'])
  expect(kinds({ connectedAt: at - 10_000, createdAt: at - 10_000 })).toEqual([])
})
