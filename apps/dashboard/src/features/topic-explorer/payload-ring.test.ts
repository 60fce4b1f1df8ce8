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

test('each topic has its own last payloads, the newest first', () => {
  const ring = createPayloadRing()
  ring.add(payload(1, 'a'))
  ring.add(payload(2, 'x'))
  ring.add({ ...payload(1, 'b'), isRetained: true })
  expect(ring.of(1, 10).map((one) => text(one.payload))).toEqual(['b', 'a'])
  expect(ring.of(1, 1)[0]).toMatchObject({ qos: 1, isRetained: true, size: 1 })
  expect(ring.of(3, 10)).toEqual([])
})

test('the oldest go when there is no room, and what is kept stays whole', () => {
  const ring = createPayloadRing({ bytes: 100, entries: 1000, longest: 40 })
  for (let index = 0; index < 500; index++) ring.add(payload(index % 3, `payload ${index}${'.'.repeat(index % 17)}`))
  const kept = [0, 1, 2].flatMap((node) => ring.of(node, 100))
  expect(kept.length).toBeGreaterThan(2)
  expect(kept.reduce((sum, one) => sum + one.payload.length, 0)).toBeLessThanOrEqual(100)
  for (const one of kept) expect(text(one.payload)).toBe(`payload ${one.seq}${'.'.repeat(one.seq % 17)}`)
  expect(ring.at(499)).toBeDefined()
  expect(ring.at(3)).toBeUndefined()
})

test('there is a bound for their number, too', () => {
  const ring = createPayloadRing({ bytes: 10_000, entries: 4, longest: 40 })
  for (let index = 0; index < 10; index++) ring.add(payload(1, `${index}`))
  expect(ring.of(1, 100).map((one) => text(one.payload))).toEqual(['9', '8', '7', '6'])
})

test('of a long payload the beginning is kept, with its whole size', () => {
  const ring = createPayloadRing({ bytes: 1000, entries: 4, longest: 10 })
  ring.add(payload(1, 'x'.repeat(50)))
  expect(ring.of(1, 1)[0]).toMatchObject({ size: 50 })
  expect(ring.of(1, 1)[0]?.payload.length).toBe(10)
})
