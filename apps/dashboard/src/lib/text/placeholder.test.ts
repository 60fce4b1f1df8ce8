import { expect, test } from 'vitest'
import { nameAt, placeholderAt } from './placeholder.ts'

/** A bar marks the caret. */
function at(marked: string) {
  return placeholderAt(marked.replace('|', ''), marked.indexOf('|'))
}

test.each([
  ['a/$|', { from: 2, to: 3, name: '' }],
  ['a/${|', { from: 2, to: 4, name: '' }],
  ['a/${cl|', { from: 2, to: 6, name: 'cl' }],
  ['${cl|}', { from: 0, to: 5, name: 'cl' }],
  ['${cl|ientid}/x', { from: 0, to: 11, name: 'cl' }],
  ['${a}${b|', { from: 4, to: 7, name: 'b' }],
  ['$|/a}', { from: 0, to: 1, name: '' }],
])('the placeholder being typed is found in %s', (marked, found) => {
  expect(at(marked)).toEqual(found)
})

test.each(['a|', '${a}|', '$ {|', '${a b|', '|${a}', ''])('no placeholder is being typed in “%s”', (marked) => {
  expect(at(marked)).toBeUndefined()
})

const nameIn = (marked: string) => nameAt(marked.replace('|', ''), marked.indexOf('|'))

test.each([
  ['cli|', { from: 0, to: 3, name: 'cli' }],
  ['nth(1, tok|', { from: 7, to: 10, name: 'tok' }],
  ['up|per(x)', { from: 0, to: 6, name: 'up' }],
  ["concat('a', user_property.k|)", { from: 12, to: 27, name: 'user_property.k' }],
])('in the expression %s a name is being typed', (marked, found) => {
  expect(nameIn(marked)).toEqual(found)
})

test.each(['', '|', "'cli|", "tokens(a, 'b|')", 'nth(1|', 'upper(|'])('in the expression “%s” none is', (marked) => {
  expect(nameIn(marked)).toBeUndefined()
})
