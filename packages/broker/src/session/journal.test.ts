import { type Store, silentLog } from '@mqdeck/kit'
import { createTempStore, type TempStore } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTurn } from '../turn.ts'
import { createJournal, createWrites, isSafe, maxWaitSeconds } from './journal.ts'

let temp: TempStore
let store: Store
beforeEach(async () => {
  temp = await createTempStore()
  store = temp.store
})
afterEach(() => temp.remove())

const open = (over: Partial<Store> = {}) => createJournal({ ...store, ...over }, silentLog, createTurn().schedule)

test('written records exist after the commit, and keys are never reused', async () => {
  const journal = open()
  const key = journal.nextKey()
  journal.put('sessions', key, { a: 1 })
  journal.put('queue', journal.nextKey(), { b: 2 })
  expect(await isSafe(journal.commit())).toBe(true)
  const again = open()
  expect([...again.entries('sessions')]).toEqual([{ key, value: { a: 1 } }])
  expect(again.nextKey()).toBe(key + 2)
  again.remove('sessions', key)
  await again.idle()
  expect([...again.entries('sessions')]).toEqual([])
})

test('all writes of a turn are one batch, and the last write of a key counts', async () => {
  let batches = 0
  const journal = open({
    batch: (write) => {
      batches += 1
      return store.batch(write)
    },
  })
  for (let n = 1; n <= 100; n += 1) journal.put('queue', n, n)
  journal.remove('queue', 50)
  journal.put('queue', 51, 'new')
  await journal.idle()
  const values = [...journal.entries('queue')].map(({ value }) => value)
  expect([batches, values.length, values.includes(50), values.includes('new')]).toEqual([1, 99, false, true])
})

test('callbacks run in the order of the turns, and a failure is reported', async () => {
  const answers: string[] = []
  let refuse = true
  const journal = open({ batch: (write) => (refuse ? Promise.reject(new Error('full')) : store.batch(write)) })
  journal.put('queue', 1, 1)
  journal.commit().whenSafe((safe) => answers.push(`first ${safe}`))
  await new Promise(setImmediate)
  refuse = false
  journal.put('queue', 2, 2)
  journal.commit().whenSafe((safe) => answers.push(`second ${safe}`))
  await journal.idle()
  expect(answers).toEqual(['first false', 'second true'])
})

test('the commit waits for a joined write and fails with it', async () => {
  const journal = open()
  journal.join(Promise.reject(new Error('full')))
  expect(await isSafe(journal.commit())).toBe(false)
})

describe('writes of several turns', () => {
  test('are safe when the last write is safe, even if a busy turn postpones an earlier commit', async () => {
    // Between two turns the flush of the first is still waiting: both writes are in one commit.
    const tasks: (() => void)[] = []
    const journal = createJournal(store, silentLog, (task) => tasks.push(task))
    const writes = createWrites(journal)
    journal.put('subscriptions', 1, 'a')
    writes.add()
    await new Promise(setImmediate)
    journal.put('subscriptions', 2, 'b')
    writes.add()
    const { commit } = writes
    if (!commit) throw new Error('two records were written')
    const safe = isSafe(commit)
    journal.put('sessions', 3, 'c')
    const later = isSafe(journal.commit())
    for (const task of tasks.splice(0)) task()
    expect(await Promise.all([safe, later])).toEqual([true, true])
  })

  test('fail together if the disk refuses one, and other writes of the same turn do not fail', async () => {
    let refuse = true
    const journal = open({ batch: (write) => (refuse ? Promise.reject(new Error('full')) : store.batch(write)) })
    const writes = createWrites(journal)
    journal.put('queue', 1, 1)
    writes.add()
    await new Promise(setImmediate)
    refuse = false
    journal.put('queue', 2, 2)
    writes.add()
    const { commit } = writes
    if (!commit) throw new Error('two records were written')
    expect(await Promise.all([isSafe(commit), isSafe(journal.commit())])).toEqual([false, true])
  })
})

test('an error in one callback does not prevent later callbacks', async () => {
  const journal = open()
  journal.put('queue', 1, 1)
  journal.commit().whenSafe(() => {
    throw new Error('a defect')
  })
  const same = isSafe(journal.commit())
  await journal.idle()
  journal.put('queue', 2, 2)
  expect(await Promise.all([same, isSafe(journal.commit())])).toEqual([true, true])
})

describe('a disk that does not answer', () => {
  const setUp = () => {
    let answer = () => {}
    const logged: string[] = []
    const log = {
      ...silentLog,
      error: (_: unknown, text: string) => logged.push(text),
      warn: (_: unknown, text: string) => logged.push(text),
    }
    const slow = {
      batch: (write: () => void) => new Promise<void>((resolve) => (answer = resolve)).then(() => store.batch(write)),
    }
    const journal = createJournal({ ...store, ...slow }, log, createTurn().schedule)
    const checkFor = (seconds: number) => {
      for (let second = 0; second <= seconds; second += 1) journal.check()
    }
    return { journal, logged, checkFor, answer: () => answer() }
  }

  test('ends the waits of clients after the deadline and is reported once', async () => {
    const { journal, logged, checkFor } = setUp()
    journal.put('queue', 1, 1)
    const outcomes: string[] = []
    journal.commit().whenSafe(
      (safe) => outcomes.push(`safe ${safe}`),
      () => outcomes.push('late'),
    )
    await new Promise(setImmediate)
    checkFor(maxWaitSeconds - 1)
    expect([journal.isStalled, outcomes]).toEqual([false, []])
    checkFor(1)
    checkFor(3)
    expect([journal.isStalled, outcomes, logged]).toEqual([true, ['late'], ['disk_writes_stalled']])
  })

  test('ends waits that start during the stall, and commits normally when it answers again', async () => {
    const { journal, logged, checkFor, answer } = setUp()
    journal.put('queue', 1, 1)
    const first = new Promise((resolve) => journal.commit().whenSafe(resolve))
    await new Promise(setImmediate)
    checkFor(maxWaitSeconds)
    journal.put('queue', 2, 2)
    const second = isSafe(journal.commit())
    journal.check()
    expect(await second).toBe(false)
    answer()
    expect(await first).toBe(true)
    expect([journal.isStalled, logged]).toEqual([false, ['disk_writes_stalled', 'disk_writes_resumed']])
  })

  test('is not reported as stalled while it answers each commit, however many there are', async () => {
    const journal = open()
    for (let n = 1; n <= 20; n += 1) {
      journal.put('queue', n, n)
      journal.check()
      await journal.idle()
      journal.check()
    }
    expect(journal.isStalled).toBe(false)
  })
})

test('a settled commit calls back immediately', async () => {
  const journal = open()
  journal.put('queue', 1, 1)
  const commit = journal.commit()
  await journal.idle()
  let answer: boolean | undefined
  commit.whenSafe((safe) => {
    answer = safe
  })
  expect(answer).toBe(true)
})
