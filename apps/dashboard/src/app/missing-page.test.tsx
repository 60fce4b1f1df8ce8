// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { useConnection } from '../api/index.ts'
import { renderPage } from '../api/render-page.tsx'
import { defineRoutes, type Need, type Page } from '../ui/index.ts'
import { PageOrReason } from './page-or-reason.tsx'

/** A page that checks its requirements when it is rendered, in an application with only this page. */
function example(need: Need) {
  const page: Page = {
    path: '/example',
    title: { en: 'Example', zh: '示例' },
    needs: need,
    load: async () => ({ default: Gate }),
  }
  function Gate() {
    return (
      <PageOrReason page={page} need={need}>
        <Asking need={need} />
      </PageOrReason>
    )
  }
  return defineRoutes({ pages: [page] })
}

function Asking({ need }: { readonly need: Need }) {
  const { call, capabilities } = useConnection()
  useEffect(() => {
    capabilities.watch([need])
    void capabilities.ask(call)
  }, [call, capabilities, need])
  return <h1>The page itself</h1>
}

const refused = (status: number) => () => Response.json({ code: 'X', message: '' }, { status })
const missing = refused(404)

test.each<[string, Need, object, () => Response, RegExp, RegExp]>([
  [
    'a part of the enterprise edition',
    { get: '/audit', partOf: 'enterprise' },
    { edition: 'ce' },
    missing,
    /part of the enterprise edition/,
    /open-source edition of EMQX 5\.8\.9/,
  ],
  [
    'a part of the open-source edition',
    { get: '/audit', partOf: 'open-source' },
    { edition: 'ee', role: 'viewer' },
    missing,
    /part of the open-source edition/,
    /does not include this feature/,
  ],
  [
    'an addition of our broker',
    { get: '/mqdeck/security', partOf: 'mqdeck' },
    { edition: 'ee', role: 'viewer' },
    missing,
    /requires the MQDeck broker/,
    /EMQX 5\.8\.9/,
  ],
  [
    'a path that this version does not know',
    { get: '/audit', partOf: 'enterprise' },
    { edition: 'ee', role: 'viewer' },
    missing,
    /Example is not available/,
    /404 for GET \/api\/v5\/audit/,
  ],
  ['a feature that is off', { get: '/audit' }, {}, refused(501), /is disabled/, /configuration/],
  ['a page for administrators', { get: '/audit' }, { role: 'viewer' }, refused(403), /administrators only/, /Users/],
])('the address of %s explains it', async (_, need, session, answer, title, hint) => {
  await renderPage(example(need), '/example', { [`GET ${need.get}`]: answer }, session)
  expect((await screen.findByRole('heading', { level: 1, name: title })).textContent).toContain('Example')
  expect(screen.getByText(hint)).toBeTruthy()
})

test('the page is shown until it is known to be missing, and again when the broker has it', async () => {
  let status = 404
  const routes = example({ get: '/audit', partOf: 'enterprise' })
  await renderPage(routes, '/example', { 'GET /audit': () => Response.json({}, { status }) }, { edition: 'ce' })
  await screen.findByRole('button', { name: 'Check again' })
  status = 200
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await screen.findByRole('heading', { name: 'The page itself' })
})

test('a page for changes only shows viewers an explanation and sends no requests', async () => {
  const page: Page = {
    path: '/example/create',
    title: { en: 'New example', zh: '新建示例' },
    administratorsOnly: true,
    load: async () => ({
      default: () => (
        <PageOrReason page={page} need={undefined}>
          <Asking need={{ get: '/audit' }} />
        </PageOrReason>
      ),
    }),
  }
  const { asked } = await renderPage(defineRoutes({ pages: [page] }), page.path, {}, { role: 'viewer' })
  await screen.findByRole('heading', { level: 1, name: 'New example: administrators only' })
  expect(asked).toEqual([])
})
