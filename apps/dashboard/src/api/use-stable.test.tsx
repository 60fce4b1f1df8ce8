// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useStable } from './use-stable.ts'

test('an equal object keeps its identity, and an object with another content replaces it', () => {
  const first = { name: 'a', checks: [{ type: 'sql' }] }
  const { result, rerender } = renderHook(useStable<object>, { initialProps: first })
  rerender(structuredClone(first))
  expect(result.current).toBe(first)
  rerender({ ...first, checks: [] })
  expect(result.current).toEqual({ name: 'a', checks: [] })
})
