import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createScreenData, type Screen } from './accessibility-data.ts'
import { integrationScreens } from './accessibility-integration.ts'
import { managementScreens } from './accessibility-management.ts'
import { monitoringScreens } from './accessibility-monitoring.ts'
import { credentials, showOnFailure } from './browser.ts'
import { createNavigation, type LoadedPage } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

beforeAll(() => createScreenData(stage))

interface Findings {
  readonly violations: readonly Finding[]
  readonly passes: readonly Finding[]
}

interface Finding {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** All axe-core rules in the light theme. In the dark theme only colors differ. */
const passes = {
  light: { rules: '', atLeast: 10 },
  dark: { rules: ", runOnly: ['color-contrast']", atLeast: 0 },
  /** Half the time: `token-contrast.test.ts` checks the colors of all components. */
  withoutColors: { rules: ", rules: { 'color-contrast': { enabled: false } }", atLeast: 10 },
} as const

const graveImpacts = new Set(['serious', 'critical'])

/** Rules of less impact that all screens follow. */
const minorRules = new Set(['empty-table-header', 'heading-order', 'landmark-no-duplicate-banner'])

/** Serious and critical violations reported by axe-core, and those of `minorRules`. */
async function findBarriers(
  page: Page,
  themes: readonly (keyof typeof passes)[],
  scope = '',
): Promise<readonly string[]> {
  // Not as a script element, which the content security policy blocks.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const barriers: string[] = []
  for (const theme of themes) {
    const { rules, atLeast } = passes[theme]
    // Elements have less contrast while they fade in.
    const colorScheme = theme === 'dark' ? 'dark' : 'light'
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    const { violations, passes: passed } = await page.evaluate<Findings>(
      `axe.run(${scope || 'document'}, { resultTypes: ['violations']${rules} })`,
    )
    expect(passed.length).toBeGreaterThan(atLeast)
    const grave = violations.filter(({ id, impact }) => graveImpacts.has(impact) || minorRules.has(id))
    barriers.push(
      ...grave.flatMap(({ id, nodes }) => nodes.map((node) => `${theme} ${id}: ${node.failureSummary}\n${node.html}`)),
    )
  }
  return barriers
}

const screens = { ...integrationScreens, ...monitoringScreens, ...managementScreens }

test('the login page has no accessibility violations', async () => {
  const page = await stage.open('/login', { signedIn: false })
  await page.getByLabel('Username').waitFor()
  expect(await findBarriers(page, ['light', 'dark'])).toEqual([])
})

/** One tab for all screens, because loading the dashboard takes longer than checking a screen. */
let tab: { readonly page: Page; readonly go: (path: string) => Promise<LoadedPage> } | undefined

async function arriveAt(path: string): Promise<Page> {
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    // So that the next screen starts with a new tab.
    await tab?.page.close()
    tab = undefined
  })
  if (!tab) {
    const page = await stage.open(path, { staysOpen: true })
    tab = { page, go: createNavigation(page) }
    return page
  }
  const { page, go } = tab
  showOnFailure(page)
  await go(path)
  // Dialogs of the shell stay open on the next page.
  if ((await page.locator('[role=dialog], [role=menu], [role=listbox]').count()) > 0) await page.goto(path)
  await page.locator('#main h1').first().waitFor()
  return page
}

/** Screens with the shell and most kinds of components. Their colors are checked, too, in both themes. */
const withColors: readonly string[] = [
  'overview',
  'clients',
  'the editor of a rule',
  'mqtt general',
] satisfies readonly (keyof typeof screens)[]

/** The navigation and the header are the same on every page. The screens of `withColors` are checked with them. */
const withoutShell = "{ exclude: [['nav:not(#main *)'], ['header:not(#main *)']] }"

test.each(Object.entries<Screen>(screens))('the screen %s has no accessibility violations', async (name, screen) => {
  const [path, show] = screen
  const page = await arriveAt(path)
  await show(page, stage)
  const isWhole = withColors.includes(name) || process.env.SLOW_TESTS !== undefined
  expect(
    await (isWhole ? findBarriers(page, ['light', 'dark']) : findBarriers(page, ['withoutColors'], withoutShell)),
  ).toEqual([])
})

