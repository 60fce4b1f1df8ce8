import { expect, test } from 'vitest'
import { createPayloadRing } from './payload-ring.ts'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const payload = (node: number, words: string) => ({
  node,
  at: 1,
  qos: 1,
  isRetained: false,
  payload: new TextEncoder().encode(words),
})

test('each topic has its last payloads, newest first', () => {
  const ring = createPayloadRing()
  ring.add(payload(1, 'a'))
  ring.add(payload(2, 'x'))
  ring.add({ ...payload(1, 'b'), isRetained: true })
  expect(ring.payloadsOf(1, 10).map((one) => text(one.payload))).toEqual(['b', 'a'])
  expect(ring.payloadsOf(1, 1)[0]).toMatchObject({ qos: 1, isRetained: true, size: 1 })
  expect(ring.payloadsOf(3, 10)).toEqual([])
})

test('the oldest payloads are dropped when the memory is full', () => {
  const ring = createPayloadRing({ bytes: 100, entries: 1000, maxPayloadBytes: 40 })
  for (let index = 0; index < 500; index++) ring.add(payload(index % 3, `payload ${index}${'.'.repeat(index % 17)}`))
  const kept = [0, 1, 2].flatMap((node) => ring.payloadsOf(node, 100))
  expect(kept.length).toBeGreaterThan(2)
  expect(kept.reduce((sum, one) => sum + one.payload.length, 0)).toBeLessThanOrEqual(100)
  for (const one of kept) expect(text(one.payload)).toBe(`payload ${one.seq}${'.'.repeat(one.seq % 17)}`)
  expect(ring.at(499)).toBeDefined()
  expect(ring.at(3)).toBeUndefined()
})

test('the number of payloads is limited', () => {
  const ring = createPayloadRing({ bytes: 10_000, entries: 4, maxPayloadBytes: 40 })
  for (let index = 0; index < 10; index++) ring.add(payload(1, `${index}`))
  expect(ring.payloadsOf(1, 100).map((one) => text(one.payload))).toEqual(['9', '8', '7', '6'])
})

test('long payloads are truncated but keep their size', () => {
  const ring = createPayloadRing({ bytes: 1000, entries: 4, maxPayloadBytes: 10 })
  ring.add(payload(1, 'x'.repeat(50)))
  expect(ring.payloadsOf(1, 1)[0]).toMatchObject({ size: 50 })
  expect(ring.payloadsOf(1, 1)[0]?.payload.length).toBe(10)
})
