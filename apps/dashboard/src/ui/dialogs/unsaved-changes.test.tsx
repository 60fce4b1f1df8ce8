// @vitest-environment jsdom
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { Button, Link, UiProvider, useGo, useUnsavedChangesGuard } from '../index.ts'

const user = userEvent.setup()

function Form() {
  const [isDirty, setDirty] = useState(false)
  const releaseGuard = useUnsavedChangesGuard(isDirty)
  const go = useGo()
  return (
    <>
      <Button onClick={() => setDirty(true)}>change</Button>
      <Button
        onClick={() => {
          releaseGuard()
          go({ to: '/other' })
        }}
      >
        save
      </Button>
      <Link to="/other">other</Link>
      <Link to="/form" search={{ tab: 'b' }}>
        tab
      </Link>
    </>
  )
}

async function show() {
  const root = createRootRoute({ component: Outlet })
  const form = createRoute({ getParentRoute: () => root, path: '/form', component: Form })
  const other = createRoute({ getParentRoute: () => root, path: '/other', component: () => <p>the other page</p> })
  const login = createRoute({ getParentRoute: () => root, path: '/login', component: () => <p>the login</p> })
  // The browser history: a memory history has neither a back button nor a reload.
  window.history.replaceState(null, '', '/other')
  const history = createBrowserHistory()
  onTestFinished(history.destroy)
  const router = createRouter({ routeTree: root.addChildren([form, other, login]), history })
  render(
    <UiProvider env="test">
      <RouterProvider router={router} />
    </UiProvider>,
  )
  await act(() => router.navigate({ to: '/form' }))
  await screen.findByText('change')
  return router
}

const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' })

test('without changes, leaving is not blocked', async () => {
  await show()
  await user.click(screen.getByText('other'))
  expect(await screen.findByText('the other page')).toBeTruthy()
})

test('a link asks first: Stay keeps the page, Leave opens the link', async () => {
  const router = await show()
  await user.click(screen.getByText('change'))
  await user.click(screen.getByText('other'))
  await question()
  await user.click(screen.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.pathname).toBe('/form')

  await user.click(screen.getByText('other'))
  await question()
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('the other page')).toBeTruthy()
})

test('the back button asks too', async () => {
  const router = await show()
  await user.click(screen.getByText('change'))
  act(() => router.history.back())
  await question()
  expect(screen.getByText('change')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('the other page')).toBeTruthy()
})

test('another tab of the page, the redirect to the login and navigation after a save do not ask', async () => {
  const router = await show()
  await user.click(screen.getByText('change'))
  await user.click(screen.getByText('tab'))
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'b' }))
  expect(screen.queryByRole('dialog')).toBeNull()

  await user.click(screen.getByText('save'))
  expect(await screen.findByText('the other page')).toBeTruthy()
})

test('a session that ends takes the user to the login', async () => {
  const router = await show()
  await user.click(screen.getByText('change'))
  await act(() => router.navigate({ to: '/login' }))
  expect(await screen.findByText('the login')).toBeTruthy()
})

test('a reload is stopped while there are changes, and only then', async () => {
  await show()
  const isStopped = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isStopped()).toBe(false)
  await user.click(screen.getByText('change'))
  expect(isStopped()).toBe(true)
})
