import type { BrowserContext, Page } from 'playwright-core'
import { apply, observe } from './visit.ts'

interface Interaction {
  readonly name: string
  readonly path: string
  /** Something that is there when the page is complete. */
  readonly ready: (page: Page) => Promise<unknown>
  readonly act: (page: Page) => Promise<unknown>
}

const rows = (page: Page) => page.locator('#main tbody tr').nth(1).waitFor()
const typed = { delay: 120 } as const

/** Frequent actions, and actions that were slow before. */
export const interactions: readonly Interaction[] = [
  {
    name: 'command palette: open and type',
    path: '/clients',
    ready: rows,
    async act(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').pressSequentially('retained', typed)
    },
  },
  {
    name: 'overview: another range',
    path: '/dashboard/overview',
    ready: (page) => page.locator('#main canvas').first().waitFor(),
    act: (page) => page.getByText('6 h', { exact: true }).click(),
  },
  {
    name: 'metrics: filter',
    path: '/dashboard/metrics',
    ready: (page) => page.locator('#main h2').nth(2).waitFor(),
    act: (page) => page.locator('#main input').first().pressSequentially('messages', typed),
  },
  {
    name: 'connectors: sort',
    path: '/connector',
    ready: rows,
    act: (page) => page.locator('#main thead button').first().click(),
  },
  {
    name: 'clients: select all rows',
    path: '/clients',
    ready: rows,
    act: (page) => page.locator('#main thead input[type=checkbox]').click(),
  },
  {
    name: 'clients: menu of a row',
    path: '/clients',
    ready: rows,
    act: (page) => page.locator('#main tbody tr').nth(1).locator('button').last().click(),
  },
  {
    name: 'rules: filter',
    path: '/rule/rules',
    ready: rows,
    act: (page) => page.locator('#main input').first().pressSequentially('humidity', typed),
  },
  {
    name: 'client: another tab',
    path: '/clients/detail/billing-export-01',
    ready: (page) => page.locator('#main [role=tab]').nth(1).waitFor(),
    act: (page) => page.locator('#main [role=tab]').nth(1).click(),
  },
  {
    name: 'MQTT settings: switch',
    path: '/mqtt/general',
    ready: (page) => page.locator('#main [role=switch]').first().waitFor(),
    act: (page) => page.locator('#main [role=switch]').first().click({ force: true }),
  },
  {
    name: 'new rule: type SQL',
    path: '/rule/rules/create',
    ready: (page) => page.locator('#main .cm-content').first().waitFor(),
    async act(page) {
      await page.locator('#main .cm-content').first().click()
      await page.keyboard.type(' AND clientid', typed)
    },
  },
  {
    name: 'SQL functions: filter',
    path: '/rule/functions',
    ready: (page) => page.locator('#main input').first().waitFor(),
    act: (page) => page.locator('#main input').first().pressSequentially('json', typed),
  },
]

/** The longest time in milliseconds until the browser painted after a key or a click. */
export async function measureInteraction(
  context: BrowserContext,
  url: string,
  { path, ready, act }: Interaction,
  slowdown: number,
): Promise<number> {
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  try {
    await page.addInitScript(observe)
    await page.goto(url + path)
    await ready(page)
    const cdp = await context.newCDPSession(page)
    await apply(cdp, { slowdown })
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
    await page.evaluate('globalThis.__resetInteraction()')
    await act(page)
    // Two frames after the last response, in which the browser reports it.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 500)))')
    const { interaction } = await page.evaluate<{ readonly interaction: number }>('globalThis.__vitals()')
    return interaction
  } finally {
    await page.close()
  }
}
