import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bodyFaults } from '@mqdeck/testkit'
import { type RunningServer, type ServerOptions, startServer } from 'mqdeck'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** Of the user that the tests sign in with; not the default one, so that no prompt stands in the way. */
export const credentials = { username: 'admin', password: 'test-public-1' } as const

export interface Stage {
  readonly server: RunningServer
  /**
   * A page on this path, closed after the test. Signed in unless `signedIn` is false; signed-in pages of one language and
   * theme share a session, because signing in takes longer than most tests, and nothing else that the browser keeps.
   */
  readonly open: (path: string, options?: OpenOptions) => Promise<Page>
  /**
   * A call of the API by `credentials`, apart from the browser: what it answers, parsed where it is JSON.
   * @throws (rejects) when it is refused
   */
  readonly api: <T = unknown>(method: string, path: string, body?: object) => Promise<T>
  readonly stop: () => Promise<void>
}

interface OpenOptions {
  readonly signedIn?: boolean
  readonly language?: 'en' | 'zh'
  readonly theme?: 'light' | 'dark'
  /** Not closed after the test: the next ones go on with it. Signed in, in a session of its own. */
  readonly stays?: boolean
  /** Before anything is loaded. */
  readonly prepare?: (page: Page) => Promise<void>
}

export interface StageOptions {
  /** Keeps `admin` / `public`, the login that asks for a better password. */
  readonly defaultPassword?: boolean
  /** What a test provokes and the console may therefore complain about. */
  readonly provokes?: RegExp
  /** URLs of a cluster that the dashboard stands in front of, in place of a broker of its own; `credentials` are known there. */
  readonly broker?: readonly string[]
  /** What else the server is started with. */
  readonly settings?: ServerOptions['settings']
}

/** A server on free ports with its own data folder, and a browser that knows nothing. What the console complains about fails `stop`. */
export async function createStage({
  defaultPassword = false,
  provokes,
  broker = [],
  settings = {},
}: StageOptions = {}): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'mqdeck-e2e-'))
  const server = await startServer({
    settings: {
      data_dir: folder,
      broker,
      ...settings,
      'dashboard.port': 0,
      'dashboard.default_password': defaultPassword ? 'public' : credentials.password,
      'listeners.tcp.port': 0,
      'listeners.ws.port': 0,
      'listeners.ssl.enable': false,
      'listeners.wss.enable': false,
    },
  })
  const browser = await browserOfWorker()
  const contexts: BrowserContext[] = []
  const complaints: string[] = []
  const refused: string[] = []
  const shared = new Map<string, BrowserContext>()
  const contextFor = async (language: string, theme: 'light' | 'dark', isShared: boolean) => {
    const known = isShared ? shared.get(language + theme) : undefined
    if (known) return known
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      baseURL: server.urls.dashboard,
      locale: language === 'zh' ? 'zh-CN' : 'en-GB',
      colorScheme: theme,
    })
    contexts.push(context)
    if (isShared) shared.set(language + theme, context)
    return context
  }
  return {
    server,
    api: createApi(server.urls.api),
    async open(path, { signedIn = true, language = 'en', theme = 'light', stays = false, prepare } = {}) {
      const isShared = signedIn && !stays
      const context = await contextFor(language, theme, isShared)
      const page = await context.newPage()
      onTestFinished(async () => {
        const pages = isShared ? context.pages() : [context]
        if (!stays) await Promise.all(pages.map((opened) => opened.close()))
      })
      // Run before what was said first.
      showOnFailure(page)
      const complain = (text: string) => {
        // The browser itself logs every answer of 400 and above, wanted or not.
        const isExpected = text.startsWith('Failed to load resource') || provokes?.test(text) === true
        if (!isExpected) complaints.push(`${page.url()}: ${text}`)
      }
      page.on('request', (request) => refused.push(...faultsOf(request)))
      onTestFinished(() => {
        const faults = refused.splice(0)
        if (faults.length > 0) throw new Error(`EMQX would refuse what the page sent:\n${faults.join('\n')}`)
      })
      page.on('pageerror', (error) => complain(error.message))
      page.on('console', (message) => message.type() === 'error' && complain(message.text()))
      await prepare?.(page)
      if (!signedIn) {
        await page.goto(path)
        return page
      }
      await page.addInitScript(forgetSettings)
      await page.goto(path, { waitUntil: 'commit' })
      await enter(page, language)
      return page
    },
    async stop() {
      await Promise.all(contexts.map((context) => context.close()))
      await server.stop()
      await rm(folder, { recursive: true, force: true })
      if (complaints.length > 0) throw new Error(`the console complained:\n${complaints.join('\n')}`)
    },
  }
}

