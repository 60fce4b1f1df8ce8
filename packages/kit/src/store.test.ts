import { createTempStore, type TempStore } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore, type Store } from './store.ts'

let temp: TempStore
let store: Store
beforeEach(async () => {
  temp = await createTempStore()
  store = temp.store
})
afterEach(() => temp.remove())

describe('a table', () => {
  it('shows a write immediately, before it is committed', async () => {
    const table = store.table<string>('words')
    await table.put('a', 'old')
    const written = table.put('a', 'new')
    expect(table.get('a')).toBe('new')
    const removed = table.remove('a')
    expect(table.get('a')).toBeUndefined()
    await Promise.all([written, removed])
    expect(table.get('a')).toBeUndefined()
  })

  it('shows the last of several writes, whichever is committed first', async () => {
    const table = store.table<number>('numbers')
    const first = table.put(['a', 1], 1)
    const second = table.put(['a', 1], 2)
    expect(table.get(['a', 1])).toBe(2)
    await first
    expect(table.get(['a', 1])).toBe(2)
    await second
    expect(table.get(['a', 1])).toBe(2)
  })

  it('keeps its entries when it is reopened', async () => {
    await store.table<object>('things').put(['clients', 'a/b', 7], { deep: { list: [1, 'two', null] }, on: true })
    store = await temp.reopen()
    expect(store.table<object>('things').get(['clients', 'a/b', 7])).toEqual({
      deep: { list: [1, 'two', null] },
      on: true,
    })
  })

  it('keeps bytes as bytes', async () => {
    const table = store.table<Uint8Array>('payloads', { binary: true })
    await table.put('x', new Uint8Array([0, 255, 128]))
    expect([...(table.get('x') ?? [])]).toEqual([0, 255, 128])
  })

  it('lists entries in the order of their keys, numbers by value, from start up to end', async () => {
    const table = store.table<string>('queue')
    for (const number of [10, 9, 100, 1]) await table.put(['a', number], `a${number}`)
    await table.put(['b', 0], 'b0')
    expect([...table.entries()].map(({ value }) => value)).toEqual(['a1', 'a9', 'a10', 'a100', 'b0'])
    const range = [...table.entries({ start: ['a', 9], end: ['a', 100] })]
    expect(range).toEqual([
      { key: ['a', 9], value: 'a9' },
      { key: ['a', 10], value: 'a10' },
    ])
    expect(table.count()).toBe(5)
  })

  it('counts and lists a part of a range', async () => {
    const table = store.table<number>('parts')
    await Promise.all(['a', 'b', 'c', 'd'].map((id, at) => table.put(['x', id], at)))
    await table.put(['y', 'a'], 9)
    const range = { start: ['x'], end: ['x', '\uffff'] }
    expect([table.count(range), table.count()]).toEqual([4, 5])
    expect([...table.entries({ ...range, offset: 1, limit: 2 })].map(({ value }) => value)).toEqual([1, 2])
    expect([...table.entries({ ...range, offset: 3, limit: 2 })].map(({ value }) => value)).toEqual([3])
  })

  it('does not see the keys of another table', async () => {
    await store.table('one').put('k', 1)
    expect(store.table('two').get('k')).toBeUndefined()
  })

  it('accepts keys of 1900 bytes and rejects longer ones, without affecting other writes', async () => {
    const table = store.table<number>('topics')
    await table.put(['\u00e9'.repeat(900), 'x'.repeat(91), 1], 1)
    await table.put('x'.repeat(1900), 2)
    await expect(table.put('x'.repeat(1901), 3)).rejects.toThrow(RangeError)
    await expect(table.put(['\u00e9'.repeat(900), 'x'.repeat(92), 1], 3)).rejects.toThrow(RangeError)
    await table.remove('x'.repeat(100_000))
    expect(table.get('x'.repeat(100_000))).toBeUndefined()
    expect([...table.entries()].map(({ value }) => value).sort()).toEqual([1, 2])
  })

  it('rejects a value that cannot be stored and hides it again', async () => {
    const table = store.table<unknown>('things')
    await table.put('a', 'old')
    await expect(table.put('a', 2n ** 80n)).rejects.toThrow()
    expect(table.get('a')).toBe('old')
  })
})

describe('a store opened for reading', () => {
  it('sees committed writes of another store, treats missing tables as empty, and rejects writes', async () => {
    await store.table<number>('numbers').put('a', 1)
    const reader = openStore(temp.folder, { readOnly: true })
    const numbers = reader.table<number>('numbers')
    expect(numbers.get('a')).toBe(1)
    await store.table<number>('numbers').put('b', 2)
    // It reads a snapshot and looks for a newer one soon after.
    await expect.poll(() => [...numbers.entries()].map(({ value }) => value)).toEqual([1, 2])
    const missing = reader.table<number>('missing')
    expect([missing.get('a'), missing.count(), [...missing.entries()]]).toEqual([undefined, 0, []])
    await expect(missing.put('a', 1)).rejects.toThrow('for reading')
    await reader.close()
  })
})

describe('a batch', () => {
  it('commits the writes of all tables together', async () => {
    const one = store.table<number>('one')
    const two = store.table<number>('two')
    await two.put('gone', 1)
    const committed = store.batch(() => {
      void one.put('a', 1)
      void two.put('b', 2)
      void two.remove('gone')
    })
    expect([one.get('a'), two.get('b'), two.get('gone')]).toEqual([1, 2, undefined])
    await committed
    expect([...one.entries(), ...two.entries()].map(({ key }) => key)).toEqual(['a', 'b'])
  })

  it('commits nothing if it throws, and hides its writes', async () => {
    const table = store.table<number>('one')
    await table.put('a', 1)
    const writes: Promise<void>[] = []
    const batch = store.batch(() => {
      writes.push(table.put('a', 2), table.put('b', 2))
      throw new Error('changed my mind')
    })
    await expect(batch).rejects.toThrow('changed my mind')
    const outcomes = await Promise.allSettled(writes)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await table.put('c', 3)
    expect([table.get('a'), table.get('b')]).toEqual([1, undefined])
    expect([...table.entries()].map(({ key }) => key)).toEqual(['a', 'c'])
  })

  it('commits nothing if one of its keys is too long', async () => {
    const table = store.table<number>('one')
    const batch = store.batch(() => {
      void table.put('a', 1)
      void table.put('x'.repeat(2000), 2)
    })
    await expect(batch).rejects.toThrow(RangeError)
    await table.put('b', 3)
    expect([...table.entries()].map(({ key }) => key)).toEqual(['b'])
  })

  it('shows its writes immediately and until they are committed', async () => {
    const table = store.table<number>('numbers')
    table.get('first')
    let isCommitted = false
    const batch = store.batch(() => {
      table.put('first', 1)
      table.put('second', 2)
    })
    const committed = batch.then(() => {
      isCommitted = true
    })
    while (!isCommitted) {
      expect([table.get('first'), table.get('second')]).toEqual([1, 2])
      await new Promise((resolve) => setImmediate(resolve))
    }
    await committed
    expect([table.get('first'), table.get('second')]).toEqual([1, 2])
  })

  it('belongs to the outer batch if it is nested', async () => {
    const table = store.table<number>('one')
    const batch = store.batch(() => {
      void store.batch(() => void table.put('inner', 1))
      throw new Error('outer')
    })
    await expect(batch).rejects.toThrow('outer')
    await table.put('after', 1)
    expect([...table.entries()].map(({ key }) => key)).toEqual(['after'])
  })
})
