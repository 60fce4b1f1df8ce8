import { type Replayer, startReplayer } from '@mqdeck/testkit'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStage, credentials, type Stage } from './browser.ts'
import { createWalk, everyPath, start, type Visit } from './every-page.ts'

/** In front of a cluster: its pages have something to show, and nothing moves by itself. */
let replayer: Replayer
let stage: Stage

beforeAll(async () => {
  replayer = await startReplayer({ edition: 'enterprise', password: credentials.password })
  stage = await createStage({ broker: replayer.urls })
})
afterAll(async () => {
  await stage?.stop()
  await replayer?.stop()
})

/** What EMQX answers when something in it breaks, and what something between it and the browser makes of that. */
const failures = [
  { status: 500, contentType: 'application/json', body: '{"code":"INTERNAL_ERROR","message":"badmatch"}' },
  { status: 500, contentType: 'text/html', body: '<html><body>Internal Server Error</body></html>' },
] as const

/** `GET /rules/r1` */
const pathOf = (route: Route) => new URL(route.request().url()).pathname.replace(/^.*\/api\/v5/, '')

/** Lets what reads something fail for as long as `isFailing` says so of its path. */
async function breakReads(page: Page, isFailing: (path: string) => boolean): Promise<void> {
  let count = 0
  await page.route('**/api/v5/**', (route) => {
    if (route.request().method() !== 'GET' || !isFailing(pathOf(route))) return route.fallback()
    count += 1
    return route.fulfill(failures[count % failures.length] ?? failures[0])
  })
}

const retries = (page: Page) => page.locator('#main').getByRole('button', { name: 'Try again', exact: true })

test('a page of which nothing can be read says so, with its heading and a way to try again', async () => {
  const page = await stage.open(start)
  const failed = new Set<string>()
  await breakReads(page, (path) => {
    failed.add(path)
    return true
  })
  const visit = createWalk(page)
  const faults: string[] = []
  for (const path of await everyPath()) {
    failed.clear()
    const seen = await visit(path)
    const needed = [...failed].filter((question) => !isSpared(path, question))
    faults.push(...faultsWhenBroken(seen, needed, await retries(page).count()))
  }
  expect(faults).toEqual([])
}, 240_000)

/** What a page can do without: an estimate of how long a scan will take. */
const isSpared = (path: string, question: string) => path === '/session-health' && question === '/nodes'

/** What is wrong with a page all of whose questions fail. */
function faultsWhenBroken({ path, heading, trouble }: Visit, failed: readonly string[], buttons: number) {
  return [
    ...(trouble === '' ? [] : [`never came to rest: ${trouble}`]),
    ...(heading.trim() === '' ? ['has no heading'] : []),
    ...(failed.length > 0 && buttons === 0 ? [`offers no way to try again: ${failed}`] : []),
  ].map((fault) => `${path} ${fault}`)
}

/** Pages that are put together of several answers, and those answers. */
const composed = {
  '/dashboard/overview': ['/nodes', '/monitor_current', '/monitor'],
  '/cluster': ['/cluster', '/cluster/topology', '/nodes'],
  '/rule/rules/create': ['/rule_events', '/topics', '/sources_summary'],
  '/rule/rules/r1': ['/rules/r1/metrics'],
  '/rule/actions/mqtt%3Aa_mqtt': ['/actions/mqtt%3Aa_mqtt/metrics'],
  '/connector/mqtt%3Am1': ['/actions_summary', '/sources_summary'],
  '/webhook': ['/connectors', '/actions_summary', '/rules'],
  '/listener/create': ['/configs', '/listeners'],
  '/websocket': ['/listeners'],
  '/explain': ['/listeners'],
} as const

test('when one thing cannot be read, one place says so, the rest of the page is there, and trying again mends it', async () => {
  const page = await stage.open(start)
  let broken: string | undefined
  await breakReads(page, (path) => path === broken)
  const visit = createWalk(page)
  const faults: string[] = []
  for (const [path, questions] of Object.entries(composed))
    for (const question of questions) {
      // Nothing is kept from before.
      await page.goto(start)
      await page.locator('#main h1').waitFor()
      broken = question
      const { heading, trouble } = await visit(path)
      const places = await retries(page).count()
      if (places !== 1 || trouble !== '' || heading === '')
        faults.push(`${path} without ${question} says so in ${places} places. ${heading} ${trouble}`)
      broken = undefined
      if (places > 0) await retries(page).first().click()
      await expect.poll(() => retries(page).count()).toBe(0)
    }
  expect(faults).toEqual([])
}, 240_000)
