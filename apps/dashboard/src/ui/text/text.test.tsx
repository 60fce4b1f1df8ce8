// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createValue } from '../../lib/json/value.ts'
import { absoluteTimes, RelativeTime, ServerOffsetContext, UiProvider } from '../index.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
})
afterEach(() => vi.useRealTimers())

const seconds = (count: number) => act(() => vi.advanceTimersByTime(count * 1000))
const shown = () => screen.getByText(/./, { selector: 'time' }).textContent

test('a time of the last minute is updated every second', () => {
  render(<RelativeTime time={Date.now() - 41_000} />, { wrapper: UiProvider })
  expect(shown()).toBe('41 s ago')
  seconds(1)
  expect(shown()).toBe('42 s ago')
  seconds(20)
  expect(shown()).toBe('1 min ago')
})

test('a past time is never shown as a future time', () => {
  const { rerender } = render(<RelativeTime time={Date.now() - 60_000} />, { wrapper: UiProvider })
  seconds(17)
  rerender(<RelativeTime time={Date.now() + 2000} />)
  expect(shown()).toBe('just now')
})

test('a planned time is in the future until it has passed', () => {
  render(<RelativeTime time={Date.now() + 2000} planned />, { wrapper: UiProvider })
  expect(shown()).toBe('in 2 s')
  seconds(5)
  expect(shown()).toBe('3 s ago')
})

test('with absolute times, a time of today is shown as time of day', () => {
  absoluteTimes.set(true)
  render(<RelativeTime time={Date.now() - 60_000} />, { wrapper: UiProvider })
  expect(shown()).toMatch(/^\d\d:\d\d:\d\d$/)
  act(() => absoluteTimes.set(false))
  expect(shown()).toBe('1 min ago')
})

test('times of the server are compared with its clock, times of the browser are not', () => {
  const offset = createValue(3_600_000)
  const of = (clock: 'server' | 'browser') => (
    <ServerOffsetContext value={offset}>
      <RelativeTime time={Date.now() - 60_000} clock={clock} />
    </ServerOffsetContext>
  )
  const { rerender } = render(of('browser'), { wrapper: UiProvider })
  expect(shown()).toBe('1 min ago')
  rerender(of('server'))
  expect(shown()).toBe('1 h ago')
})
