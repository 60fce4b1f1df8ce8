import { expect, test } from 'vitest'
import { type DiffRow, diffRows, foldRows, inlineRows } from './diff-rows.ts'

/** `1 a | 1 b`, changed words in brackets. */
function draw(rows: readonly DiffRow[]): readonly string[] {
  const side = (line: DiffRow['before']) =>
    line
      ? `${line.number} ${line.segments.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')}`
      : ''
  return rows.map((row) => `${row.isChanged ? '!' : ' '} ${side(row.before)} | ${side(row.after)}`)
}

test('changed words of a changed line are marked on both sides', () => {
  expect(draw(diffRows('a = 1\ntimeout = 15s\n', 'a = 1\ntimeout = 30s\n'))).toEqual([
    '  1 a = 1 | 1 a = 1',
    '! 2 timeout = [15s] | 2 timeout = [30s]',
  ])
})

test('added and removed lines shift the line numbers', () => {
  expect(draw(diffRows('a\ngone\nb', 'new\na\nb\nend'))).toEqual([
    '!  | 1 new',
    '  1 a | 2 a',
    '! 2 gone | ',
    '  3 b | 3 b',
    '!  | 4 end',
  ])
})

test('lines with little in common are not marked word by word', () => {
  expect(draw(diffRows('name = x', '温度 = "y z"'))).toEqual(['! 1 name = x | 1 温度 = "y z"'])
})

test('an empty text has no lines, and different line breaks are ignored', () => {
  expect(draw(diffRows('', 'a\n'))).toEqual(['!  | 1 a'])
  expect(diffRows('a\r\nb\r\n', 'a\nb').every((row) => !row.isChanged)).toBe(true)
})

test('in one column, removed lines come before added lines', () => {
  expect(draw(inlineRows(diffRows('x = 1\ny = 1\nz', 'x = 2\ny = 2\nz')))).toEqual([
    '! 1 x = [1] | ',
    '! 2 y = [1] | ',
    '!  | 1 x = [2]',
    '!  | 2 y = [2]',
    '  3 z | 3 z',
  ])
})

test('long stretches without changes are folded, short ones are not', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`)
  const changed = lines.map((line, index) => ([6, 16].includes(index) ? `${line}!` : line))
  const stretches = foldRows(diffRows(lines.join('\n'), changed.join('\n')))
  expect(stretches.map(({ isFolded, rows }) => [isFolded, rows.length])).toEqual([
    [false, 3],
    [false, 7],
    [false, 3],
    [false, 7],
    [true, 10],
  ])
})
