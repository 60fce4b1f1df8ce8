// @vitest-environment jsdom
import { listNodes } from '@mqdeck/contract'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { UiProvider } from '../ui/index.ts'
import { ConnectionProvider, createConnection } from './connection.tsx'
import type { Loaded } from './query.ts'
import { QueryError } from './query-view.tsx'
import { refreshChoice } from './refresh.ts'
import { RefreshControl } from './refresh-control.tsx'
import { createSessionKeeper } from './session/session.ts'
import { tabVault } from './session/vault.ts'
import { useReportedAction } from './use-reported-action.ts'

const loaded = (change: Partial<Loaded<unknown>> = {}): Loaded<unknown> => ({
  data: {},
  error: undefined,
  isLoading: false,
  isRefreshing: false,
  isPrevious: false,
  updatedAt: Date.now() - 3000,
  isStale: false,
  every: 5000,
  refresh: () => {},
  ...change,
})

async function show(content: ReactNode) {
  const session = await createSessionKeeper(tabVault('user'))
  const connection = createConnection({ session, fetch: () => Promise.reject(new TypeError('no route')) })
  render(
    <UiProvider env="test">
      <ConnectionProvider connection={connection}>{content}</ConnectionProvider>
    </UiProvider>,
  )
  return connection
}

test('the shortest interval and the age of the newest data are shown', async () => {
  refreshChoice.set('auto')
  await show(<RefreshControl queries={[loaded({ every: 60_000, updatedAt: 1 }), loaded()]} />)
  expect(screen.getByRole('button', { name: 'Refresh: Live · 5 s' })).toBeTruthy()
  expect(screen.getByText(/^Updated [34] s ago$/)).toBeTruthy()
})

test('the menu stores another interval, and refresh now asks every query', async () => {
  const refresh = vi.fn()
  await show(<RefreshControl queries={[loaded({ refresh, every: 0 }), loaded({ refresh, every: 0 })]} />)
  await userEvent.click(screen.getByRole('button', { name: 'Refresh: Paused' }))
  expect((await screen.findByRole('menuitemradio', { name: 'Paused' })).getAttribute('aria-checked')).toBe('true')
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Every 20 s' }))
  expect(refreshChoice.get()).toBe(20)
  await userEvent.click(screen.getByRole('button', { name: 'Refresh now' }))
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('stale data has no age in the control, because a note has it', async () => {
  await show(<RefreshControl queries={[loaded({ isStale: true })]} />)
  expect(screen.queryByText(/^Updated/)).toBeNull()
})

test('during an outage a panel without data shows no error of its own', async () => {
  const query = loaded({ data: undefined, error: new Error('boom') })
  const connection = await show(<QueryError query={query} />)
  expect(screen.getByRole('alert')).toBeTruthy()
  for (const _ of ['first', 'second']) await connection.call(listNodes, {}).catch(() => {})
  expect(connection.outage.get()).toBeDefined()
  await screen.findByText('No data yet')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the toast of a reversible action has an undo button', async () => {
  const undo = vi.fn()
  const Action = () => {
    const report = useReportedAction()
    return (
      <button type="button" onClick={() => void report(async () => {}, { done: 'r1 disabled', failed: '', undo })}>
        Disable
      </button>
    )
  }
  await show(<Action />)
  await userEvent.click(screen.getByRole('button', { name: 'Disable' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('r1 disabled')).toBeNull()
})
