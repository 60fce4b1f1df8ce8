// @vitest-environment jsdom
import { listNodes } from '@mqdeck/contract'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { ConnectionProvider, createConnection } from './connection.tsx'
import { defineQuery, pollInterval, useData, usePreviousAnswer } from './query.ts'
import { createSessionKeeper } from './session.ts'
import { RequestFailure } from './session-fetch.ts'
import { tabVault } from './vault.ts'

const nodes = defineQuery({ name: 'nodes', load: (call, _: undefined, signal) => call(listNodes, { signal }) })

beforeEach(() => sessionStorage.clear())

async function connect(fetch: () => Promise<Response>) {
  const session = await createSessionKeeper(tabVault('user'))
  await session.start({ username: 'admin', token: 't1', version: '5.8.9' })
  const connection = createConnection({ session, fetch })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ConnectionProvider connection={connection}>{children}</ConnectionProvider>
  )
  return { connection, wrapper }
}

const node = (name: string) => ({ node: name, node_status: 'running', role: 'core' })

test('data stays while later requests fail, and is marked as stale', async () => {
  let answer = () => Promise.resolve(Response.json([node('a')]))
  const { wrapper } = await connect(() => answer())
  const { result } = renderHook(() => useData(nodes, undefined), { wrapper })
  expect(result.current.isLoading).toBe(true)
  await waitFor(() => expect(result.current.data).toHaveLength(1))
  expect(result.current.isStale).toBe(false)

  answer = () => Promise.resolve(Response.json({ code: 'BAD_RPC', message: 'down' }, { status: 400 }))
  act(() => result.current.refresh())
  await waitFor(() => expect(result.current.isStale).toBe(true))
  expect(result.current.data).toHaveLength(1)
  expect(result.current.error?.message).toBe('down')
})

test('the answer before the present one is kept for rates', async () => {
  let calls = 0
  const { wrapper } = await connect(() => Promise.resolve(Response.json([node(`n${++calls}`)])))
  const { result } = renderHook(
    () => {
      const loaded = useData(nodes, undefined)
      return { loaded, previous: usePreviousAnswer(loaded) }
    },
    { wrapper },
  )
  await waitFor(() => expect(result.current.loaded.data?.[0]?.node).toBe('n1'))
  expect(result.current.previous).toBeUndefined()
  act(() => result.current.loaded.refresh())
  await waitFor(() => expect(result.current.previous?.data[0]?.node).toBe('n1'))
  expect(result.current.loaded.data?.[0]?.node).toBe('n2')
})

test('the end of the session is no error on the page, and forgets what was shown', async () => {
  const { connection, wrapper } = await connect(() => Promise.resolve(Response.json([node('a')])))
  const { result } = renderHook(() => useData(nodes, undefined), { wrapper })
  await waitFor(() => expect(result.current.data).toHaveLength(1))
  act(() => connection.session.end('logout'))
  expect(connection.queries.getQueryCache().getAll()).toEqual([])
  expect(result.current.error).toBeUndefined()
})

test('polling slows down six times while answers take over two seconds or do not come', () => {
  expect(pollInterval(5000, 300, null)).toBe(5000)
  expect(pollInterval(5000, undefined, null)).toBe(5000)
  expect(pollInterval(5000, 2500, null)).toBe(30_000)
  expect(pollInterval(5000, 300, new RequestFailure('timeout', undefined))).toBe(30_000)
  expect(pollInterval(5000, 300, new RequestFailure('network', undefined))).toBe(5000)
  expect(pollInterval(0, 300, null)).toBe(false)
})
