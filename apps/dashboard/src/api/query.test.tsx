// @vitest-environment jsdom
import { listNodes } from '@mqdeck/contract'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { ConnectionProvider, createConnection } from './connection.tsx'
import { defineQuery, useData, usePreviousAnswer } from './query.ts'
import { createSessionKeeper } from './session/session.ts'
import { tabVault } from './session/vault.ts'

const nodes = defineQuery({ name: 'nodes', load: (call, _: undefined, signal) => call(listNodes, { signal }) })

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

test('the previous answer is kept for rates', async () => {
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

test('the end of the session is not shown as an error, and clears the data', async () => {
  const { connection, wrapper } = await connect(() => Promise.resolve(Response.json([node('a')])))
  const { result } = renderHook(() => useData(nodes, undefined), { wrapper })
  await waitFor(() => expect(result.current.data).toHaveLength(1))
  act(() => connection.session.end('logout'))
  expect(connection.queries.getQueryCache().getAll()).toEqual([])
  expect(result.current.error).toBeUndefined()
})

test('two panels with the same query share one request with the shorter interval', async () => {
  let calls = 0
  const { wrapper } = await connect(() => Promise.resolve(Response.json([node(`n${++calls}`)])))
  const eager = defineQuery({ ...nodes, poll: 300 })
  const calm = defineQuery({ ...nodes, poll: 60_000 })
  const { result } = renderHook(() => [useData(eager, undefined), useData(calm, undefined)] as const, { wrapper })
  await waitFor(() => expect(result.current[1].data?.[0]?.node).toBe('n1'))
  expect(calls).toBe(1)
  await waitFor(() => expect(calls).toBe(3))
  await waitFor(() => expect(result.current[0].data).toEqual(result.current[1].data))
})

test('during an outage all data on the page is stale', async () => {
  let answer = () => Promise.resolve(Response.json([node('a')]))
  const { connection, wrapper } = await connect(() => answer())
  const other = defineQuery({ ...nodes, name: 'other' })
  const { result } = renderHook(() => ({ one: useData(nodes, undefined), other: useData(other, undefined) }), {
    wrapper,
  })
  await waitFor(() => expect(result.current.other.data).toHaveLength(1))
  answer = () => Promise.reject(new TypeError('no route'))
  act(() => result.current.one.refresh())
  await waitFor(() => expect(connection.outage.get()).toBeDefined())
  await waitFor(() => expect(result.current.other.isStale).toBe(true))
  expect(result.current.other.error).toBeUndefined()
})
