import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from './clock.ts'

const day = 86_400_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the clock of the system', () => {
  it('calls once after the delay', () => {
    const call = vi.fn()
    systemClock.after(100, call)
    vi.advanceTimersByTime(99)
    expect(call).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    expect(call).toHaveBeenCalledOnce()
  })

  it('calls again and again until cancelled', () => {
    const call = vi.fn()
    const cancel = systemClock.every(100, call)
    vi.advanceTimersByTime(350)
    cancel()
    vi.advanceTimersByTime(1000)
    expect(call).toHaveBeenCalledTimes(3)
  })

  it("waits longer than Node's timer limit", () => {
    const once = vi.fn()
    const again = vi.fn()
    systemClock.after(60 * day, once)
    const cancel = systemClock.every(30 * day, again)
    vi.advanceTimersByTime(60 * day - 1)
    expect(once).not.toHaveBeenCalled()
    expect(again).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(once).toHaveBeenCalledOnce()
    expect(again).toHaveBeenCalledTimes(2)
    cancel()
    vi.advanceTimersByTime(60 * day)
    expect(again).toHaveBeenCalledTimes(2)
  })

  it('never fires a timer with infinite delay', () => {
    const call = vi.fn()
    const cancel = systemClock.after(Number.POSITIVE_INFINITY, call)
    vi.advanceTimersByTime(90 * day)
    expect(call).not.toHaveBeenCalled()
    cancel()
    expect(vi.getTimerCount()).toBe(0)
  })
})
