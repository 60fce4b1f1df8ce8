// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { adoptCases, isSameOutcome, readCases, type TestCase, writeCases } from './test-cases.ts'

const one: TestCase = {
  name: 'plain',
  data: { source: 't/#', values: { topic: 't/a' }, more: '' },
  expected: { kind: 'result', text: '{"a":1}' },
}

test('tests are kept for each rule, and those of a new one become its own', () => {
  expect(writeCases('', [one])).toBe(true)
  expect(readCases('r1')).toEqual([])
  adoptCases('r1')
  expect(readCases('r1')).toEqual([one])
  expect(readCases('')).toEqual([])
})

test('stored tests that cannot be read are ignored', () => {
  localStorage.setItem('ruleTestCases:r1', '[{"name":1}]')
  expect(readCases('r1')).toEqual([])
})

test('results are the same if their text is the same, and failures with any message are the same', () => {
  expect(isSameOutcome({ kind: 'noMatch' }, { kind: 'noMatch' })).toBe(true)
  expect(isSameOutcome({ kind: 'failed', message: 'a' }, { kind: 'failed', message: 'b' })).toBe(true)
  expect(isSameOutcome({ kind: 'result', text: '1' }, { kind: 'result', text: '1.0' })).toBe(false)
  expect(isSameOutcome({ kind: 'result', text: '1' }, { kind: 'noMatch' })).toBe(false)
})
