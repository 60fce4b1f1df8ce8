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
} as const

/** Serious and critical violations reported by axe-core. */
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
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.locator(`html[data-theme=${theme}]`).waitFor()
    const { violations, passes: passed } = await page.evaluate<Findings>(
      `axe.run(${scope || 'document'}, { resultTypes: ['violations']${rules} })`,
    )
    expect(passed.length).toBeGreaterThan(atLeast)
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
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

async function arriveAt([path, , reload]: Screen): Promise<Page> {
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
  if (reload) await page.evaluate('sessionStorage.clear()')
  else await go(path)
  // Dialogs of the shell stay open on the next page.
  if (reload || (await page.locator('[role=dialog], [role=menu], [role=listbox]').count()) > 0) await page.goto(path)
  await page.locator('#main h1').first().waitFor()
  return page
}

/** Screens with most kinds of components. `token-contrast.test.ts` checks the colors of all components in both themes. */
const inDark: readonly string[] = [
  'overview',
  'clients',
  'client',
  'a rule',
  'the editor of a rule',
  'connectors',
  'a trace',
  'the packets of a trace',
  'mqtt general',
  'configuration version',
] satisfies readonly (keyof typeof screens)[]

/** The navigation and the header are the same on every page. The screens of `inDark` are checked with them. */
const withoutShell = "{ exclude: [['nav:not(#main *)'], ['header:not(#main *)']] }"

test.each(Object.entries<Screen>(screens))('the screen %s has no accessibility violations', async (name, screen) => {
  const page = await arriveAt(screen)
  await screen[1](page, stage)
  const isWhole = inDark.includes(name) || process.env.SLOW_TESTS !== undefined
  expect(await (isWhole ? findBarriers(page, ['light', 'dark']) : findBarriers(page, ['light'], withoutShell))).toEqual(
    [],
  )
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
  const page = await stage.open('/dashboard/overview')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const moving = `[...document.querySelectorAll('*')].filter((element) => {
    const { transitionDuration, animationDuration } = getComputedStyle(element)
    return [...transitionDuration.split(', '), ...animationDuration.split(', ')].some((time) => parseFloat(time) > 0.01)
  }).map((element) => element.outerHTML.slice(0, 120))`
  expect(await page.evaluate(moving)).toEqual([])
})
