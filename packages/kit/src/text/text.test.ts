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
  test('are counted in visible characters, not in bytes', () => {
    expect(charactersOf('añ😀')).toEqual(['a', 'ñ', '😀'])
    expect(charactersOf('a\r\nb')).toEqual(['a', '\r\n', 'b'])
    expect(charactersOf('🇩🇪🇫🇷')).toEqual(['🇩🇪', '🇫🇷'])
    expect(charactersOf('👨‍👩‍👧e\u0301🇩🇪'.repeat(2000))).toHaveLength(6000)
    expect(charactersOf(`a${'\u0301'.repeat(5000)}b`)).toHaveLength(2)
  })

  test('are split at separators, and not at an empty one', () => {
    expect(split('/a//b', '/', undefined)).toEqual(['a', 'b'])
    expect(split('/a//b', '/', 'trailing_notrim')).toEqual(['/a/', 'b'])
    expect(split('ab', '', 'notrim')).toEqual(['ab'])
  })

  test('are trimmed of white space, but not of other blanks', () => {
    expect(trimEnd(trimStart('\t\u2028 a\u00a0b \r\n'))).toBe('a\u00a0b')
    expect(trimStart('\u00a0a')).toBe('\u00a0a')
  })

  test('are limited in length', () => {
    expect(() => pad('a', 1001, 'both', ' ', longest)).toThrow('longer than 1000')
    expect(() => replace('aa', 'a', 'b'.repeat(501), 'all', longest)).toThrow('longer than 1000')
    expect(() => replaceMatches('aa', 'a', 'b'.repeat(501), longest)).toThrow('longer than 1000')
    expect(pad('a', 1000, 'leading', ' ', longest)).toHaveLength(1000)
  })

  test('resolve escapes', () => {
    expect(unescapeText('a\\x00004E16\\n\\\\')).toBe('a世\n\\')
    expect(() => unescapeText('\\q')).toThrow('\\q is not an escape sequence')
    expect(() => unescapeText('\\xD800')).toThrow('\\xD800 is not a character')
  })
})

describe('Patterns', () => {
  test('match as in EMQX: the dot excludes line ends, and case matters', () => {
    expect(matches('a\nb', 'a.b')).toBe(false)
    expect(matches('a\nb', '(?s)a.b')).toBe(true)
    expect(matches('A', 'a')).toBe(false)
  })

  test('match in linear time', () => {
    expect(matches('a'.repeat(100_000), '^(a+)+$b')).toBe(false)
  })

  test('return the groups of the first match that took part', () => {
    expect(extract('ac', '(a)(b)?(c)(d)?')).toEqual(['a', '', 'c'])
    expect(extract('x', '(a)')).toEqual([])
  })

  test('replace matches, with groups by number', () => {
    expect(replaceMatches('abc', 'x*', '-', longest)).toBe('-a-b-c-')
    expect(replaceMatches('ab', '(a)(b)', '\\2\\g{1}\\g1[&]\\&\\9', longest)).toBe('baa[ab]&')
  })

  test('that RE2 does not support are rejected', () => {
    expect(() => matches('a', '(?=a)')).toThrow('the pattern (?=a) cannot be used')
  })
})
