import { expect, test } from 'vitest'
import { checkLocally } from './check-locally.ts'

const current = 'mqtt { max_inflight = 32, retain_available = true }\nlog { console { enable = false } }\n'
const check = (text: string, part: object = {}) =>
  checkLocally({ text, mode: 'merge', ignoreReadOnly: true, ...part }, current)

test('merging shows what changes, and only the parts that the text names', () => {
  const { errors, before, after, by } = check('mqtt.max_inflight = 40')
  expect(errors).toEqual([])
  expect(by).toBe('page')
  expect(before).not.toContain('log')
  expect(before.replace('32', '40')).toBe(after)
})

test('replacing takes away what the text does not say', () => {
  const { after } = check('mqtt { max_inflight = 40 }', { mode: 'replace' })
  expect(after).not.toContain('retain_available')
})

test('a mistake is told with its place', () => {
  const { errors } = check('mqtt {\n  max_inflight = \n')
  expect(errors).toEqual([expect.objectContaining({ line: expect.any(Number), column: expect.any(Number) })])
})

test('what nobody can change is left out when it shall be', () => {
  expect(check('node { name = x }').after).toBe('')
  expect(check('node { name = x }', { ignoreReadOnly: false }).after).toContain('name')
})

test('a change of the dashboard may move the page', () => {
  expect(check('dashboard.listeners.http.bind = 1').movesPage).toBe(true)
  expect(check('mqtt.max_inflight = 1').movesPage).toBe(false)
})
