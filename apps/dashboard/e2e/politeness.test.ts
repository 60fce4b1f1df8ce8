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

/**
 * Maximum number of requests per minute on each page, with those of the alarm bell and the badge of failing rules, and one more per
 * interval that starts and ends in the minute.
 */
const perMinute = {
  '/dashboard/nodes': 5,
  '/clients': 9,
  '/rule/rules': 12,
  '/authentication': 8,
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

// Ten seconds of processor time for each. `refresh.test.tsx` tests what they have in common.
test.skipIf(!process.env.SLOW_TESTS).each(Object.entries(perMinute))(
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
