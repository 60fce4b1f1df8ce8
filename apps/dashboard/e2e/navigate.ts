import type { Page, Request } from 'playwright-core'

export interface Arrival {
  /** Requests of the page to the API that got 400 or more: `404 GET /zones`. */
  readonly refused: readonly string[]
  /** What never came to rest; empty when all did. */
  readonly trouble: string
}

/**
 * Goes from page to page as links do, in one tab, and waits until each has come to rest: far quicker than loading the
 * dashboard for every page.
 */
export function createNavigation(page: Page): (path: string) => Promise<Arrival> {
  const open = new Set<Request>()
  let refused: string[] = []
  page.on('request', (request) => void open.add(request))
  page.on('requestfailed', (request) => void open.delete(request))
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('response', (response) => {
    // Of an answer of the API the page may read no more than the status.
    if (isOfApi(response.request())) open.delete(response.request())
    if (response.status() >= 400) refused.push(`${response.status()} ${nameOf(response.request())}`)
  })
  const arriveAt = async (path: string): Promise<Arrival> => {
    refused = []
    await page.evaluate(leave(path))
    let last: unknown
    let calm = 0
    // Twice in a row: an answer may lead to the next request.
    for (const end = Date.now() + patience; calm < 2 && Date.now() < end; ) {
      last = open.size > 0 ? `waiting for ${[...open].map(nameOf)}` : await page.evaluate(unsettled)
      calm = last === '' ? calm + 1 : 0
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))')
    }
    return { refused: [...new Set(refused)], trouble: calm < 2 ? String(last) : '' }
  }
  return async (path) => {
    // Nothing would tell the next view of the same page from the one before.
    if (pageAt(page.url()) === pageAt(path)) await arriveAt(nowhere)
    return await arriveAt(path)
  }
}

const pageAt = (address: string) => decodeURIComponent(new URL(address, 'http://x').pathname)

/** An address that nothing stands at. */
export const nowhere = '/nowhere'

const patience = 15_000

const isOfApi = (request: Request) => new URL(request.url()).pathname.startsWith('/api/')
const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname.replace('/api/v5', '')}`

/** The heading is marked, so that the next page's can be told from it. */
const leave = (path: string) => `(() => {
  for (const one of document.querySelectorAll('#main h1')) one.isOld = true
  window.history.pushState({}, '', ${JSON.stringify(path)})
})()`

/** What keeps the page from being looked at; nothing when it is there. */
const unsettled = `(() => {
  const main = document.querySelector('#main')
  const heading = main?.querySelector('h1')
  if (!heading) return 'no heading'
  if (heading.isOld) return 'the page before'
  if (main.querySelector('[aria-busy=true]')) return 'something is busy'
  if (main.querySelector('[class*=skeleton]')) return 'a skeleton'
  return main.innerText.trim() === '' ? 'a blank page' : ''
})()`

/** After a click on Save: confirms the review of several changes; one changed field may be saved without it. */
export async function confirmReview(page: Page): Promise<void> {
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })
  await confirm.or(page.locator('body:not(:has-text("unsaved change"))')).first().waitFor()
  if (await confirm.isVisible()) await confirm.click()
}
