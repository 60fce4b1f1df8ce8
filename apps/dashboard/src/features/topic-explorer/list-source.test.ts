import { expect, test } from 'vitest'
import { createExplorerCalls } from './explorer-calls.ts'
import type { ExplorerPort } from './explorer-port.ts'
import { createListSource } from './list-source.ts'

function setUp(pages: readonly (readonly string[])[]) {
  const calls = createExplorerCalls()
  const callsByName: Readonly<Record<string, (...args: never[]) => unknown>> = calls
  const port: Pick<ExplorerPort, 'ask'> = {
    ask: async (name, args) => callsByName[name]?.(...(args as never[])) as never, // the port's own types
  }
  const requestedPages: number[] = []
  let failure: Error | undefined
  const source = createListSource({
    port: () => port,
    kind: 'retained',
    async load(page) {
      requestedPages.push(page)
      if (failure) throw failure
      const data = (pages[page - 1] ?? []).map((topic) => ({ topic }))
      return JSON.stringify({ data, meta: { count: pages.flat().length, hasnext: page < pages.length } })
    },
    // A clock that advances with each call, so that there is no pause between pages.
    now: (() => {
      let time = 0
      return () => (time += 500)
    })(),
  })
  const reach = (phase: string) => expect.poll(() => source.state.get().phase).toBe(phase)
  return { source, requestedPages, calls, reach, fail: (error: Error | undefined) => (failure = error) }
}

test('the first page is loaded, the rest on request, and everything on reload', async () => {
  const { source, requestedPages, calls, reach } = setUp([['a', 'b'], ['c'], ['d']])
  source.load()
  await reach('partial')
  expect(source.state.get()).toMatchObject({ read: 2, total: 4 })
  expect(requestedPages).toEqual([1])
  source.loadRest()
  await reach('complete')
  expect(requestedPages).toEqual([1, 2, 3])
  expect(calls.level('d')?.isRetained).toBe(true)
  source.load()
  await reach('complete')
  expect(requestedPages).toEqual([1, 2, 3, 1, 2, 3])
})

test('loading can be resumed after a failure', async () => {
  const { source, requestedPages, reach, fail } = setUp([['a'], ['b']])
  source.load()
  await reach('partial')
  fail(new Error('no answer'))
  source.loadRest()
  await reach('failed')
  expect(source.state.get().error?.message).toBe('no answer')
  fail(undefined)
  source.retry()
  await reach('complete')
  expect(requestedPages).toEqual([1, 2, 2])
  expect(source.state.get().read).toBe(2)
})

test('turning a list off removes its marks from the tree', async () => {
  const { source, calls, reach } = setUp([['a', 'b']])
  source.load()
  await reach('complete')
  source.turnOff()
  await expect.poll(() => calls.level('a')?.isRetained).toBe(false)
  expect(source.state.get().phase).toBe('off')
})
