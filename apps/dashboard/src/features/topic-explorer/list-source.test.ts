import { expect, test } from 'vitest'
import { createExplorerAnswers } from './explorer-answers.ts'
import type { ExplorerPort } from './explorer-port.ts'
import { createListSource } from './list-source.ts'

function setUp(pages: readonly (readonly string[])[]) {
  const answers = createExplorerAnswers()
  const served: Readonly<Record<string, (...args: never[]) => unknown>> = answers
  const port: Pick<ExplorerPort, 'ask'> = {
    ask: async (name, args) => served[name]?.(...(args as never[])) as never, // the port's own types
  }
  const asked: number[] = []
  let failure: Error | undefined
  const source = createListSource({
    port: () => port,
    kind: 'retained',
    async load(page) {
      asked.push(page)
      if (failure) throw failure
      const data = (pages[page - 1] ?? []).map((topic) => ({ topic }))
      return JSON.stringify({ data, meta: { count: pages.flat().length, hasnext: page < pages.length } })
    },
    // A clock that has always moved on: no pause between pages.
    now: (() => {
      let time = 0
      return () => (time += 500)
    })(),
  })
  const reach = (phase: string) => expect.poll(() => source.state.get().phase).toBe(phase)
  return { source, asked, answers, reach, fail: (error: Error | undefined) => (failure = error) }
}

test('the first page comes by itself, the rest when it is asked for, and from then on all of it', async () => {
  const { source, asked, answers, reach } = setUp([['a', 'b'], ['c'], ['d']])
  source.read()
  await reach('partial')
  expect(source.state.get()).toMatchObject({ read: 2, total: 4 })
  expect(asked).toEqual([1])
  source.readRest()
  await reach('whole')
  expect(asked).toEqual([1, 2, 3])
  expect(answers.level('d')?.isRetained).toBe(true)
  source.read()
  await reach('whole')
  expect(asked).toEqual([1, 2, 3, 1, 2, 3])
})

test('after a failure it goes on where it was', async () => {
  const { source, asked, reach, fail } = setUp([['a'], ['b']])
  source.read()
  await reach('partial')
  fail(new Error('no answer'))
  source.readRest()
  await reach('failed')
  expect(source.state.get().error?.message).toBe('no answer')
  fail(undefined)
  source.retry()
  await reach('whole')
  expect(asked).toEqual([1, 2, 2])
  expect(source.state.get().read).toBe(2)
})

test('turned off, what it brought leaves the tree', async () => {
  const { source, answers, reach } = setUp([['a', 'b']])
  source.read()
  await reach('whole')
  source.turnOff()
  await expect.poll(() => answers.level('a')?.isRetained).toBe(false)
  expect(source.state.get().phase).toBe('off')
})
