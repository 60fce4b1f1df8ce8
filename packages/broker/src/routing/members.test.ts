import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Members } from './members.ts'

describe('Members', () => {
  test('behaves like a map in insertion order, for few and many members', () => {
    const step = fc.record({ add: fc.boolean(), who: fc.integer({ min: 0, max: 25 }), options: fc.nat() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
        const members = new Members<number, number>()
        const expected = new Map<number, number>()
        for (const { add, who, options } of steps) {
          const known = expected.has(who)
          const before = members.snapshot()
          const copy = [...before]
          if (add) {
            expect(members.set(who, options)).toBe(!known)
            expected.set(who, options)
          } else {
            expect(members.delete(who)).toBe(known)
            expected.delete(who)
          }
          expect(members.size).toBe(expected.size)
          expect(members.get(who)).toBe(expected.get(who))
          expect(before).toEqual(copy)
        }
        const pairs = members.snapshot().map(({ subscriber, options }) => [subscriber, options])
        expect(pairs).toEqual([...expected])
      }),
      { numRuns: 200 },
    )
  })

  test('removing many subscribers takes linear time', () => {
    const members = new Members<number, number>()
    for (let i = 0; i < 200_000; i++) members.set(i, i)
    for (let i = 0; i < 200_000; i++) members.delete(i)
    expect(members.size).toBe(0)
    expect(members.snapshot()).toEqual([])
  })
})