/** Why EMQX would refuse a request of a page; the tests' server is laxer in places. */
function faultsOf(request: Request): readonly string[] {
  const method = request.method()
  const { pathname } = new URL(request.url())
  const type = request.headers()['content-type'] ?? ''
  if (!pathname.startsWith('/api/v5/') || !['PUT', 'POST'].includes(method)) return []
  const body: unknown = type.includes('application/json') ? JSON.parse(request.postData() ?? 'null') : undefined
  return bodyFaults({ method, path: pathname.slice('/api/v5'.length), body })
}

/** What a reader of the report would look at first. */
export function showOnFailure(page: Page): void {
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${page.url()} shows:\n${await shown(page)}\n`)
  })
}

function createApi(url: string): Stage['api'] {
  let token: Promise<string> | undefined
  async function send<T>(method: string, path: string, body?: object, bearer?: string): Promise<T> {
    const headers = {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return (isJson ? JSON.parse(text) : text) as T // as the contract has it
  }
  return async (method, path, body) => {
    token ??= send<{ readonly token: string }>('POST', '/login', credentials).then((login) => login.token)
    return send(method, path, body, await token)
  }
}

/** What can be read on it, in few lines; also of a page that no longer answers. */
const shown = (page: Page): Promise<string> =>
  page
    .locator('body')
    .innerText({ timeout: 2000 })
    .then(
      (text) => text.replace(/\n\s*\n/g, '\n').slice(0, 2000),
      (error: Error) => error.message,
    )

/** All that earlier tests have left in the browser, but for the session; only when the tab opens, not on reload. */
const forgetSettings = `
  if (sessionStorage.getItem('isCleared') === null) {
    for (const name of Object.keys(localStorage)) if (name !== 'userInfo') localStorage.removeItem(name)
    sessionStorage.setItem('isCleared', 'true')
  }
`

/** The first page of a context meets the login, and so does the one after a test that ended the session. */
async function enter(page: Page, language: 'en' | 'zh'): Promise<void> {
  // Pages have passwords too.
  const username = page.locator('input[name=username]')
  await page.locator('#main h1').or(username).first().waitFor()
  if (await username.isVisible()) await signIn(page, language)
}

/** Fills in the login page that a deep link has led to; ends where the link leads. */
export async function signIn(
  page: Page,
  language: 'en' | 'zh' = 'en',
  user: { readonly username: string; readonly password: string } = credentials,
): Promise<void> {
  await page.getByLabel(language === 'zh' ? '用户名' : 'Username').fill(user.username)
  await page.locator('input[type=password]').fill(user.password)
  await page.getByRole('button', { name: language === 'zh' ? '登录' : 'Login', exact: true }).click()
  await page.locator('#main h1').waitFor()
}

/** One for all files of a worker (see `isolate` in vitest.config.ts); it ends with the worker. */
let launched: Promise<Browser> | undefined

function browserOfWorker(): Promise<Browser> {
  launched ??= launch()
  return launched
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${unwanted.join()}`,
    ],
  })
}

/**
 * Features of the browser itself. The first two are pages of their own that it keeps ready for each window and that took a quarter of the
 * time of the tests; the others are what Playwright turns off where that bears upon a page, because only one such list counts.
 */
const unwanted = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
