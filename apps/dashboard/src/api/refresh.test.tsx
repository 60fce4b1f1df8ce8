// @vitest-environment jsdom
import { listNodes } from '@mqdeck/contract'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UiProvider } from '../ui/index.ts'
import { ConnectionProvider, createConnection } from './connection.tsx'
import { defineQuery, invalidate, useData } from './query.ts'
import { OutageNotice } from './query-view.tsx'
import { tabDelay, usePolling, waitAfter } from './refresh.ts'
import { createSessionKeeper } from './session/session.ts'
import { RequestFailure } from './session/session-fetch.ts'
import { tabVault } from './session/vault.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  show(true)
  vi.useRealTimers()
})

/** Hides or shows the tab. */
function show(isVisible: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

const ok = () => Promise.resolve(Response.json([]))
const unreachable = () => Promise.reject(new TypeError('no route'))
const failing = () => Promise.resolve(Response.json({ code: 'BAD_RPC', message: 'down' }, { status: 400 }))
const after = (milliseconds: number) => () =>
  new Promise<Response>((resolve) => setTimeout(() => resolve(Response.json([])), milliseconds))

/** A page with a connection, whose server responds as `server.respond` returns. */
async function setUp(respond: (name: string) => Promise<Response> = ok) {
  const server = { respond }
  let asking = ''
  const session = await createSessionKeeper(tabVault('user'))
  await session.start({ username: 'admin', token: 't1', version: '5.8.9' })
  const connection = createConnection({ session, fetch: () => server.respond(asking) })
  const asked: Record<string, number[]> = {}
  const start = Date.now()
  const times = (name: string) => (asked[name] ??= [])
  const query = (name: string, poll: number) =>
    defineQuery({
      name,
      poll,
      load: (call, _: undefined, signal) => {
        times(name).push(Date.now() - start)
        asking = name
        return call(listNodes, { signal })
      },
    })
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <UiProvider env="test">
      <ConnectionProvider connection={connection}>
        <OutageNotice />
        {children}
      </ConnectionProvider>
    </UiProvider>
  )
  return { connection, server, query, times, wrapper }
}

/** Passes this time, or as much as this interval takes in this tab. */
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const passInterval = (milliseconds: number) => pass(milliseconds * tabDelay + 10)

test('a query is repeated with its interval, and an unanswered request is not', async () => {
  const { query, times, server, wrapper } = await setUp()
  const current = query('current', 5000)
  renderHook(() => useData(current, undefined), { wrapper })
  await pass(0)
  await passInterval(20_000)
  expect(times('current')).toHaveLength(5)
  expect(tabDelay).toBeGreaterThanOrEqual(1)
  expect(tabDelay).toBeLessThanOrEqual(1.1)
  server.respond = after(19_000)
  await passInterval(5000)
  await pass(18_000)
  expect(times('current')).toHaveLength(6)
})

test('slow answers reduce the frequency until a fast one', async () => {
  const { query, times, server, wrapper } = await setUp(after(2500))
  const current = query('current', 5000)
  renderHook(() => useData(current, undefined), { wrapper })
  await pass(2500)
  await passInterval(25_000)
  expect(times('current')).toHaveLength(1)
  server.respond = ok
  await passInterval(5000)
  expect(times('current')).toHaveLength(2)
  await passInterval(5000)
  expect(times('current')).toHaveLength(3)
})

test('failures of one query reduce its frequency, and others continue', async () => {
  const { query, times, server, wrapper } = await setUp()
  const fine = query('fine', 5000)
  const other = query('other', 5000)
  renderHook(() => [useData(fine, undefined), useData(other, undefined)], { wrapper })
  await pass(0)
  server.respond = (name) => (name === 'other' ? failing() : ok())
  await passInterval(75_000)
  expect(times('fine')).toHaveLength(16)
  // After 5, 15, 35 and 75 seconds.
  expect(times('other')).toHaveLength(5)
  server.respond = ok
  await passInterval(60_000)
  expect(times('other')).toHaveLength(6)
  await passInterval(5000)
  expect(times('other')).toHaveLength(7)
})

test('a hidden tab sends no requests, and due ones once when it is visible again', async () => {
  const { query, times, connection, wrapper } = await setUp()
  const current = query('current', 5000)
  const history = query('history', 60_000)
  const changed = query('changed', 0)
  renderHook(() => [useData(current, undefined), useData(history, undefined), useData(changed, undefined)], { wrapper })
  await pass(2000)
  show(false)
  await pass(30_000)
  invalidate(connection.queries, [changed])
  expect([times('current'), times('history'), times('changed')].map(({ length }) => length)).toEqual([1, 1, 1])
  for (const isVisible of [true, false, true]) show(isVisible)
  await pass(1000)
  expect([times('current'), times('history'), times('changed')].map(({ length }) => length)).toEqual([2, 1, 2])
})

