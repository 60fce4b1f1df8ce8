import type { Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { navigateTo, pendingReason } from './page-state.ts'

export interface LoadedPage {
  /** API requests with status 400 or above: `404 GET /zones`. */
  readonly failedRequests: readonly string[]
  /** Parts that did not finish loading. Empty if all did. */
  readonly pending: string
}

/**
 * Navigates between pages in one tab, like links do, and waits until each page has loaded. Much faster than loading the dashboard
 * for every page.
 */
export function createNavigation(page: Page): (path: string) => Promise<LoadedPage> {
  const open = new Set<Request>()
  let failedRequests: string[] = []
  page.on('request', (request) => void open.add(request))
  page.on('requestfailed', (request) => void open.delete(request))
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('response', (response) => {
    // The page may read only the status of an API response.
    if (isOfApi(response.request())) open.delete(response.request())
    if (response.status() >= 400) failedRequests.push(`${response.status()} ${nameOf(response.request())}`)
  })
  const load = async (path: string): Promise<LoadedPage> => {
    failedRequests = []
    await page.evaluate(navigateTo(path))
    let last: unknown
    let idleChecks = 0
    // Checked twice in a row, because a response may cause another request.
    for (const end = Date.now() + timeoutMs; idleChecks < 2 && Date.now() < end; ) {
      last = open.size > 0 ? `waiting for ${[...open].map(nameOf)}` : await page.evaluate(pendingReason)
      idleChecks = last === '' ? idleChecks + 1 : 0
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))')
    }
    return { failedRequests: [...new Set(failedRequests)], pending: idleChecks < 2 ? String(last) : '' }
  }
  return async (path) => {
    // The same page could not be distinguished from the previous one.
    if (pageAt(page.url()) === pageAt(path)) await load(unknownPath)
    return await load(path)
  }
}

/** Opens another page in the same tab, like a link does, which takes a quarter of the processor time of `page.goto`. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(navigateTo(path))
  await page.locator('#main h1:not([data-old])').first().waitFor()
}

const pageAt = (address: string) => decodeURIComponent(new URL(address, 'http://x').pathname)

/** A path without a page. */
const unknownPath = '/nowhere'

const timeoutMs = 15_000

const isOfApi = (request: Request) => new URL(request.url()).pathname.startsWith('/api/')
const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname.replace('/api/v5', '')}`

/** Confirms the review after a click on Save. A single changed field may be saved without a review. */
export async function confirmReview(page: Page): Promise<void> {
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })
  await confirm.or(page.locator('body:not(:has-text("unsaved change"))')).first().waitFor()
  if (await confirm.isVisible()) await confirm.click()
}

/** Refreshes the data of the page until this is visible. Pages poll at intervals that are too long for a test. */
export async function refreshUntil(page: Page, expected: Locator): Promise<void> {
  const appears = async () => {
    await page.getByRole('button', { name: 'Refresh now' }).click()
    return await expected.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    )
  }
  await expect.poll(appears).toBe(true)
}
