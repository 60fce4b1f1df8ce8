import { expect, it } from 'vitest'
import { toPage } from './management.ts'

const counted = { total: 'count', toRow: (item: number) => item } as const
const numbers = [1, 2, 3, 4, 5]

it('counts all rows and reports whether more follow', async () => {
  expect(await toPage(numbers, { page: 2, limit: 2 }, counted)).toEqual({
    data: [3, 4],
    meta: { count: 5, hasnext: true, limit: 2, page: 2 },
  })
  expect((await toPage(numbers, { page: 3, limit: 2 }, counted)).meta.hasnext).toBe(false)
  expect((await toPage(numbers, { page: 1, limit: 5 }, counted)).meta.hasnext).toBe(false)
  expect((await toPage(numbers, { page: 9, limit: 5 }, counted)).data).toEqual([])
})

it('stops early if it need not count', async () => {
  let read = 0
  function* endless() {
    for (;;) yield read++
  }
  expect(await toPage(endless(), { page: 1, limit: 3 }, { ...counted, total: 'none' })).toEqual({
    data: [0, 1, 2],
    meta: { hasnext: true, limit: 3, page: 1 },
  })
  expect(read).toBe(4)
})

it('uses a known count without iterating', async () => {
  expect((await toPage(numbers, { page: 1, limit: 2 }, { ...counted, total: 5 })).meta).toEqual({
    count: 5,
    hasnext: true,
    limit: 2,
    page: 1,
  })
})