test('during an outage one request at a time probes the server; afterwards all failed requests are repeated', async () => {
  const { query, times, server, connection, wrapper } = await setUp()
  const current = query('current', 5000)
  const nodes = query('nodes', 5000)
  const settings = query('settings', 0)
  const { result } = renderHook(
    () => [useData(current, undefined), useData(nodes, undefined), useData(settings, undefined)] as const,
    { wrapper },
  )
  await pass(0)
  server.respond = unreachable
  void act(() => result.current[2].refresh())
  await passInterval(5000)
  await pass(1000)
  expect(connection.outage.get()).toBeDefined()
  const before = [times('current').length, times('nodes').length, times('settings').length]
  await pass(60_000)
  // Probes after 2, 4, 8, 15 and 30 seconds, each one tried twice.
  const probes = times('current').length + times('nodes').length - (before[0] ?? 0) - (before[1] ?? 0)
  expect(probes).toBeGreaterThanOrEqual(6)
  expect(probes).toBeLessThanOrEqual(10)
  expect(times('settings')).toHaveLength(before[2] ?? 0)
  server.respond = ok
  await passInterval(30_000)
  await pass(500)
  expect(connection.outage.get()).toBeUndefined()
  expect(result.current.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
  expect(times('settings')).toHaveLength((before[2] ?? 0) + 1)
})

test('a tab that is shown during an outage probes the server immediately, once', async () => {
  const { query, times, server, connection, wrapper } = await setUp()
  const current = query('current', 5000)
  const nodes = query('nodes', 30_000)
  renderHook(() => [useData(current, undefined), useData(nodes, undefined)], { wrapper })
  await pass(0)
  server.respond = unreachable
  await passInterval(5000)
  await pass(1000)
  expect(connection.outage.get()).toBeDefined()
  show(false)
  await pass(120_000)
  const before = times('current').length
  expect(before).toBeLessThanOrEqual(3)
  server.respond = ok
  show(true)
  await pass(10)
  expect(times('current')).toHaveLength(before + 1)
  expect(connection.outage.get()).toBeUndefined()
  await pass(500)
  expect(times('nodes')).toHaveLength(2)
})

test('polling calls immediately and repeatedly while it is on, less often after errors', async () => {
  const { wrapper } = await setUp()
  let error: Error | undefined
  const work = vi.fn(() => Promise.resolve(error))
  const { rerender } = renderHook(({ isOn }) => usePolling(work, 1000, isOn), { wrapper, initialProps: { isOn: true } })
  await pass(0)
  expect(work).toHaveBeenCalledTimes(1)
  await passInterval(2000)
  expect(work).toHaveBeenCalledTimes(3)
  error = new Error('no file')
  await passInterval(1000)
  await passInterval(1000)
  expect(work).toHaveBeenCalledTimes(4)
  await passInterval(1000)
  expect(work).toHaveBeenCalledTimes(5)
  rerender({ isOn: false })
  await pass(60_000)
  expect(work).toHaveBeenCalledTimes(5)
  rerender({ isOn: true })
  await pass(0)
  expect(work).toHaveBeenCalledTimes(6)
})

test('the wait grows with failures and slow answers up to five minutes, or the interval if longer', () => {
  const wait = (every: number, took: number, failures = 0, error: Error | null = null) =>
    waitAfter(every, {
      status: failures > 0 ? 'error' : 'success',
      data: { value: null, took, earlierFailures: 3 },
      error,
      errorUpdateCount: 3 + failures,
      dataUpdatedAt: 0,
      errorUpdatedAt: 0,
      isInvalidated: false,
    }) / tabDelay
  expect(wait(5000, 300)).toBeCloseTo(5000)
  expect(wait(5000, 2500)).toBeCloseTo(30_000)
  expect(wait(5000, 300, 1, new RequestFailure('timeout', undefined))).toBeCloseTo(30_000)
  const waits = [1, 2, 3, 4, 9].map((failures) => Math.round(wait(5000, 300, failures)))
  expect(waits).toEqual([10_000, 20_000, 40_000, 60_000, 60_000])
  expect(wait(60_000, 300, 5)).toBeCloseTo(300_000)
  expect(wait(600_000, 9000)).toBeCloseTo(600_000)
})
