import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { type Connection, deployment } from '../api/index.ts'
import { parseSearch, stringifySearch } from '../lib/browser/search-params.ts'
import { type FeatureRoutes, isOwnAddress, type Page } from '../ui/index.ts'
import { recent } from './command-palette/recent.ts'
import { NotFoundPage, PageFailure } from './error-pages.tsx'
import { loadPage } from './load-page.ts'
import { needOf, pagesOf } from './navigation.ts'
import { PageOrReason } from './page-or-reason.tsx'
import { PendingPage, useLostFocus } from './pending-page.tsx'
import { Shell } from './shell.tsx'

const loginPath = '/login'

interface Context {
  readonly session: Connection['session']
}

/** The routes of the features below the shell, with the guard that requires a session. */
export function createAppRouter(features: readonly FeatureRoutes[], connection: Connection) {
  const root = createRootRouteWithContext<Context>()({ component: Outlet })

  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    component: () => (
      <Shell features={features}>
        <Outlet />
      </Shell>
    ),
    beforeLoad({ context, location }) {
      if (!context.session.current.get()) throw redirect({ to: '/login', search: { to: location.href } as never })
    },
  })

  const pages = pagesOf(features)
  const pageRoute = (page: Page) => {
    const need = needOf(page, pages)
    const route = createRoute({
      getParentRoute: (): typeof root | typeof shell => (page.bare ? root : shell),
      path: page.path,
      staticData: { page },
      // Only for the first page: signing in may show the prompt to change the password.
      beforeLoad({ context, search }) {
        if (page.path !== loginPath || !context.session.current.get()) return
        const { to } = search as { readonly to?: unknown } // any search parameters
        throw redirect({ href: isOwnAddress(to) ? to : '/', replace: true })
      },
      staleTime: Number.POSITIVE_INFINITY,
      loader: async () => ({ Component: await loadPage(page.load) }),
      component: function LoadedPage() {
        const { Component } = route.useLoaderData()
        useLostFocus()
        return (
          <PageOrReason page={page} need={need}>
            <Component />
          </PageOrReason>
        )
      },
    })
    return route
  }
  connection.capabilities.watch(pages.flatMap(({ needs }) => needs ?? []))
  const redirects = features.flatMap(({ redirects = {} }) =>
    Object.entries(redirects).map(([from, to]) =>
      createRoute({
        getParentRoute: () => root,
        path: from,
        beforeLoad() {
          throw redirect({ to, replace: true })
        },
      }),
    ),
  )

  const bare = pages.filter((page) => page.bare).map(pageRoute)
  const framed = pages.filter((page) => !page.bare).map(pageRoute)
  const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage })

  const router = createRouter({
    basepath: deployment.basePath === '' ? '/' : deployment.basePath,
    routeTree: root.addChildren([...bare, ...redirects, shell.addChildren([...framed, unknown])]),
    context: { session: connection.session },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // Fast pages replace the previous page immediately. Others show their title first, long enough that it does not flicker.
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    scrollToTopSelectors: ['#main'],
  })

  connection.session.onEnd((why) => {
    if (why === 'logout' || why === 'elsewhere' || why === 'idle') recent.set({})
    const { pathname, href } = router.state.location
    if (pathname === loginPath) return
    // After an expired session, signing in returns to the previous page; signing out stores it too, as specified.
    void router.navigate({ to: '/login', search: { to: href, ended: why } as never })
  })
  return router
}
