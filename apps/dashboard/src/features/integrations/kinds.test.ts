import { expect, test } from 'vitest'
import { copyName, idOf, isName, isWebhook, partsOf, sourceSql } from './kinds.ts'

test('an id is type and name', () => {
  expect(idOf({ type: 'http', name: 'a-1' })).toBe('http:a-1')
  expect(partsOf('http:a-1')).toEqual({ type: 'http', name: 'a-1' })
  expect(partsOf('odd')).toEqual({ type: '', name: 'odd' })
})

test('names are those that EMQX takes', () => {
  for (const name of ['a', '9', 'a-b_C9']) expect(isName(name)).toBe(true)
  for (const name of ['', '-a', '_a', 'a b', 'a:b', '名', 'a'.repeat(256)]) expect(isName(name)).toBe(false)
})

test('a copy gets an unused name', () => {
  expect(copyName('a', ['a'])).toBe('a_copy')
  expect(copyName('a', ['a', 'a_copy', 'a_copy2'])).toBe('a_copy3')
})

test('parts of webhooks are known by their names', () => {
  expect(isWebhook({ type: 'http', name: 'alerts_WH_D' })).toBe(true)
  expect(isWebhook({ type: 'http', name: 'alerts' })).toBe(false)
})

test('a source is selected from by its id', () => {
  expect(sourceSql({ type: 'mqtt', name: 's1' })).toContain('"$bridges/mqtt:s1"')
})
