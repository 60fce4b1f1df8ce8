import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { parseSearch, stringifySearch } from '../lib/browser/search-params.ts'
import { type FeatureRoutes, UiProvider } from '../ui/index.ts'
import { ConnectionProvider, createConnection } from './connection.tsx'
import { createSessionKeeper } from './session/session.ts'
import type { Fetch } from './session/session-fetch.ts'
import { tabVault } from './session/vault.ts'
import { createRequestCheck } from './test-requests.ts'

/** Answers by `GET /nodes`: a body, or a function of the URL and the request body that returns a body or a Response. */
export type Answers = Record<string, unknown>

export interface RenderedPage {
  /** The requests, as `GET /monitor?latest=3600`, oldest first. */
  readonly asked: readonly string[]
  /** The current address with its search. */
  readonly address: () => string
}

/**
 * For tests: renders the page at `address` with a signed-in session and a broker with these `answers` (404 for all
 * others).
 */
export async function renderPage(
  routes: FeatureRoutes,
  address: string,
  answers: Answers,
  { role, edition }: { readonly role?: string; readonly edition?: string } = {},
): Promise<RenderedPage> {
  const asked: string[] = []
  const check = createRequestCheck()
  const fetch: Fetch = async (url, init) => {
    const target = new URL(url, 'http://broker')
    const path = decodeURIComponent(target.pathname.replace('/api/v5', ''))
    asked.push(`${init.method} ${path}${target.search}`)
    check.onRequest({
      method: init.method ?? 'GET',
      path: target.pathname.replace('/api/v5', ''),
      body: readBody(init),
    })
    const answer = answers[`${init.method} ${path}`]
    const body: unknown = typeof answer === 'function' ? await answer(target, readBody(init)) : answer
    if (body instanceof Response) return body
    check.onAnswer(body)
    if (body === undefined) return Response.json({ code: 'NOT_FOUND', message: `${path} not found` }, { status: 404 })
    return Response.json(body)
  }
  sessionStorage.clear()
  const session = await createSessionKeeper(tabVault('user'))
  await session.start({ username: 'admin', token: 't1', version: '5.8.9', role, edition })
  const connection = createConnection({ session, fetch })
  const router = await createTestRouter(routes, address)
  render(
    <UiProvider env="test">
      <ConnectionProvider connection={connection}>
        <RouterProvider router={router} />
      </ConnectionProvider>
    </UiProvider>,
  )
  return { asked, address: () => router.state.location.href }
}

/** The configuration is sent as text. */
function readBody({ body, headers }: RequestInit): unknown {
  const isJson = new Headers(headers).get('content-type')?.includes('application/json')
  return typeof body === 'string' && isJson ? JSON.parse(body) : body
}

/** The pages without the shell; the application's own router is created in app/. */
async function createTestRouter({ pages }: FeatureRoutes, address: string) {
  const root = createRootRoute({ component: Outlet })
  const routes = await Promise.all(
    pages.map(async (page) => {
      const { default: Page } = await page.load()
      return createRoute({
        getParentRoute: () => root,
        path: page.path,
        staticData: { page },
        component: () => <Page />,
      })
    }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  await router.load()
  return router
}
