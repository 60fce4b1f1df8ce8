import { expect, test } from 'vitest'
import { fetchAll } from './fetch-all.ts'

const rows = Array.from({ length: 2345 }, (_, index) => index)

function pagesOf(count: number | undefined) {
  const asked: number[] = []
  return {
    asked,
    load: async ({ page, limit }: { page: number; limit: number }) => {
      asked.push(page)
      return { data: rows.slice((page - 1) * limit, page * limit), meta: count === undefined ? {} : { count } }
    },
  }
}

test('a list is read in pages of 1000 until the count is reached', async () => {
  const pages = pagesOf(2345)
  expect(await fetchAll(pages.load)).toEqual(rows)
  expect(pages.asked).toEqual([1, 2, 3])
})

test('a list whose count is missing or too high ends at an empty page', async () => {
  for (const count of [undefined, 9999]) {
    const pages = pagesOf(count)
    expect(await fetchAll(pages.load)).toHaveLength(2345)
    expect(pages.asked).toEqual([1, 2, 3, 4])
  }
})
