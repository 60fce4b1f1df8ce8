import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startProcess } from '@mqdeck/testkit'
import type { Browser, BrowserContext } from 'playwright-core'
import { type Login, launch, storeSession } from '../browser-contexts.ts'
import { interactions, measureInteraction } from './interactions.ts'
import { readPaths } from './pages.ts'
import { slowNetwork, type Visit, visit } from './visit.ts'

const help = `npm run vitals [-- options]: loads all pages of the demo, tries what people do, and prints tables

  --only TEXT   only pages whose path contains this
  --url URL     the address of a running demo, instead of starting one
  --requests    also prints the requests of each page
  --slow        loads pages with Fast 3G and a processor four times slower
  --only-interactions
  --help
`
/** Limits of the first visit of a page, and milliseconds of an interaction with a processor four times slower. */
const limits = { requests: 25, shift: 0.02, interaction: 200 } as const
const slowdown = 4

/** The user of the demo (tools/demo/server.ts). */
const user = { username: 'admin', password: 'demo-plant-1' } as const

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    url: { type: 'string' },
    requests: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
    'only-interactions': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) print(help)
else await run()

async function run(): Promise<void> {
  const demo = values.url === undefined ? await startDemo() : { url: values.url, stop: async () => undefined }
  const browser = await launch()
  try {
    const login = await signIn(demo.url)
    const read = async (path: string) => await request(`${demo.url}/api/v5${path}`, { token: login.token })
    if (!values['only-interactions']) {
      const paths = ['/login', ...(await readPaths(read))].filter((path) => path.includes(values.only))
      print(`First visit | second visit: requests (to the API), kB received, LCP, complete, blocked, CLS\n`)
      for (const path of paths) await measure(browser, demo.url, path, path === '/login' ? undefined : login)
    }
    print(`\nInteractions, processor ${slowdown} times slower\n`)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    await prepare(context, demo.url, login)
    for (const one of interactions.filter(({ path }) => path.includes(values.only))) {
      const times: number[] = []
      for (let attempt = 0; attempt < 5; attempt++)
        times.push(await measureInteraction(context, demo.url, one, slowdown))
      const time = median(times)
      const isSlow = time > limits.interaction
      print(`${one.name.padEnd(52)}${`${time} ms`.padStart(8)}${isSlow ? ` more than ${limits.interaction} ms` : ''}`)
      if (isSlow) process.exitCode = 1
    }
  } finally {
    await browser.close()
    await demo.stop()
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

async function startDemo() {
  const program = fileURLToPath(new URL('../../../../tools/demo/dist/main.js', import.meta.url))
  const demo = startProcess({ command: process.execPath, args: [program, '--port', '0'] })
  const url = (await demo.line(/^ {2}Dashboard/, 120_000)).replace(/^\s*Dashboard\s+/, '')
  return { url, stop: demo.stop }
}

async function measure(browser: Browser, url: string, path: string, login: Login | undefined): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  try {
    if (login) await prepare(context, url, login)
    const conditions = values.slow ? { slowdown: 4, network: slowNetwork } : {}
    const first = await visit(context, url + path, conditions)
    const second = await visit(context, url + path, conditions)
    const faults = faultsOf(first)
    print([path.padEnd(52), describe(first), '|', describe(second), ...faults].join(' '))
    if (values.requests) for (const requested of first.paths) print(`    ${requested}`)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    await context.close()
  }
}

async function prepare(context: BrowserContext, url: string, login: Login): Promise<void> {
  const page = await context.newPage()
  // Has no part of the dashboard, so that the first visit loads everything.
  await page.goto(`${url}/api-docs/none`)
  await storeSession(page, user.username, login)
  await page.close()
}

function describe({ files, calls, bytes, maxPaint, ready, shift, blocked }: Visit): string {
  return [
    `${files + calls} (${calls})`.padStart(8),
    `${Math.round(bytes / 1000)} kB`.padStart(8),
    `${Math.round(maxPaint)} ms`.padStart(8),
    `${Math.round(ready)} ms`.padStart(8),
    `${Math.round(blocked)} ms`.padStart(8),
    shift.toFixed(3).padStart(7),
  ].join('')
}

function faultsOf({ files, calls, shift }: Visit): readonly string[] {
  return [
    ...(files + calls > limits.requests ? [`more than ${limits.requests} requests`] : []),
    ...(shift > limits.shift ? [`CLS above ${limits.shift}`] : []),
  ]
}

async function signIn(url: string): Promise<Login> {
  return (await request(`${url}/api/v5/login`, { body: user })) as Login // declared by the contract
}

async function request(url: string, { token, body }: { readonly token?: string; readonly body?: object }) {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as unknown
}
