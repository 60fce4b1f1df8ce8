// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Answers, renderPage } from '../api/render-page.tsx'
import { recordedAnswers } from '../api/test-cluster.ts'
import { everyPath } from './every-path.ts'
import { features } from './routes.ts'

/** Error responses of EMQX and of a proxy in front of it. */
const failures = [
  () => Response.json({ code: 'INTERNAL_ERROR', message: 'badmatch' }, { status: 500 }),
  () => new Response('<html><body>Internal Server Error</body></html>', { status: 500 }),
] as const
let count = 0
const fail = () => failures[count++ % 2]?.()

let recorded: Answers
beforeAll(async () => {
  const lists = await recordedAnswers('get-seeded')
  recorded = {
    ...lists,
    'GET /configs': {},
    'GET /rules/r1': await itemOf(lists['GET /rules'], ({ id }) => id === 'r1'),
    'GET /actions/mqtt:a_mqtt': await itemOf(lists['GET /actions'], ({ name }) => name === 'a_mqtt'),
    'GET /connectors/mqtt:m1': await itemOf(lists['GET /connectors'], ({ name }) => name === 'm1'),
    ...Object.fromEntries(metrics.map((path) => [`GET ${path}`, { metrics: {}, node_metrics: [] }])),
  }
  // A failed request is repeated after a second, which no test needs to wait for.
  const { setTimeout: wait } = globalThis
  vi.stubGlobal('setTimeout', (run: () => void, time?: number) => wait(run, time === 1000 ? 0 : time))
})
afterAll(() => {
  vi.unstubAllGlobals()
})
afterEach(cleanup)

const metrics = ['/rules/r1/metrics', '/actions/mqtt:a_mqtt/metrics'] as const

type Item = Readonly<Record<string, unknown>>

/** The item of a recorded list, which is answered for its detail page. */
async function itemOf(answer: unknown, isWanted: (item: Item) => boolean): Promise<Item> {
  const response: unknown = typeof answer === 'function' ? answer(new URL('http://broker')) : undefined
  const body: unknown = response instanceof Response ? await response.json() : undefined
  const items: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : body
  const item: unknown = Array.isArray(items) ? items.find(isWanted) : undefined
  if (typeof item !== 'object' || item === null) throw new Error('the recordings have no such item')
  return { ...item }
}

/** Renders the page. Requests for which `isFailing` returns true get an error response. */
function render(path: string, isFailing: (request: string) => boolean) {
  const answers = new Proxy(recorded, {
    get: (target, request) => {
      const name = String(request)
      return name.startsWith('GET ') && isFailing(name.slice(4)) ? fail : target[name]
    },
  })
  const feature = features.find(({ pages }) =>
    pages.some((page) => new RegExp(`^${page.path.replaceAll(/\$\w+/g, '[^/]+')}$`).test(path)),
  )
  if (!feature) throw new Error(`${path} belongs to no feature`)
  return renderPage(feature, path, answers, { role: 'administrator', edition: 'enterprise' })
}

const retries = () => screen.queryAllByRole('button', { name: 'Try again' })

const loaded = () =>
  waitFor(() => expect(document.querySelectorAll('[aria-busy=true], [class*=skeleton]')).toHaveLength(0))

/** Requests that a page does not need, such as the estimated duration of a scan. */
const isSpared = (path: string, request: string) => path === '/session-health' && request === '/nodes'

test.each(everyPath())('%s shows its heading and a retry button if nothing can be loaded', async (path) => {
  const failed = new Set<string>()
  await render(path, (request) => {
    failed.add(request)
    return true
  })
  const heading = await screen.findByRole('heading', { level: 1 })
  await loaded()
  expect(heading.textContent?.trim()).not.toBe('')
  const needed = [...failed].filter((request) => !isSpared(path, request))
  if (needed.length > 0) await waitFor(() => expect(retries(), `${needed}`).not.toHaveLength(0))
})

/** Pages that show several responses, and these requests. */
const composed = {
  '/dashboard/overview': ['/nodes', '/monitor_current', '/monitor'],
  '/cluster': ['/cluster', '/cluster/topology', '/nodes'],
  '/rule/rules/create': ['/rule_events', '/topics', '/sources_summary'],
  '/rule/rules/r1': ['/rules/r1/metrics'],
  '/rule/actions/mqtt%3Aa_mqtt': ['/actions/mqtt:a_mqtt/metrics'],
  '/connector/mqtt%3Am1': ['/actions_summary', '/sources_summary'],
  '/webhook': ['/connectors', '/actions_summary', '/rules'],
  '/listener/create': ['/configs', '/listeners'],
  '/websocket': ['/listeners'],
  '/explain': ['/listeners'],
} as const

test.each(Object.entries(composed).flatMap(([path, requests]) => requests.map((request) => [path, request] as const)))(
  '%s without %s shows one error, and a retry loads it',
  async (path, request) => {
    let isBroken = true
    await render(path, (name) => isBroken && name === request)
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(retries()).toHaveLength(1))
    await loaded()
    isBroken = false
    retries()[0]?.click()
    await waitFor(() => expect(retries()).toHaveLength(0))
  },
)
