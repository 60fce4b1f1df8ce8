import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createJobs, type Job } from './jobs.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

function startJob({
  count = 10,
  perSecond = Number.POSITIVE_INFINITY,
  apply = (_: number): Promise<unknown> => Promise.resolve(),
}) {
  const jobs = createJobs()
  const ended = new Promise<Job>((onEnd) =>
    jobs.start({ title: 'Count', items: numbers(count), nameOf: (item) => `n${item}`, apply, perSecond, onEnd }),
  )
  return { jobs, ended, job: () => jobs.all.get()[0] }
}

test('a job reports the result of each item and counts failures', async () => {
  const { ended } = startJob({
    apply: async (item) => {
      if (item === 4) throw new Error('gone')
    },
  })
  const { state, results, failed, total } = await ended
  expect({ state, failed, total }).toEqual({ state: 'finished', failed: 1, total: 10 })
  expect(results.find(({ item }) => item === 'n4')?.error?.message).toBe('gone')
  expect(results.filter(({ error }) => !error)).toHaveLength(9)
})

test('a job keeps to its rate', async () => {
  const started: number[] = []
  const { ended } = startJob({ count: 21, perSecond: 10, apply: async (item) => started.push(item) })
  await vi.advanceTimersByTimeAsync(1000)
  expect(started).toHaveLength(11)
  await vi.advanceTimersByTimeAsync(1000)
  expect(started).toHaveLength(21)
  await ended
})

test('an aborted job skips items that it has not started', async () => {
  const { jobs, job, ended } = startJob({ count: 100, perSecond: 10 })
  await vi.advanceTimersByTimeAsync(500)
  jobs.abort(job()?.id ?? 0)
  const { state, results } = await ended
  expect(state).toBe('aborted')
  expect(results).toHaveLength(6)
})

test('a running job cannot be removed from the list, an ended one can', async () => {
  const { jobs, job, ended } = startJob({ count: 2, perSecond: 1 })
  jobs.forget(job()?.id ?? 0)
  expect(job()?.state).toBe('running')
  await vi.advanceTimersByTimeAsync(2000)
  await ended
  jobs.forget(job()?.id ?? 0)
  expect(job()).toBeUndefined()
})

test('the end of the session aborts and removes all jobs', async () => {
  const { jobs, ended } = startJob({ count: 100, perSecond: 1 })
  jobs.clear()
  expect((await ended).state).toBe('aborted')
  expect(jobs.all.get()).toEqual([])
})

test('listeners are called for each job that ends, until the session ends', async () => {
  const { jobs, ended } = startJob({ count: 1 })
  const reported: string[] = []
  const stop = jobs.onEnd(({ title, state }) => reported.push(`${title} ${state}`))
  await ended
  const second = new Promise<Job>((onEnd) => {
    jobs.start({ title: 'Long', items: numbers(9), nameOf: String, apply: async () => {}, perSecond: 1, onEnd })
  })
  jobs.clear()
  await vi.advanceTimersByTimeAsync(0)
  expect((await second).state).toBe('aborted')
  expect(reported).toEqual(['Count finished'])
  stop()
})
