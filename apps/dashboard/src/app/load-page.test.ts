import { expect, test } from 'vitest'
import { loadPage } from './load-page.ts'

const Page = () => null

test('a page is its module’s default export', async () => {
  expect(await loadPage(async () => ({ default: Page }))).toBe(Page)
})

test('a module that is not there is reported as missing, and asked for anew by the next try', async () => {
  let tries = 0
  const load = async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: Page }
  }
  await expect(loadPage(load)).rejects.toMatchObject({ name: 'ChunkLoadError', type: 'missing' })
  expect(await loadPage(load)).toBe(Page)
})

test('a module that never comes is given up after the timeout', async () => {
  await expect(loadPage(() => new Promise(() => {}), 5)).rejects.toMatchObject({ type: 'timeout' })
})
