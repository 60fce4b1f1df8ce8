import { expect, test } from 'vitest'
import { loadPage } from './load-page.ts'

const Page = () => null

test('a page is its module’s default export', async () => {
  expect(await loadPage(async () => ({ default: Page }))).toBe(Page)
})

test('a missing module is reported, and requested again by the next attempt', async () => {
  let tries = 0
  const load = async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: Page }
  }
  await expect(loadPage(load)).rejects.toMatchObject({ name: 'ChunkLoadError', type: 'missing' })
  expect(await loadPage(load)).toBe(Page)
})

test('loading a module stops after the timeout', async () => {
  await expect(loadPage(() => new Promise(() => {}), 5)).rejects.toMatchObject({ type: 'timeout' })
})
