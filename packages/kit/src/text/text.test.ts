import { describe, expect, test } from 'vitest'
import {
  charactersOf,
  extract,
  matches,
  pad,
  replace,
  replaceMatches,
  split,
  trimEnd,
  trimStart,
  unescapeText,
} from './index.ts'

const longest = 1000

describe('Texts', () => {
  test('are counted in the characters that a reader sees, however long they are', () => {
    expect(charactersOf('añ😀')).toEqual(['a', 'ñ', '😀'])
    expect(charactersOf('a\r\nb')).toEqual(['a', '\r\n', 'b'])
    expect(charactersOf('🇩🇪🇫🇷')).toEqual(['🇩🇪', '🇫🇷'])
    expect(charactersOf('👨‍👩‍👧e\u0301🇩🇪'.repeat(2000))).toHaveLength(6000)
    expect(charactersOf(`a${'\u0301'.repeat(5000)}b`)).toHaveLength(2)
  })

  test('are split at separators, and nowhere without one', () => {
    expect(split('/a//b', '/', undefined)).toEqual(['a', 'b'])
    expect(split('/a//b', '/', 'trailing_notrim')).toEqual(['/a/', 'b'])
    expect(split('ab', '', 'notrim')).toEqual(['ab'])
  })

  test('lose the white space at their ends, but no other blanks', () => {
    expect(trimEnd(trimStart('\t\u2028 a\u00a0b \r\n'))).toBe('a\u00a0b')
    expect(trimStart('\u00a0a')).toBe('\u00a0a')
  })

  test('never become longer than they may', () => {
    expect(() => pad('a', 1001, 'both', ' ', longest)).toThrow('longer than 1000')
    expect(() => replace('aa', 'a', 'b'.repeat(501), 'all', longest)).toThrow('longer than 1000')
    expect(() => replaceMatches('aa', 'a', 'b'.repeat(501), longest)).toThrow('longer than 1000')
    expect(pad('a', 1000, 'leading', ' ', longest)).toHaveLength(1000)
  })

  test('have escapes', () => {
    expect(unescapeText('a\\x00004E16\\n\\\\')).toBe('a世\n\\')
    expect(() => unescapeText('\\q')).toThrow('\\q is no escape')
    expect(() => unescapeText('\\xD800')).toThrow('\\xD800 is no character')
  })
})

describe('Patterns', () => {
  test('match as in EMQX: the point is no line end, small and capital letters differ', () => {
    expect(matches('a\nb', 'a.b')).toBe(false)
    expect(matches('a\nb', '(?s)a.b')).toBe(true)
    expect(matches('A', 'a')).toBe(false)
  })

  test('need linear time', () => {
    expect(matches('a'.repeat(100_000), '^(a+)+$b')).toBe(false)
  })

  test('give the groups of the first match, as far as they took part', () => {
    expect(extract('ac', '(a)(b)?(c)(d)?')).toEqual(['a', '', 'c'])
    expect(extract('x', '(a)')).toEqual([])
  })

  test('replace, with the groups by number', () => {
    expect(replaceMatches('abc', 'x*', '-', longest)).toBe('-a-b-c-')
    expect(replaceMatches('ab', '(a)(b)', '\\2\\g{1}\\g1[&]\\&\\9', longest)).toBe('baa[ab]&')
  })

  test('that RE2 cannot read are refused', () => {
    expect(() => matches('a', '(?=a)')).toThrow('the pattern (?=a) cannot be used')
  })
})
