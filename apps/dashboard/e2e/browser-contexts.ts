import { freePort } from '@mqdeck/testkit'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

/** A browser context whose code and files stay loaded from file to file. Its stored data does not. */
export interface LentContext {
  readonly context: BrowserContext
  readonly closePages: () => Promise<void>
  /** Closes all pages and lends the context to the next caller of `lendContext`. */
  readonly release: () => Promise<void>
}

interface ContextOptions {
  readonly baseURL: string
  readonly language: 'en' | 'zh'
  readonly theme: 'light' | 'dark'
  /** All pages are signed in as this user. */
  readonly session?: { readonly username: string; readonly login: Login }
}

/** A context with a page that stays open, because the renderer process would end with its last page and lose its compiled code. */
interface KeptContext {
  readonly context: BrowserContext
  readonly keeper: Page
}

const idle = new Map<string, KeptContext[]>()

/** A context without pages, cookies and stored data, which may have been used before. */
export async function lendContext({ session, ...options }: ContextOptions): Promise<LentContext> {
  const key = Object.values(options).join(' ')
  const kept = idle.get(key)?.pop() ?? (await createContext(options))
  const { context, keeper } = kept
  await context.clearCookies()
  await keeper.evaluate(clearStoredData)
  if (session) await storeSession(keeper, session.username, session.login)
  const closePages = async () => {
    await Promise.all(context.pages().map((page) => page !== keeper && page.close()))
  }
  return {
    context,
    closePages,
    async release() {
      await closePages()
      idle.set(key, [...(idle.get(key) ?? []), kept])
    },
  }
}

async function createContext({ baseURL, language, theme }: ContextOptions): Promise<KeptContext> {
  // Pages live for seconds. Optimizing their code takes more time than it saves, most of all that of axe-core.
  launched ??= launch(['--js-flags=--no-maglev --no-turbofan'])
  const context = await (await launched).newContext({
    viewport: { width: 1280, height: 800 },
    baseURL,
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    colorScheme: theme,
    // Tests would wait for the end of each transition.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(60_000)
  const keeper = await context.newPage()
  // Any address of the server without the dashboard.
  await keeper.goto(baseURL.replace(/\/?$/, '/favicon.svg'))
  return { context, keeper }
}

const clearStoredData = `(async () => {
  localStorage.clear()
  for (const { name } of await indexedDB.databases())
    await new Promise((resolve) => { indexedDB.deleteDatabase(name).onsuccess = resolve })
})()`

let port: Promise<number> | undefined

/** The dashboard port of every stage of a worker. Another port is another origin, for which nothing is cached. */
export function portOfWorker(): Promise<number> {
  port ??= freePort()
  return port
}

/** The parts of the response of `POST /login` that the dashboard stores. */
export interface Login {
  readonly token: string
  readonly version: string
  readonly role?: string
  readonly license: { readonly edition: string }
}

/**
 * Signs in all pages of a context without the login page, which takes longer than most tests: stores the session as
 * `vault.ts` of the dashboard does.
 */
export async function storeSession(page: Page, username: string, login: Login): Promise<void> {
  const { token, version, role, license } = login
  const session = JSON.stringify({ username, token, version, role, edition: license.edition })
  await page.evaluate(`(async () => {
    const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result) })
    const opening = indexedDB.open('mqdeck', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
    const database = await done(opening)
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    await done(database.transaction('keys', 'readwrite').objectStore('keys').put(key, 'userInfo'))
    database.close()
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const text = new TextEncoder().encode(${JSON.stringify(session)})
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text))
    localStorage.setItem('userInfo', btoa(String.fromCharCode(...iv, ...sealed)))
  })()`)
}

/** One browser for all files of a worker (see `isolate` in vitest.config.ts). It ends with the worker. */
let launched: Promise<Browser> | undefined

export function launch(options: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Compiled code is shared by the pages of a renderer process.
      '--process-per-site',
      `--disable-features=${disabledFeatures.join()}`,
      ...options,
    ],
  })
}

/**
 * Browser features to disable. The first two are extra pages for each window that took a quarter of the test time. The others are
 * those that Playwright disables, because only one list of disabled features applies. The last one starts a renderer process in advance.
 */
const disabledFeatures = [
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
  'SpareRendererForSitePerProcess',
]
