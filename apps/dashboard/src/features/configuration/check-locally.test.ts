import { expect, test } from 'vitest'
import { checkLocally } from './check-locally.ts'

const current = 'mqtt { max_inflight = 32, retain_available = true }\nlog { console { enable = false } }\n'
const check = (text: string, part: object = {}) =>
  checkLocally({ text, mode: 'merge', ignoreReadOnly: true, ...part }, current)

test('merge shows the changes in the sections of the text', () => {
  const { errors, before, after, checkedBy } = check('mqtt.max_inflight = 40')
  expect(errors).toEqual([])
  expect(checkedBy).toBe('page')
  expect(before).not.toContain('log')
  expect(before.replace('32', '40')).toBe(after)
})

test('replace removes settings that are missing in the text', () => {
  const { after } = check('mqtt { max_inflight = 40 }', { mode: 'replace' })
  expect(after).not.toContain('retain_available')
})

test('a syntax error has line and column', () => {
  const { errors } = check('mqtt {\n  max_inflight = \n')
  expect(errors).toEqual([expect.objectContaining({ line: expect.any(Number), column: expect.any(Number) })])
})

test('read-only sections are skipped on request', () => {
  expect(check('node { name = x }').after).toBe('')
  expect(check('node { name = x }', { ignoreReadOnly: false }).after).toContain('name')
})

test('a change of the dashboard section may move the page', () => {
  expect(check('dashboard.listeners.http.bind = 1').movesPage).toBe(true)
  expect(check('mqtt.max_inflight = 1').movesPage).toBe(false)
})
