// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Button, Link, useGoToAddress, usePathParam } from '../index.ts'

function show(start: React.ReactNode) {
  const root = createRootRoute({ component: Outlet })
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => start })
  const detail = createRoute({
    getParentRoute: () => root,
    path: '/clients/detail/$clientId',
    component: () => <p data-testid="id">{usePathParam('clientId')}</p>,
  })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: root.addChildren([home, detail]), history })
  render(<RouterProvider router={router} />)
  return router
}

function Go({ address }: { readonly address: string }) {
  const go = useGoToAddress()
  return <Button onClick={() => go(address)}>go</Button>
}

test.each(['plain', 'a/b', 'a b#c?d=e&f', '100%', '%2F', 'ü/€', '$share/g/t', '+/#'])(
  'the client ID %s is the same after encoding and decoding the address',
  async (clientId) => {
    show(
      <Link to="/clients/detail/$clientId" params={{ clientId }}>
        open
      </Link>,
    )
    await userEvent.click(await screen.findByRole('link', { name: 'open' }))
    expect((await screen.findByTestId('id')).textContent).toBe(clientId)
  },
)

test.each(['//example.org', '/\\example.org', 'https://example.org', 'javascript:alert(1)'])(
  'the address %s from outside leads to the start instead',
  async (address) => {
    const router = show(<Go address={address} />)
    await userEvent.click(await screen.findByRole('button', { name: 'go' }))
    expect(router.state.location.href).toBe('/')
  },
)
