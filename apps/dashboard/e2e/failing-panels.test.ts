import { type Replayer, startReplayer } from '@mqdeck/testkit'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentials } from './browser.ts'
import { createVisitor, everyPath, start, type Visit } from './every-page.ts'
import { useStage } from './use-stage.ts'

/** In front of a recorded cluster, whose pages have constant data. */
let replayer: Replayer
beforeAll(async () => {
  replayer = await startReplayer({ edition: 'enterprise', password: credentials.password })
})
afterAll(() => replayer?.stop())
const stage = useStage(() => ({ broker: replayer.urls }))

/** Error responses of EMQX and of a proxy in front of it. */
const failures = [
  { status: 500, contentType: 'application/json', body: '{"code":"INTERNAL_ERROR","message":"badmatch"}' },
  { status: 500, contentType: 'text/html', body: '<html><body>Internal Server Error</body></html>' },
] as const

/** `GET /rules/r1` */
const pathOf = (route: Route) => new URL(route.request().url()).pathname.replace(/^.*\/api\/v5/, '')

/** Lets GET requests fail while `isFailing` returns true for their path. */
async function breakReads(page: Page, isFailing: (path: string) => boolean): Promise<void> {
  let count = 0
  await page.route('**/api/v5/**', (route) => {
    if (route.request().method() !== 'GET' || !isFailing(pathOf(route))) return route.fallback()
    count += 1
    return route.fulfill(failures[count % failures.length] ?? failures[0])
  })
}

const retries = (page: Page) => page.locator('#main').getByRole('button', { name: 'Try again', exact: true })

/** A failed request is repeated after a second, which no test needs to wait for. */
async function repeatImmediately(page: Page): Promise<void> {
  await page.addInitScript(`
    const wait = window.setTimeout
    window.setTimeout = (run, time, ...values) => wait(run, time === 1000 ? 0 : time, ...values)
  `)
}

test('a page that cannot load shows its heading and an error with a retry button', async () => {
  const page = await stage.open(start, { prepare: repeatImmediately })
  const failed = new Set<string>()
  await breakReads(page, (path) => {
    failed.add(path)
    return true
  })
  const visit = createVisitor(page)
  const faults: string[] = []
  for (const path of await everyPath()) {
    failed.clear()
    const seen = await visit(path)
    const needed = [...failed].filter((question) => !isSpared(path, question))
    faults.push(...faultsWhenBroken(seen, needed, await retries(page).count()))
  }
  expect(faults).toEqual([])
}, 240_000)

/** Requests that a page does not need, such as the estimated duration of a scan. */
const isSpared = (path: string, question: string) => path === '/session-health' && question === '/nodes'

/** Faults of a page whose requests all fail. */
function faultsWhenBroken({ path, heading, pending }: Visit, failed: readonly string[], buttons: number) {
  return [
    ...(pending === '' ? [] : [`did not load: ${pending}`]),
    ...(heading.trim() === '' ? ['has no heading'] : []),
    ...(failed.length > 0 && buttons === 0 ? [`offers no way to try again: ${failed}`] : []),
  ].map((fault) => `${path} ${fault}`)
}

/** Pages that show several responses, and these requests. */
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

test('a part that cannot load shows one error, the rest of the page works, and a retry loads it', async () => {
  const page = await stage.open(start, { prepare: repeatImmediately })
  let broken: string | undefined
  await breakReads(page, (path) => path === broken)
  const visit = createVisitor(page)
  const faults: string[] = []
  for (const [path, questions] of Object.entries(composed))
    for (const question of questions) {
      // No data of an earlier visit is cached.
      await page.goto(start)
      await page.locator('#main h1').waitFor()
      broken = question
      const { heading, pending } = await visit(path)
      const places = await retries(page).count()
      if (places !== 1 || pending !== '' || heading === '')
        faults.push(`${path} without ${question} shows ${places} errors. ${heading} ${pending}`)
      broken = undefined
      if (places > 0) await retries(page).first().click()
      await expect.poll(() => retries(page).count()).toBe(0)
    }
  expect(faults).toEqual([])
}, 240_000)
