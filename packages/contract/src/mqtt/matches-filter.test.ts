import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesFilter } from './matches-filter.ts'

describe('matchesFilter', () => {
  const cases: readonly (readonly [filter: string, matching: readonly string[], others: readonly string[]])[] = [
    [
      'sport/tennis/player1/#',
      ['sport/tennis/player1', 'sport/tennis/player1/ranking', 'sport/tennis/player1/score/w'],
      ['sport/tennis'],
    ],
    ['sport/#', ['sport'], ['sports', 'spor']],
    ['sport/tennis/+', ['sport/tennis/player1', 'sport/tennis/'], ['sport/tennis/player1/ranking', 'sport/tennis']],
    ['sport/+', ['sport/'], ['sport']],
    ['+/+', ['/finance', 'a/b'], ['a', 'a/b/c']],
    ['/+', ['/finance'], ['a/finance']],
    ['+', ['finance'], ['/finance']],
    ['+/#', ['a', 'a/b', '/'], []],
    ['#', ['a', '/', 'a/b'], []],
  ]
  for (const [filter, matching, others] of cases)
    test(`${filter} matches as the examples of 4.7.1 say`, () => {
      for (const topic of matching) expect(matchesFilter(filter, topic), topic).toBe(true)
      for (const topic of others) expect(matchesFilter(filter, topic), topic).toBe(false)
    })

  test('a wildcard in the first level does not match topics that start with $ [MQTT-4.7.2-1]', () => {
    expect(matchesFilter('#', '$SYS/a')).toBe(false)
    expect(matchesFilter('+/a', '$SYS/a')).toBe(false)
    expect(matchesFilter('$SYS/#', '$SYS/a')).toBe(true)
    expect(matchesFilter('$SYS/+', '$SYS/a')).toBe(true)
  })

  test('an invalid wildcard is an ordinary character, as in EMQX', () => {
    expect(matchesFilter('a/#/b', 'a/x/b')).toBe(false)
    expect(matchesFilter('a/#/b', 'a/#/b')).toBe(true)
    expect(matchesFilter('a+', 'ab')).toBe(false)
  })

  test('agrees with a level-by-level comparison for random filters and topics', () => {
    const level = fc.constantFrom('a', 'b', '', '$x', '+')
    const filter = fc
      .tuple(fc.array(level, { minLength: 1, maxLength: 4 }), fc.boolean())
      .map(([levels, open]) => (open ? [...levels, '#'] : levels))
    const topic = fc
      .array(fc.constantFrom('a', 'b', '', '$x'), { minLength: 1, maxLength: 5 })
      .filter((t) => t.join('/') !== '')
    fc.assert(
      fc.property(filter, topic, (f, t) => {
        expect(matchesFilter(f.join('/'), t.join('/'))).toBe(byDefinition(f, t))
      }),
      { numRuns: 2000 },
    )
  })
})

function byDefinition(filter: readonly string[], topic: readonly string[]): boolean {
  const wild = filter[0] === '+' || filter[0] === '#'
  if (wild && topic[0]?.startsWith('$')) return false
  const open = filter.at(-1) === '#'
  const fixed = open ? filter.slice(0, -1) : filter
  if (open ? topic.length < fixed.length : topic.length !== fixed.length) return false
  return fixed.every((level, i) => level === '+' || level === topic[i])
}
