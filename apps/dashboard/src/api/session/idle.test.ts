import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createValue } from '../../lib/json/value.ts'
import { createIdleWatch } from './idle.ts'

const minute = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp({ lastActive = createValue(Date.now()), now = Date.now } = {}) {
  const events = new EventTarget()
  const onIdle = vi.fn()
  const watch = createIdleWatch({ limit: 15 * minute, onIdle, lastActive, events, now })
  return { watch, onIdle, lastActive, act: (kind: string) => events.dispatchEvent(new Event(kind)) }
}

test('inactivity for the limit ends the session, after a one-minute warning', () => {
  const { watch, onIdle } = setUp()
  vi.advanceTimersByTime(14 * minute - 1)
  expect(watch.endsAt.get()).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(watch.endsAt.get()).toBe(Date.now() + minute)
  vi.advanceTimersByTime(minute - 1)
  expect(onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onIdle).toHaveBeenCalledTimes(1)
})

test('keyboard and mouse in any tab count as activity; in the last minute only the answer does', () => {
  const { watch, onIdle, act, lastActive } = setUp()
  vi.advanceTimersByTime(10 * minute)
  act('keydown')
  vi.advanceTimersByTime(10 * minute)
  lastActive.set(Date.now())
  vi.advanceTimersByTime(14.5 * minute)
  act('pointermove')
  expect(watch.endsAt.get()).toBeDefined()
  watch.stay()
  expect(watch.endsAt.get()).toBeUndefined()
  vi.advanceTimersByTime(14.9 * minute)
  expect(onIdle).not.toHaveBeenCalled()
})

test('a computer that slept past the end is signed out when it wakes up', () => {
  let slept = 0
  const { onIdle, act } = setUp({ now: () => Date.now() + slept })
  vi.advanceTimersByTime(minute)
  slept = 60 * minute
  act('pointermove')
  expect(onIdle).toHaveBeenCalledTimes(1)
})

test('a page opened long after the last activity ends the session immediately; without known activity the time starts now', () => {
  expect(setUp({ lastActive: createValue(Date.now() - 16 * minute) }).onIdle).toHaveBeenCalledTimes(1)
  const fresh = setUp({ lastActive: createValue(0) })
  vi.advanceTimersByTime(14 * minute - 1)
  expect(fresh.onIdle).not.toHaveBeenCalled()
  expect(fresh.lastActive.get()).toBeGreaterThan(0)
})

test('nothing happens after close', () => {
  const { watch, onIdle, act } = setUp()
  watch.close()
  vi.advanceTimersByTime(60 * minute)
  act('keydown')
  expect(onIdle).not.toHaveBeenCalled()
})
