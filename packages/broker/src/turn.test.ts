import { beforeEach, describe, expect, test } from 'vitest'
import { createTurn, maxSteps, type Turn } from './turn.ts'

let now: number
let due: (() => void)[]
let turn: Turn

beforeEach(() => {
  now = 0
  due = []
  turn = createTurn({ now: () => now, later: (call) => due.push(call) })
})

/** One turn of the event loop, with the microtasks that belong to it. */
async function pass(): Promise<void> {
  for (const call of due.splice(0)) call()
  await new Promise(setImmediate)
}

async function work(steps: number, step: () => void): Promise<void> {
  for (let index = 0; index < steps; index += 1) {
    if (turn.spend()) await turn.next()
    step()
  }
}

describe('long work', () => {
  test('uses only its budget in each turn, and short work runs immediately', async () => {
    let done = 0
    void work(10, () => done++)
    expect(done).toBe(10)
    void work(maxSteps * 3, () => done++)
    expect(done).toBe(maxSteps)
    await pass()
    expect(done).toBe(maxSteps * 2)
    await pass()
    await pass()
    expect(done).toBe(maxSteps * 3 + 10)
    expect(due).toHaveLength(0)
  })

  test('stops early if its steps are slow', async () => {
    let done = 0
    void work(1000, () => {
      done += 1
      now += 1
    })
    expect(done).toBe(16)
    await pass()
    expect(done).toBe(32)
  })

  test('several tasks take turns', async () => {
    const order: string[] = []
    const steps = maxSteps * 3
    const both = [work(steps, () => order.push('a')), work(steps, () => order.push('b'))]
    while (due.length > 0) await pass()
    await Promise.all(both)
    const runs = order.filter((name, index) => name !== order[index - 1])
    expect(runs.length).toBeGreaterThan(2)
    expect(order).toHaveLength(2 * steps)
  })

  test('a call beyond the budget runs after earlier ones', async () => {
    const order: string[] = []
    void work(maxSteps, () => {})
    turn.soon(() => order.push('first'))
    turn.soon(() => order.push('second'))
    expect(order).toEqual([])
    await pass()
    expect(order).toEqual(['first', 'second'])
  })
})

describe('scheduled tasks', () => {
  test('that exceed the time of a turn run in the next turn, before newer tasks', async () => {
    const order: number[] = []
    for (let index = 0; index < 40; index += 1)
      turn.schedule(() => {
        order.push(index)
        now += 1
        if (index === 0) turn.schedule(() => order.push(40))
      })
    await pass()
    expect(order.length).toBeLessThan(40)
    while (due.length > 0) await pass()
    expect(order).toEqual(Array.from({ length: 41 }, (_, index) => index))
  })

  test('run even if another task throws', async () => {
    const order: string[] = []
    turn.schedule(() => {
      throw new Error('wrong')
    })
    turn.schedule(() => order.push('next'))
    expect(() => due.splice(0)[0]?.()).toThrow('wrong')
    await pass()
    await pass()
    expect(order).toEqual(['next'])
  })
})

test('isOver returns true when the time of the turn is used up, and is reset in the next turn', async () => {
  expect(turn.isOver(100)).toBe(false)
  now += 11
  expect(turn.isOver(1)).toBe(false)
  expect(turn.isOver(100)).toBe(true)
  await pass()
  expect(turn.isOver(100)).toBe(false)
})
