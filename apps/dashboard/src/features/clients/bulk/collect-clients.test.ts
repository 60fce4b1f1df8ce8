import { expect, test, vi } from 'vitest'
import { collectClients } from './collect-clients.ts'

const rows = (...ids: readonly string[]) => ids.map((clientid) => ({ clientid }))

/** A list with these pages and the cursors `c1`, `c2`, ... */
const listOf =
  (...pages: readonly (readonly string[])[]) =>
  async ({ page, cursor }: { readonly page: number; readonly cursor: string | undefined }) => {
    expect(cursor).toBe(page === 1 ? undefined : `c${page - 1}`)
    return { rows: rows(...(pages[page - 1] ?? [])), hasNext: page < pages.length, cursor: `c${page}` }
  }

test('all pages are read, and the number of clients is reported after each', async () => {
  const onFound = vi.fn()
  const targets = await collectClients(listOf(['a', 'b'], ['c'], ['d']), onFound)
  expect(targets).toEqual({ clientids: ['a', 'b', 'c', 'd'], isLimited: false })
  expect(onFound.mock.calls).toEqual([[2], [3]])
})

test('a client that is listed twice counts once', async () => {
  expect(await collectClients(listOf(['a', 'b'], ['b', 'c']), () => {})).toMatchObject({ clientids: ['a', 'b', 'c'] })
})

test('an empty page with an unchanged cursor is the last one, even if the broker announces more', async () => {
  const load = async () => ({ rows: [], hasNext: true, cursor: 'x' })
  expect(await collectClients(load, () => {})).toEqual({ clientids: [], isLimited: false })
})

test('an empty page with a new cursor is followed by the next page', async () => {
  expect(await collectClients(listOf(['a'], [], ['b']), () => {})).toMatchObject({ clientids: ['a', 'b'] })
})

test('reading stops at the limit, and the result is limited only if more clients exist', async () => {
  expect(await collectClients(listOf(['a', 'b'], ['c', 'd'], ['e']), () => {}, 3)).toEqual({
    clientids: ['a', 'b', 'c'],
    isLimited: true,
  })
  expect(await collectClients(listOf(['a', 'b'], ['b', 'c']), () => {}, 3)).toMatchObject({ isLimited: false })
})
