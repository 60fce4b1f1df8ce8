import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage({ expectedErrors: /net::ERR_/ })

interface Watched {
  readonly page: Page
  /** Paths of API requests since the last `forget`, oldest first: `/nodes`. */
  readonly asked: readonly string[]
  /** Requests that were repeated before a response. */
  readonly twice: readonly string[]
  readonly forget: () => void
  /** Advances the clock of the page by seconds. The requests of each second are answered before the next. */
  readonly pass: (seconds: number) => Promise<void>
  /** Waits until all requests are answered. */
  readonly settle: () => Promise<void>
}

async function watch(path: string): Promise<Watched> {
  const asked: string[] = []
  const twice: string[] = []
  const open = new Map<Request, string>()
  const nameOf = (request: Request) => {
    const { pathname, search } = new URL(request.url())
    return pathname.startsWith('/api/v5/') ? `${request.method()} ${pathname.slice(7)}${search}` : undefined
  }
  const prepare = async (made: Page) => {
    made.on('request', (request) => {
      const name = nameOf(request)
      if (name === undefined) return
      if ([...open.values()].includes(name)) twice.push(name)
      open.set(request, name)
      asked.push(name.replace(/^GET |\?.*/g, ''))
    })
    made.on('requestfinished', (request) => void open.delete(request))
    made.on('requestfailed', (request) => void open.delete(request))
    await made.clock.install()
  }
  const page = await stage.open(path, { prepare })
  const settle = async () => {
    do await page.evaluate('fetch("/favicon.svg").then((answer) => answer.text())')
    while (open.size > 0)
  }
  await settle()
  return {
    page,
    asked,
    twice,
    settle,
    forget() {
      asked.length = 0
      twice.length = 0
    },
    async pass(count) {
      for (; count > 0; count--) {
        await page.clock.runFor(1000)
        await settle()
      }
    },
  }
}

/** Seconds. In a whole minute, a poll can be at both ends. */
const almostAMinute = 59

const countOf = (asked: readonly string[], path: RegExp | string) =>
  asked.filter((one) => (typeof path === 'string' ? one === path : path.test(one))).length

