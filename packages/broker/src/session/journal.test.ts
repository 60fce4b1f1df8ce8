import { type Store, silentLog } from '@mqdeck/kit'
import { createTempStore, type TempStore } from '@mqdeck/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTurn } from '../turn.ts'
import { createJournal } from './journal.ts'

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
  expect(await new Promise((resolve) => journal.commit().whenSafe(resolve))).toBe(true)
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
  expect(journal.writes).toBe(102)
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
  expect(await new Promise((resolve) => journal.commit().whenSafe(resolve))).toBe(false)
})
