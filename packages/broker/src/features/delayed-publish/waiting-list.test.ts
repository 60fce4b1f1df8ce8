import { describe, expect, it } from 'vitest'
import { createWaitingList, type WaitingMessage } from './waiting-list.ts'

const item = (dueAt: number, id: number): WaitingMessage => ({
  dueAt,
  id: String(id).padStart(8, '0'),
  topic: 't',
  interval: 1,
})

describe('the list of what waits', () => {
  it('is in the order in which it is due, then of the ids', () => {
    const list = createWaitingList([item(30, 1), item(10, 3)])
    for (const one of [item(20, 9), item(10, 2), item(40, 4), item(10, 5)]) list.add(one)
    expect(list.slice(0, 99).map(({ dueAt, id }) => `${dueAt} ${Number(id)}`)).toEqual([
      '10 2',
      '10 3',
      '10 5',
      '20 9',
      '30 1',
      '40 4',
    ])
    expect(list.slice(1, 2).map(({ id }) => Number(id))).toEqual([3, 5])
  })

  it('gives what is due, no more than asked for', () => {
    const list = createWaitingList([10, 20, 30, 40].map((dueAt) => item(dueAt, dueAt)))
    expect(list.takeDue(30, 2).map(({ dueAt }) => dueAt)).toEqual([10, 20])
    expect(list.takeDue(30, 2).map(({ dueAt }) => dueAt)).toEqual([30])
    expect([list.size, list.first()?.dueAt]).toEqual([1, 40])
  })

  it('forgets what is removed, once', () => {
    const one = item(10, 1)
    const list = createWaitingList([one, item(10, 2)])
    expect([list.remove(one), list.remove(one), list.get(one.id), list.size]).toEqual([true, false, undefined, 1])
  })

  it('stays in order with 100 000 that come in any order, some of which go again', () => {
    const list = createWaitingList([])
    const all: WaitingMessage[] = []
    let seed = 1
    for (let id = 0; id < 100_000; id++) {
      seed = (seed * 48_271) % 2_147_483_647
      const one = item(seed, id)
      all.push(one)
      list.add(one)
      if (id % 3 === 0) list.remove(all[Math.floor(id / 2)] ?? one)
    }
    const left = list.filter(() => true)
    expect(left.map(({ dueAt }) => dueAt)).toEqual(left.map(({ dueAt }) => dueAt).toSorted((a, b) => a - b))
    expect(list.slice(50_000, 1000)).toEqual(left.slice(50_000, 51_000))
    expect(list.takeDue(Number.POSITIVE_INFINITY, 100_000)).toEqual(left)
    expect([list.size, list.first(), left.length > 50_000]).toEqual([0, undefined, true])
  })
})