test('a minute of the overview causes less than thirty requests', async () => {
  const { page, asked, forget, pass } = await watch('/dashboard/overview')
  // Until the history has its first samples, the page asks for it more often.
  await expect
    .poll(
      async () => {
        await pass(10)
        return page.getByRole('img', { name: /Messages, per second.*Received: last/ }).count()
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  await pass(5)
  forget()
  await pass(almostAMinute)
  for (const path of ['/monitor_current', '/metrics']) {
    expect(countOf(asked, path)).toBeGreaterThanOrEqual(5)
    expect(countOf(asked, path)).toBeLessThanOrEqual(7)
  }
  expect(countOf(asked, '/nodes')).toBeLessThanOrEqual(3)
  expect(countOf(asked, '/monitor')).toBeLessThanOrEqual(2)
  // The list and the count of the notification button.
  expect(countOf(asked, '/alarms')).toBeLessThanOrEqual(5)
  expect(asked.length, asked.join(' ')).toBeLessThanOrEqual(29)
})

/** Maximum number of requests per minute on each page, with those of the alarm bell and the badge of failing rules, and one more per interval that starts and ends in the minute. */
const perMinute = {
  '/dashboard/nodes': 5,
  '/clients': 9,
  '/rule/rules': 12,
  '/authentication': 8,
}

/** The other pages, for `npm run test:all`. */
const others = {
  '/subscriptions/subscription': 10,
  '/listener': 10,
  '/connector': 10,
  '/flow': 16,
  '/webhook': 15,
  '/dashboard/metrics': 8,
  '/alarm/current': 8,
  '/cluster': 12,
  '/delayed': 8,
  '/telemetry': 8,
  '/log-trace': 8,
  '/monitoring/integration': 8,
}

test.each(Object.entries({ ...perMinute, ...(process.env.SLOW_TESTS && others) }))(
  'a minute of %s causes at most %i writes, no repeated ones while a response is missing, and shows the age of old data',
  async (path, most) => {
    const { page, asked, twice, forget, pass } = await watch(path)
    await pass(3)
    // The first load, which can take longer on a busy machine. No time passes for the page.
    await page.waitForLoadState('networkidle')
    forget()
    await pass(almostAMinute)
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.length, asked.join(' ')).toBeLessThanOrEqual(most)
    expect(twice).toEqual([])

    await page.route('**/api/v5/**', (route) => route.abort())
    await pass(35)
    await page
      .getByText(/^Showing data from .* ago\.$/)
      .first()
      .waitFor()
    expect(await page.getByText(/The server has been unreachable/).count()).toBe(1)
  },
)

test('the topic explorer reads the start of each list once, without polling', async () => {
  const { page, asked, pass } = await watch('/topic-explorer')
  await page.getByRole('treegrid').getByRole('row').nth(1).waitFor()
  await pass(almostAMinute)
  expect(countOf(asked, '/topics')).toBe(1)
  expect(countOf(asked, '/mqtt/retainer/messages')).toBe(1)
})

const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
    Object.defineProperty(document, 'hidden', { value: ${state === 'hidden'}, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  `)

test('a hidden tab sends no requests, and one request for outdated data when it is shown again', async () => {
  const { page, asked, settle, forget, pass } = await watch('/dashboard/overview')
  await pass(6)
  await setVisibility(page, 'hidden')
  forget()
  await pass(120)
  expect(asked).toEqual([])
  await setVisibility(page, 'visible')
  await pass(1)
  expect(countOf(asked, '/monitor_current')).toBe(1)
  expect(countOf(asked, '/nodes')).toBe(1)
  forget()
  // Hiding and showing the tab quickly causes no request.
  for (const state of ['hidden', 'visible', 'hidden', 'visible'] as const) await setVisibility(page, state)
  await settle()
  expect(asked).toEqual([])
})

test('a broker slower than two seconds is polled six times less often until it responds quickly again', async () => {
  const { page, asked, forget, pass } = await watch('/dashboard/overview')
  let delay = 2500
  await page.route('**/api/v5/monitor_current', async (route) => {
    if (delay > 0) await page.clock.runFor(delay)
    await route.continue()
  })
  await pass(12)
  expect(countOf(asked, '/monitor_current')).toBeGreaterThan(0)
  forget()
  await pass(almostAMinute)
  expect(countOf(asked, '/monitor_current')).toBeLessThanOrEqual(2)
  delay = 0
  await pass(67)
  forget()
  await pass(30)
  expect(countOf(asked, '/monitor_current')).toBeGreaterThanOrEqual(2)
})

test('an unreachable server is reported once, checked from time to time, and used again when it responds', async () => {
  const { page, asked, forget, pass } = await watch('/dashboard/overview')
  await page.getByText('Uptime').first().waitFor()
  await page.route('**/api/v5/**', (route) => route.abort())
  await pass(12)
  await page.getByText(/The server has been unreachable since/).waitFor()
  expect(await page.getByText(/The server has been unreachable/).count()).toBe(1)
  expect(await page.getByRole('alert').count()).toBe(0)
  await page
    .getByText(/^Showing data from .* ago\.$/)
    .first()
    .waitFor()
  forget()
  await pass(almostAMinute)
  expect(asked.length).toBeGreaterThan(1)
  // Each check is tried twice.
  expect(asked.length).toBeLessThanOrEqual(10)
  await page.unroute('**/api/v5/**')
  forget()
  const back = page.getByText(/The server is reachable again after/)
  for (let second = 0; second < 40 && !(await back.isVisible()); second++) await pass(1)
  expect(await back.count()).toBe(1)
  await page.getByText(/The server has been unreachable/).waitFor({ state: 'detached' })
  expect(await page.getByText(/Showing data from/).count()).toBe(0)
  // The first response ends the outage. Other queries wait for a random delay.
  await pass(1)
  expect(countOf(asked, '/monitor_current')).toBeGreaterThan(0)
  expect(countOf(asked, '/nodes')).toBeGreaterThan(0)
})

const question = 'Are you still there?'

test('signing out asks and applies to every tab, also while pages poll', async () => {
  const { page, pass } = await watch('/dashboard/overview')
  const other = await stage.open('/clients')
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByLabel('Sign out when idle').selectOption('15')
  await page.keyboard.press('Escape')

  await page.clock.fastForward('14:30')
  await page.getByRole('dialog', { name: question }).waitFor()
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await page.getByRole('dialog', { name: question }).waitFor({ state: 'detached' })
  await pass(5)

  // Not much longer: the timeout of the login page runs on the same clock.
  await page.clock.fastForward('15:01')
  await page.waitForURL('**/login?*ended=idle*')
  await page.getByText('You were signed out due to inactivity.').waitFor()
  await other.waitForURL('**/login?*ended=idle*')
})
