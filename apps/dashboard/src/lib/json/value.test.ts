import { expect, test } from 'vitest'
import { createValue } from './value.ts'

test('listeners are called for changes, not for equal values, and not after they were removed', () => {
  const value = createValue(1)
  const heard: number[] = []
  const leave = value.subscribe(() => heard.push(value.get()))
  value.set(2)
  value.set(2)
  leave()
  value.set(3)
  expect(heard).toEqual([2])
})
