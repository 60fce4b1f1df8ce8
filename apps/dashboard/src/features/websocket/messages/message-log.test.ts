import { expect, test } from 'vitest'
import type { NewMessage } from '../index.ts'
import { createMessageLog } from './message-log.ts'

const message = (changes: Partial<NewMessage> = {}): NewMessage => ({
  at: 0,
  direction: 'in',
  topic: 't',
  payload: new Uint8Array([1, 2, 3]),
  qos: 0,
  retain: false,
  dup: false,
  ...changes,
})
const kept = (log: ReturnType<typeof createMessageLog>) =>
  Array.from({ length: log.end() - log.first() }, (_, index) => log.at(log.first() + index)?.topic)
const now = (notify: () => void) => notify()

test('keeps the latest messages and counts the dropped ones', () => {
  const log = createMessageLog({ limits: { messages: 3, bytes: 1000 }, schedule: now })
  for (const topic of ['a', 'b', 'c', 'd', 'e']) log.add(message({ topic }))
  expect(kept(log)).toEqual(['c', 'd', 'e'])
  expect(log.totals()).toEqual({ received: 5, sent: 0, dropped: 2, bytes: 9 })
  expect(log.at(1)).toBeUndefined()
  expect(log.at(5)).toBeUndefined()
})

test('large payloads drop older messages until the size limit is met', () => {
  const log = createMessageLog({ limits: { messages: 100, bytes: 10 }, schedule: now })
  for (const topic of ['a', 'b', 'c']) log.add(message({ topic }))
  log.add(message({ topic: 'large', payload: new Uint8Array(9) }))
  expect(kept(log)).toEqual(['large'])
  expect(log.totals().bytes).toBe(9)
})

test('a payload is copied, so that the received buffer may be reused', () => {
  const log = createMessageLog({ schedule: now })
  const buffer = new Uint8Array([1, 2])
  log.add(message({ payload: buffer }))
  log.add(message({ payload: new Uint8Array([5]) }))
  buffer.fill(9)
  expect([...(log.at(0)?.payload ?? [])]).toEqual([1, 2])
  expect([...(log.at(1)?.payload ?? [])]).toEqual([5])
})

test('notifies once for all messages since the last notification', () => {
  const frames: (() => void)[] = []
  const log = createMessageLog({ schedule: (notify) => frames.push(notify) })
  let notified = 0
  log.subscribe(() => notified++)
  for (let count = 0; count < 1000; count++) log.add(message())
  expect(frames).toHaveLength(1)
  frames[0]?.()
  expect(notified).toBe(1)
  expect(log.version()).toBe(1)
})

test('sequence numbers continue after clearing, and acknowledgements of cleared messages are ignored', () => {
  const log = createMessageLog({ schedule: now })
  const { seq } = log.add(message({ direction: 'out', delivery: { kind: 'pending' } }))
  log.settle(seq, { kind: 'done', code: 0, after: 3 })
  expect(log.at(seq)?.delivery).toEqual({ kind: 'done', code: 0, after: 3 })
  log.clear()
  log.settle(seq, { kind: 'pending' })
  expect(kept(log)).toEqual([])
  expect(log.add(message()).seq).toBe(1)
  expect(log.totals()).toEqual({ received: 1, sent: 0, dropped: 0, bytes: 3 })
})
