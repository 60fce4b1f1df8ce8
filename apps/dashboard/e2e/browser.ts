import { bodyFaults, cheapPasswordCost, createTempFolder } from '@mqdeck/testkit'
import { type RunningServer, type ServerOptions, startServer } from 'mqdeck'
import type { Page, Request } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { type LentContext, type Login, lendContext, portOfWorker } from './browser-contexts.ts'

/** The user of the tests. Not the default password, so that there is no prompt to change it. */
export const credentials = { username: 'admin', password: 'test-public-1' } as const

export interface Stage {
  readonly server: RunningServer
  /**
   * Opens a page at this path and closes it after the test. Signed in unless `signedIn` is false. Signed-in pages of one language
   * and theme share only the session, because signing in takes longer than most tests.
   */
  readonly open: (path: string, options?: OpenOptions) => Promise<Page>
  /**
   * Sends an API request as the user of `credentials`, outside of the browser. Returns the body, parsed if it is JSON.
   * @throws (rejects) for an error response
   */
  readonly api: <T = unknown>(method: string, path: string, body?: object) => Promise<T>
  readonly stop: () => Promise<void>
}

interface OpenOptions {
  readonly signedIn?: boolean
  readonly language?: 'en' | 'zh'
  readonly theme?: 'light' | 'dark'
  /** Not closed after the test, so that other tests can use it. Signed in, with its own session. */
  readonly staysOpen?: boolean
  /** Called before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<void>
}

export interface StageOptions {
  /** Keeps the default user `admin` with password `public`, which prompts for a new password. */
  readonly defaultPassword?: boolean
  /** Console errors that the tests cause on purpose. */
  readonly expectedErrors?: RegExp
  /** URLs of a cluster to use instead of an embedded broker. It must accept `credentials`. */
  readonly broker?: readonly string[]
  /** Additional settings of the server. */
  readonly settings?: ServerOptions['settings']
}

/** Starts a server on free ports with its own data folder, and a browser without stored data. Unexpected console errors fail `stop`. */
export async function createStage({
  defaultPassword = false,
  expectedErrors,
  broker = [],
  settings = {},
}: StageOptions = {}): Promise<Stage> {
  const password = defaultPassword ? 'public' : credentials.password
  const { server, stop: stopServer } = await startFreshServer({
    broker,
    'dashboard.port': await portOfWorker(),
    ...settings,
    'dashboard.default_password': password,
  })
  const contexts = new Set<LentContext>()
  const consoleErrors: string[] = []
  const requestFaults: string[] = []
  const shared = new Map<string, Promise<LentContext>>()
  const lend = async (language: 'en' | 'zh', theme: 'light' | 'dark', signedIn: boolean) => {
    const login =
      signedIn && !defaultPassword && settings.base_path === undefined
        ? await send<Login>(server.urls.api, 'POST', '/login', credentials)
        : undefined
    const lent = await lendContext({
      baseURL: server.urls.dashboard,
      language,
      theme,
      ...(login && { session: { username: credentials.username, login } }),
    })
    contexts.add(lent)
    return lent
  }
  const lendShared = (language: 'en' | 'zh', theme: 'light' | 'dark') => {
    const lent = shared.get(language + theme) ?? lend(language, theme, true)
    shared.set(language + theme, lent)
    return lent
  }
  return {
    server,
    api: createApi(server.urls.api),
    async open(path, { signedIn = true, language = 'en', theme = 'light', staysOpen = false, prepare } = {}) {
      const isShared = signedIn && !staysOpen
      const lent = await (isShared ? lendShared(language, theme) : lend(language, theme, signedIn))
      const page = await lent.context.newPage()
      onTestFinished(async () => {
        if (isShared) return await lent.closePages()
        if (!staysOpen && contexts.delete(lent)) await lent.release()
      })
      // Hooks run in reverse order, so this one runs before the page is closed.
      showOnFailure(page)
      const reportError = (text: string) => {
        // The browser logs every response with status 400 or above, also expected ones.
        const isExpected = text.startsWith('Failed to load resource') || expectedErrors?.test(text) === true
        if (!isExpected) consoleErrors.push(`${page.url()}: ${text}`)
      }
      page.on('request', (request) => requestFaults.push(...faultsOf(request)))
      onTestFinished(() => {
        const faults = requestFaults.splice(0)
        if (faults.length > 0) throw new Error(`EMQX would reject requests of the page:\n${faults.join('\n')}`)
      })
      page.on('pageerror', (error) => reportError(error.message))
      page.on('console', (message) => message.type() === 'error' && reportError(message.text()))
      await prepare?.(page)
      if (!signedIn) {
        await page.goto(path)
        return page
      }
      await page.addInitScript(clearStoredData)
      await page.goto(path, { waitUntil: 'commit' })
      await signInIfNeeded(page, language)
      return page
    },
    async stop() {
      await Promise.all([...contexts].map((lent) => lent.release()))
      await stopServer()
      if (consoleErrors.length > 0) throw new Error(`unexpected console errors:\n${consoleErrors.join('\n')}`)
    },
  }
}

