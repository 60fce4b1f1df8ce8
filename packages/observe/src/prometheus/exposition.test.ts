import { expect, test } from 'vitest'
import { toText } from './exposition.ts'

test('a family has a type, a help text and a line per sample', () => {
  const samples = [{ value: 1 }, { labels: { a: 'x', b: 'y' }, value: 0.5 }]
  expect(toText([{ name: 'n', type: 'counter', help: 'Helps.', samples }])).toBe(
    '# TYPE n counter\n# HELP n Helps.\nn 1\nn{a="x",b="y"} 0.5\n',
  )
})

test('quotes, backslashes and line feeds are escaped', () => {
  const samples = [{ labels: { id: 'a"b\\c\nd' }, value: 1 }]
  expect(toText([{ name: 'n', type: 'gauge', help: 'x\ny\\', samples }])).toBe(
    '# TYPE n gauge\n# HELP n x\\ny\\\\\nn{id="a\\"b\\\\c\\nd"} 1\n',
  )
})

test.each([
  [Number.POSITIVE_INFINITY, '+Inf'],
  [Number.NEGATIVE_INFINITY, '-Inf'],
  [Number.NaN, 'NaN'],
  [1e21, '1e+21'],
])('%d is written as %s', (value, expected) => {
  expect(toText([{ name: 'n', type: 'gauge', samples: [{ value }] }])).toContain(`\nn ${expected}\n`)
})
