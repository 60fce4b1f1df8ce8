import { expect, test } from 'vitest'
import { type CallQueue, createCallQueue, type Job } from './call-queue.ts'

interface Stage {
  readonly queue: CallQueue
  readonly log: string[]
  add(key: string, name: string, more?: Partial<Job>): boolean
  /** Ends a running job. */
  end(name: string): Promise<void>
  /** Runs what was put off to a later turn. */
  turn(): void
  time: number
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function stage(limits: Partial<Parameters<typeof createCallQueue>[1]> = {}): Stage {
  const log: string[] = []
  const ends = new Map<string, () => void>()
  let later: (() => void)[] = []
  const state = { time: 0 }
  const queue = createCallQueue(
    () => state.time,
    { asking: 2, reporting: 2, waitingAsks: 10, waitingReports: 10, bytes: 100, ...limits },
    (run) => void later.push(run),
  )
  queue.open()
  return Object.assign(state, {
    queue,
    log,
    add: (key: string, name: string, more: Partial<Job> = {}) =>
      queue.add({
        key,
        isAsking: false,
        size: 1,
        expiresAt: 1000,
        run: () => {
          log.push(name)
          return new Promise<void>((resolve) => ends.set(name, resolve))
        },
        skip: (why) => log.push(`${name} ${why}`),
        ...more,
      }),
    end: async (name: string) => {
      ends.get(name)?.()
      await settled()
    },
    turn: () => {
      const runs = later
      later = []
      for (const run of runs) run()
    },
  })
}

test('calls of one client run one after the other, in order', async () => {
  const { add, log, turn, end } = stage()
  for (const name of ['a1', 'a2', 'a3']) add('a', name)
  add('b', 'b1')
  turn()
  expect(log).toEqual(['a1', 'b1'])
  await end('a1')
  expect(log).toEqual(['a1', 'b1', 'a2'])
  await end('a2')
  await end('a3')
  expect(log).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('a question waits for the reports of the same client, but not for those of others', async () => {
  const { add, log, turn, end } = stage()
  for (const key of ['a', 'b', 'c']) add(key, `${key} report`)
  turn()
  add('a', 'a question', { isAsking: true })
  add('d', 'd question', { isAsking: true })
  expect(log).toEqual(['a report', 'b report', 'd question'])
  await end('a report')
  expect(log.slice(3)).toEqual(['a question', 'c report'])
})

test('the number of running and waiting calls is limited, and so are their bytes', async () => {
  const { add, log, turn, queue } = stage({ waitingReports: 3, waitingAsks: 1, bytes: 50 })
  for (const key of ['a', 'b']) expect(add(key, key)).toBe(true)
  turn()
  expect(add('c', 'c', { size: 1000 })).toBe(true)
  expect(add('d', 'd')).toBe(false)
  for (const key of ['e', 'f']) expect(add(key, key, { isAsking: true })).toBe(true)
  expect(add('g', 'g', { isAsking: true })).toBe(true)
  expect(add('h', 'h', { isAsking: true })).toBe(false)
  expect(log).toEqual(['a', 'b', 'e', 'f'])
  expect(queue.size).toBe(6)
})

test('calls that waited too long or are cleared are skipped', async () => {
  const all = stage({ reporting: 1 })
  all.add('a', 'a')
  all.turn()
  all.add('b', 'late', { expiresAt: 10 })
  all.add('c', 'in time')
  all.add('c', 'cleared')
  all.time = 11
  await all.end('a')
  expect(all.log).toEqual(['a', 'late expired', 'in time'])
  all.queue.clear()
  expect(all.log.at(-1)).toBe('cleared cleared')
  await all.end('in time')
  expect(all.queue.size).toBe(0)
  all.add('c', 'again')
  all.turn()
  expect(all.log.at(-1)).toBe('again')
})

test('many calls start in several turns of the event loop', () => {
  const { add, log, turn } = stage({ reporting: 1000, waitingReports: 1000, bytes: 1000 })
  for (let n = 0; n < 100; n += 1) add(`client ${n}`, String(n))
  turn()
  expect(log).toHaveLength(32)
  turn()
  expect(log).toHaveLength(64)
})