/** Starts a server on free ports with its own data folder, which is deleted when the server stops. */
export async function startFreshServer(settings: ServerOptions['settings']): Promise<Pick<Stage, 'server' | 'stop'>> {
  const folder = await createTempFolder()
  const server = await startServer({
    passwordCost: cheapPasswordCost,
    settings: {
      data_dir: folder.path,
      'dashboard.port': 0,
      'listeners.tcp.port': 0,
      'listeners.ws.port': 0,
      'listeners.ssl.enable': false,
      'listeners.wss.enable': false,
      ...settings,
    },
  })
  return {
    server,
    async stop() {
      await server.stop()
      await folder.remove()
    },
  }
}

/** Faults of a request that EMQX would reject. The server of the tests is less strict in places. */
function faultsOf(request: Request): readonly string[] {
  const method = request.method()
  const { pathname } = new URL(request.url())
  const type = request.headers()['content-type'] ?? ''
  if (!pathname.startsWith('/api/v5/') || !['PUT', 'POST'].includes(method)) return []
  const body: unknown = type.includes('application/json') ? JSON.parse(request.postData() ?? 'null') : undefined
  return bodyFaults({ method, path: pathname.slice('/api/v5'.length), body })
}

/** Prints the text of the page if the test fails. */
export function showOnFailure(page: Page): void {
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${page.url()} shows:\n${await visibleText(page)}\n`)
  })
}

function createApi(url: string): Stage['api'] {
  let token: Promise<string> | undefined
  return async (method, path, body) => {
    token ??= send<{ readonly token: string }>(url, 'POST', '/login', credentials).then((login) => login.token)
    return send(url, method, path, body, await token)
  }
}

async function send<T>(url: string, method: string, path: string, body?: object, bearer?: string): Promise<T> {
  const headers = {
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return (isJson ? JSON.parse(text) : text) as T // declared by the contract
}

/** The visible text of a page in few lines, or the error if the page does not respond. */
const visibleText = (page: Page): Promise<string> =>
  page
    .locator('body')
    .innerText({ timeout: 2000 })
    .then(
      (text) => text.replace(/\n\s*\n/g, '\n').slice(0, 2000),
      (error: Error) => error.message,
    )

/** Clears the stored data of earlier tests except for the session, when the tab opens and not on reload. */
const clearStoredData = `
  if (sessionStorage.getItem('isCleared') === null) {
    for (const name of Object.keys(localStorage)) if (name !== 'userInfo') localStorage.removeItem(name)
    sessionStorage.setItem('isCleared', 'true')
  }
`

/** Signs in if needed: on the first page of a context, or after a test that ended the session. */
async function signInIfNeeded(page: Page, language: 'en' | 'zh'): Promise<void> {
  // Other pages have fields with the names and labels of the login too, but inside of #main.
  const username = page.locator('main:not(#main) input[name=username]')
  await page.locator('#main h1').or(username).first().waitFor()
  if (await username.isVisible()) await signIn(page, language)
}

/** Signs in on the login page and waits for the requested page. */
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
