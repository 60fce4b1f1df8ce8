import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPoller, type PollTask, waitAfter } from './query-poller.ts'
import { createReach } from './query-reach.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A tab whose visibility tests control. */
function createTab() {
  const listeners = new Set<() => void>()
  let isVisible = true
  return {
    isVisible: () => isVisible,
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show(next: boolean) {
      isVisible = next
      for (const listener of listeners) listener()
    },
  }
}

function setUp({ random = () => 0 }: { readonly random?: () => number } = {}) {
  const tab = createTab()
  const reach = createReach()
  const poller = createPoller({ reach, visibility: tab, random })
  return { tab, reach, poller }
}

interface Answering {
  /** Milliseconds; undefined: fails immediately. */
  took: number | undefined
}

/** A task that was just answered, and the times of its next requests. */
function createTask(
  { poller, reach }: Pick<ReturnType<typeof setUp>, 'poller' | 'reach'>,
  every: number,
  answering: Answering = { took: 0 },
) {
  const start = Date.now()
  const asked: number[] = []
  let failures = 0
  let last: ReturnType<PollTask['last']> = { at: start, took: 0, failures: 0, isTimeout: false }
  const task: PollTask = {
    every: () => every,
    last: () => last,
    ask() {
      const at = Date.now()
      asked.push(at - start)
      last = 'pending'
      const { took } = answering
      setTimeout(() => {
        failures = took === undefined ? failures + 1 : 0
        last = { at, took, failures, isTimeout: false }
        if (took === undefined) reach.failed(at)
        else reach.answered()
        poller.reconsider()
      }, took ?? 0)
    },
  }
  return { asked, end: poller.add(task) }
}

test('requests with different intervals are sent in the same bursts', () => {
  const page = setUp()
  const current = createTask(page, 5000)
  vi.advanceTimersByTime(1300)
  const figures = createTask(page, 15_000)
  const nodes = createTask(page, 30_000)
  vi.advanceTimersByTime(120_000)
  const bursts = new Set(current.asked)
  expect(current.asked).toHaveLength(24)
  expect(figures.asked.map((at) => bursts.has(at + 1300))).not.toContain(false)
  expect(nodes.asked.map((at) => bursts.has(at + 1300))).not.toContain(false)
  expect(figures.asked.length).toBeLessThanOrEqual(8)
  expect(nodes.asked.length).toBeLessThanOrEqual(4)
})

test('listeners are called at the end of an outage, although the answer reschedules all tasks', () => {
  const page = setUp()
  const answering: Answering = { took: 0 }
  const reported: string[] = []
  page.poller.onReturn((why) => reported.push(why))
  createTask(page, 5000, answering)
  answering.took = undefined
  vi.advanceTimersByTime(60_000)
  expect(page.reach.outage.get()).toBeDefined()
  answering.took = 0
  vi.advanceTimersByTime(60_000)
  expect(reported).toEqual(['reached'])
})

test('bursts are delayed by a random part, so that tabs are not synchronized', () => {
  const page = setUp({ random: () => 0.5 })
  const { asked } = createTask(page, 10_000)
  vi.advanceTimersByTime(21_100)
  expect(asked).toEqual([10_500, 21_000])
})

test('a hidden tab sends no requests, and sends due ones once when it is visible again', () => {
  const page = setUp()
  const current = createTask(page, 5000)
  const history = createTask(page, 60_000)
  page.tab.show(false)
  vi.advanceTimersByTime(30_000)
  expect(current.asked).toEqual([])
  page.tab.show(true)
  page.tab.show(false)
  page.tab.show(true)
  vi.advanceTimersByTime(0)
  expect(current.asked).toEqual([30_000])
  expect(history.asked).toEqual([])
})

test('unanswered requests are not repeated, and slow answers reduce the frequency until a fast one', () => {
  const page = setUp()
  const answering: Answering = { took: 7000 }
  const { asked } = createTask(page, 5000, answering)
  vi.advanceTimersByTime(34_000)
  expect(asked).toEqual([5000])
  answering.took = 100
  vi.advanceTimersByTime(11_100)
  expect(asked).toEqual([5000, 35_000, 40_000, 45_000])
})

test('failures of one query reduce its frequency, and others continue', () => {
  const page = setUp()
  const answering: Answering = { took: undefined }
  const fine = createTask(page, 5000)
  const failing = createTask(page, 5000, answering)
  vi.advanceTimersByTime(110_000)
  expect(fine.asked.length).toBeGreaterThan(20)
  expect(failing.asked).toEqual([5000, 15_000, 35_000, 75_000])
})

test('during an outage one request at a time probes the server; afterwards all failed requests are repeated', () => {
  const page = setUp()
  const answering: Answering = { took: undefined }
  const current = createTask(page, 5000, answering)
  const nodes = createTask(page, 5000, answering)
  vi.advanceTimersByTime(5001)
  expect(page.reach.outage.get()).toEqual({ since: expect.any(Number) })
  vi.advanceTimersByTime(60_000)
  // One of the two tasks, at 7, 11, 19, 34 and 64 seconds.
  expect(current.asked).toHaveLength(6)
  expect(nodes.asked).toHaveLength(1)
  answering.took = 10
  vi.advanceTimersByTime(30_000)
  expect(page.reach.outage.get()).toBeUndefined()
  expect(nodes.asked.length).toBeGreaterThan(1)
})

test('a new task is due immediately, and a removed task sends nothing', () => {
  const { poller } = setUp()
  const ask = vi.fn()
  const end = poller.add({ every: () => 1000, last: () => undefined, ask })
  vi.advanceTimersByTime(0)
  expect(ask).toHaveBeenCalledTimes(1)
  end()
  vi.advanceTimersByTime(60_000)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('the wait grows with failures and slow answers up to five minutes, or the interval if longer', () => {
  const well = { took: 300, failures: 0, isTimeout: false }
  expect(waitAfter(5000, well)).toBe(5000)
  expect(waitAfter(5000, { ...well, took: 2500 })).toBe(30_000)
  expect(waitAfter(5000, { ...well, took: undefined, failures: 1, isTimeout: true })).toBe(30_000)
  expect([1, 2, 3, 4, 9].map((failures) => waitAfter(5000, { ...well, took: undefined, failures }))).toEqual([
    10_000, 20_000, 40_000, 60_000, 60_000,
  ])
  expect(waitAfter(60_000, { ...well, took: undefined, failures: 5 })).toBe(300_000)
  expect(waitAfter(600_000, { ...well, took: 9000 })).toBe(600_000)
})
