import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Jobs that end when told, and the order in which they began. */
function setup() {
  const queue = createFairQueue({ atOnce: 2, waiting: 4, waitingPerSource: 3 })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (source: string, name: string) =>
    queue.run({ source }, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return { ask, end, begun }
}

it('runs two jobs in parallel, and sources take turns', async () => {
  const { ask, end, begun } = setup()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void ask('a', name)
  void ask('b', 'b1')
  expect(begun).toEqual(['a1', 'a2'])
  for (const name of ['a1', 'a2', 'a3', 'b1', 'a4']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'a5'])
})

it('rejects a source with too many waiting jobs, and no other', async () => {
  const { ask, end, begun } = setup()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void ask('a', name)
  expect(await ask('a', 'a6')).toBe('busy')
  const other = ask('b', 'b1')
  for (const name of ['a1', 'a2', 'a3', 'b1']) await end(name)
  expect(await other).toBe('b1')
  expect(begun).not.toContain('a6')
})

it('continues after a job that fails', async () => {
  const queue = createFairQueue({ atOnce: 1, waiting: 1, waitingPerSource: 1 })
  const failing = queue.run({ source: 'a' }, () => Promise.reject(new Error('no')))
  const next = queue.run({ source: 'a' }, () => Promise.resolve('next'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
})

it('drops a job of the source that fills the queue', async () => {
  const { ask, end, begun } = setup()
  void ask('a', 'a1')
  void ask('a', 'a2')
  void ask('b', 'b1')
  const a = ['a3', 'a4', 'a5'].map((name) => ask('a', name))
  const c = ask('c', 'c1')
  expect(await a[2]).toBe('busy')
  // Everyone has as little as this one now.
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']) await end(name)
  expect(await c).toBe('c1')
  expect(begun).not.toContain('a5')
})