const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')

/** Presses Tab until the element with this name has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = []
  while (passed.length < 90) {
    await page.keyboard.press('Tab')
    const present = await focused(page)
    passed.push(present)
    if (typeof name === 'string' ? present !== name : !name.test(present)) continue
    const ring = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
    expect(ring, `the focus on ${present} cannot be seen`).not.toBe('none')
    return
  }
  throw new Error(`Tab does not reach ${name}, only: ${passed.join(' | ')}`)
}

test('sign-in, finding and kicking out a client work with the keyboard alone', async () => {
  const victim = await stage.connect('keyboard-victim')
  const closed = new Promise<void>((resolve) => victim.client.once('close', () => resolve()))
  const page = await stage.open('/clients', { signedIn: false })
  await page.locator('input[name=username]:focus').waitFor()
  await page.keyboard.type(credentials.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(credentials.password)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'keyboard-victim' }).waitFor()
  expect(await page.title()).toBe('Clients · MQDeck')

  await tabTo(page, 'Skip to content')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Select keyboard-victim')
  await page.keyboard.press('Space')
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('Shift+Tab')
  while ((await focused(page)) !== 'Kick out') await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('Kick out')

  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(page, 'Kick out 1 client')
  await page.keyboard.press('Enter')
  await closed
  await page.locator('[aria-live]').getByText('Kick out 1 client: done (1).').waitFor()
  await page.getByRole('link', { name: 'keyboard-victim' }).waitFor({ state: 'detached' })
  await tabTo(page, 'device')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'device', level: 1 }).waitFor()
  expect(await page.title()).toBe('device · MQDeck')
})

test('on a narrow screen the navigation opens over the page and closes with Escape or a click on an entry', async () => {
  const page = await stage.open('/dashboard/overview')
  await page.setViewportSize({ width: 390, height: 844 })
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.waitFor({ state: 'hidden' })
  const open = page.getByRole('button', { name: 'Open navigation' })
  await open.click()
  await navigation.waitFor()
  await page.keyboard.press('Escape')
  await navigation.waitFor({ state: 'hidden' })
  expect(await focused(page)).toBe('Open navigation')
  await open.click()
  await navigation.getByRole('button', { name: 'Monitoring' }).click()
  await navigation.getByRole('link', { name: 'Clients' }).click()
  await page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor()
  await navigation.waitFor({ state: 'hidden' })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})

test('animations are off with the setting for reduced motion', async () => {
  const page = await arriveAt('/dashboard/overview')
  const moving = `[...document.querySelectorAll('*')].filter((element) => {
    const { transitionDuration, animationDuration } = getComputedStyle(element)
    return [...transitionDuration.split(', '), ...animationDuration.split(', ')].some((time) => parseFloat(time) > 0.01)
  }).map((element) => element.outerHTML.slice(0, 120))`
  expect(await page.evaluate(moving)).toEqual([])
})

const tools = ['Publish message', /^Notifications/, 'Preferences', 'Account of admin'] as const

test('at any width and at 200 % zoom, the tools of the header are inside of the window, also with a long title', async () => {
  const id = 'x'.repeat(101)
  await stage.connect(id)
  const page = await stage.open(`/clients/detail/${id}`)
  await page.getByRole('tab', { name: 'Activity' }).waitFor()
  const header = page.locator('header').first()
  // 720 px is a window of 1440 px at 200 %.
  for (const width of [1440, 1000, 768, 720, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const name of tools) {
      const box = await header.getByRole('button', { name }).boundingBox()
      expect.soft(box && box.x >= 0 && box.x + box.width <= width, `${name} at ${width} px`).toBe(true)
    }
    expect.soft(await header.getByText('admin', { exact: true }).isVisible()).toBe(width >= 900)
    expect.soft(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  }
  await page.setViewportSize({ width: 1000, height: 800 })
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('button', { name: 'Expand navigation' }).click()
  await navigation.getByRole('button', { name: 'Collapse navigation' }).click()
})

test('on a phone, tables are blocks of labelled values that do not scroll sideways', async () => {
  const page = await stage.open('/limiter')
  const go = createNavigation(page)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/authorization', '/authentication', '/listener', '/limiter', '/clients']) {
    await go(path)
    await page.locator('tbody tr:not([aria-hidden]) td').first().waitFor()
    const overflow = 'const body = document.querySelector("tbody"); return body.scrollWidth - body.clientWidth'
    expect.soft(await page.evaluate(`(() => { ${overflow} })()`), path).toBe(0)
  }
  const label = `getComputedStyle(document.querySelector('tbody td[data-label]:nth-child(3)'), '::before').content`
  expect(await page.evaluate(label)).toContain('State')
})

test('a new page gets the focus and is announced; tabs, filters and the first page do not', async () => {
  const page = await stage.open('/clients')
  await page.getByRole('link', { name: 'device' }).waitFor()
  const hasFocus = () => page.evaluate<string>('document.activeElement.id || document.activeElement.tagName')
  expect(await hasFocus()).toBe('BODY')
  await page.getByRole('link', { name: 'device' }).press('Enter')
  await page.locator('[role=status]', { hasText: /^device$/ }).waitFor({ state: 'attached' })
  expect(await hasFocus()).toBe('main')
  await page.getByRole('tab', { name: /^Subscriptions/ }).press('Enter')
  await page.waitForURL(/tab=subscriptions/)
  expect(await hasFocus()).not.toBe('main')
  await page.goBack()
  await page.goBack()
  await page.locator('[role=status]', { hasText: /^Clients$/ }).waitFor({ state: 'attached' })
  expect(await hasFocus()).toBe('main')
})

test('with forced colors, states, selection and focus can be seen', async () => {
  const page = await stage.open('/dashboard/overview')
  await page.emulateMedia({ forcedColors: 'active' })
  const colorsOf = (selector: string) =>
    page.evaluate<readonly [ground: string, line: string]>(`(() => {
      const { backgroundColor, borderBottomColor } = getComputedStyle(document.querySelector('${selector}'))
      return [backgroundColor, borderBottomColor]
    })()`)
  await page.getByRole('radio', { name: '1 h' }).waitFor()
  const [chosen] = await colorsOf('label:has(:checked)')
  const [other] = await colorsOf('label:has(input[type=radio]:not(:checked))')
  expect(chosen).not.toBe(other)
  const [, open] = await colorsOf('nav a[aria-current=page]')
  expect(open).not.toBe('rgba(0, 0, 0, 0)')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('link', { name: 'device' }).waitFor()
  const canvas = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const [dot] = await colorsOf('td span[aria-hidden]')
  expect([canvas, 'rgba(0, 0, 0, 0)']).not.toContain(dot)
  await page.keyboard.press('Tab')
  expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).not.toBe('none')
})

/** As WCAG 1.4.12 demands. A constructed style sheet is not subject to the content security policy. */
const spaceText = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
})()`

/** Elements that cut off their own text. An ellipsis shows that a text continues, and its tooltip has the whole text. */
const clippedText = `[...document.querySelectorAll('#root *')].filter((one) => {
  if (![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')) return false
  const { overflowX, overflowY, textOverflow, clipPath, visibility } = getComputedStyle(one)
  if (clipPath !== 'none' || visibility === 'hidden' || !one.checkVisibility()) return false
  const isCutBelow = overflowY === 'hidden' && one.scrollHeight > one.clientHeight + 2
  const isCutAtEnd = overflowX === 'hidden' && textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 2
  return (isCutBelow || isCutAtEnd) && one.clientHeight > 1
}).map((one) => one.outerHTML.slice(0, 160))`

test('no text is cut off with the text spacing of WCAG 1.4.12', async () => {
  const page = await stage.open('/dashboard/overview')
  const go = createNavigation(page)
  await page.evaluate(spaceText)
  expect(await page.evaluate('getComputedStyle(document.body).letterSpacing')).not.toBe('normal')
  const clipped: unknown[] = []
  for (const path of ['/clients', '/clients/detail/device', '/mqtt/general']) {
    await go(path)
    clipped.push(...(await page.evaluate<readonly string[]>(clippedText)).map((found) => `${path} ${found}`))
  }
  expect(clipped).toEqual([])
})
