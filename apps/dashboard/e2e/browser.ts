import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startServer } from 'mqdeck'
import { type Browser, chromium, type Page } from 'playwright-core'

/** Of the user that the tests sign in with; not the default one, so that no prompt stands in the way. */
export const credentials = { username: 'admin', password: 'test-public-1' } as const

export interface Stage {
  readonly server: RunningServer
  /** A page of a fresh browser profile, on this path; signed in unless `signedIn` is false. */
  readonly open: (path: string, options?: OpenOptions) => Promise<Page>
  readonly stop: () => Promise<void>
}

export interface OpenOptions {
  readonly signedIn?: boolean
  readonly language?: 'en' | 'zh'
  readonly theme?: 'light' | 'dark'
}

export interface StageOptions {
  /** Keeps `admin` / `public`, the login that asks for a better password. */
  readonly defaultPassword?: boolean
  /** What a test provokes and the console may therefore complain about. */
  readonly provokes?: RegExp
}

/** A server on free ports with its own data folder, and a browser. What the console complains about fails `stop`. */
export async function createStage({ defaultPassword = false, provokes }: StageOptions = {}): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'mqdeck-e2e-'))
  const server = await startServer({
    settings: {
      data_dir: folder,
      'dashboard.port': 0,
      'dashboard.default_password': defaultPassword ? 'public' : credentials.password,
      'listeners.tcp.port': 0,
      'listeners.ws.port': 0,
      'listeners.ssl.enable': false,
      'listeners.wss.enable': false,
    },
  })
  const browser = await launch()
  const complaints: string[] = []
  return {
    server,
    async open(path, { signedIn = true, language = 'en', theme = 'light' } = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        baseURL: server.urls.dashboard,
        locale: language === 'zh' ? 'zh-CN' : 'en-GB',
        colorScheme: theme,
      })
      const page = await context.newPage()
      const complain = (text: string) => {
        // The browser itself logs every answer of 400 and above, wanted or not.
        const isExpected = text.startsWith('Failed to load resource') || provokes?.test(text) === true
        if (!isExpected) complaints.push(`${page.url()}: ${text}`)
      }
      page.on('pageerror', (error) => complain(error.message))
      page.on('console', (message) => message.type() === 'error' && complain(message.text()))
      await page.goto(path)
      if (signedIn) await signIn(page, language)
      return page
    },
    async stop() {
      await browser.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
      if (complaints.length > 0) throw new Error(`the console complained:\n${complaints.join('\n')}`)
    },
  }
}

/** Fills in the login page that a deep link has led to; ends where the link leads. */
export async function signIn(page: Page, language: 'en' | 'zh' = 'en'): Promise<void> {
  await page.getByLabel(language === 'zh' ? '用户名' : 'Username').fill(credentials.username)
  await page.locator('input[type=password]').fill(credentials.password)
  await page.getByRole('button', { name: language === 'zh' ? '登录' : 'Login', exact: true }).click()
  await page.locator('#main h1').waitFor()
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
    ],
  })
}
