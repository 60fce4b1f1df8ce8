import { expect, test, vi } from 'vitest'
import { collectClients } from './bulk-audience.ts'

const rows = (...ids: readonly string[]) => ids.map((clientid) => ({ clientid }))

/** A list of these portions, with cursors `c1`, `c2`, ... */
const listOf =
  (...portions: readonly (readonly string[])[]) =>
  async ({ page, cursor }: { readonly page: number; readonly cursor: string | undefined }) => {
    expect(cursor).toBe(page === 1 ? undefined : `c${page - 1}`)
    return { rows: rows(...(portions[page - 1] ?? [])), hasNext: page < portions.length, cursor: `c${page}` }
  }

test('the walk follows the cursor to the end, and tells how many it has found so far', async () => {
  const onFound = vi.fn()
  const audience = await collectClients(listOf(['a', 'b'], ['c'], ['d']), onFound)
  expect(audience).toEqual({ clientids: ['a', 'b', 'c', 'd'], isCut: false })
  expect(onFound.mock.calls).toEqual([[2], [3]])
})

test('who is met twice counts once', async () => {
  expect(await collectClients(listOf(['a', 'b'], ['b', 'c']), () => {})).toMatchObject({ clientids: ['a', 'b', 'c'] })
})

test('an empty portion whose cursor leads nowhere ends the walk, whatever the broker says of more', async () => {
  const load = async () => ({ rows: [], hasNext: true, cursor: 'x' })
  expect(await collectClients(load, () => {})).toEqual({ clientids: [], isCut: false })
})

test('a portion without a match is skipped when its cursor leads on', async () => {
  expect(await collectClients(listOf(['a'], [], ['b']), () => {})).toMatchObject({ clientids: ['a', 'b'] })
})

test('the walk stops where one action has enough, and says so only when there are more', async () => {
  expect(await collectClients(listOf(['a', 'b'], ['c', 'd'], ['e']), () => {}, 3)).toEqual({
    clientids: ['a', 'b', 'c'],
    isCut: true,
  })
  expect(await collectClients(listOf(['a', 'b'], ['b', 'c']), () => {}, 3)).toMatchObject({ isCut: false })
})
