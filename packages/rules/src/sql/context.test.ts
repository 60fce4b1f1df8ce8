import { describe, expect, test } from 'vitest'
import { contextAt, type SqlContext } from './context.ts'

/**
 * The context at `
 * ` in the text.
 */
function at(marked: string): SqlContext & { readonly text: string } {
  const offset = marked.indexOf('|')
  const text = marked.slice(0, offset) + marked.slice(offset + 1)
  const context = contextAt(text, offset)
  return { ...context, text: text.slice(context.word.from, context.word.to) }
}

describe('The context of a cursor', () => {
  test.each([
    ['|', 'start', 'expression', ''],
    ['sel|', 'start', 'expression', 'sel'],
    ['select|', 'start', 'expression', 'select'],
    ['select |', 'select', 'expression', ''],
    ['select a|, b from "t"', 'select', 'expression', 'a'],
    ['select a |', 'select', 'operator', ''],
    ['select a f|', 'select', 'operator', 'f'],
    ['select a + |', 'select', 'expression', ''],
    ['select a as |', 'select', 'alias', ''],
    ['select upper(|', 'select', 'expression', ''],
    ['select upper(a)|', 'select', 'operator', ''],
    ["select 'te|xt' from t", 'select', 'nothing', ''],
    ["select 'te|", 'select', 'nothing', ''],
    ["select 'text'|", 'select', 'operator', ''],
    ['select a -- co|mment', 'select', 'nothing', ''],
    ['select a -- comment|', 'select', 'nothing', ''],
    ['select /* a */ |', 'select', 'expression', ''],
    ['select a from |', 'from', 'source', ''],
    ['select a from "t/|" where a', 'from', 'source', '"t/"'],
    ['select a from "t/|\nwhere', 'from', 'source', '"t/'],
    ['select a from t, "$ev|', 'from', 'source', '"$ev'],
    ['select a from t where |', 'where', 'expression', ''],
    ['select a from t where a = |', 'where', 'expression', ''],
    ['foreach |', 'foreach', 'expression', ''],
    ['foreach a do |', 'do', 'expression', ''],
    ['foreach a do b incase |', 'incase', 'expression', ''],
    ['select case when a then 1 end |', 'select', 'operator', ''],
    ['select case when |', 'select', 'expression', ''],
  ])('%j is in %s, %s', (marked, clause, place, text) => {
    expect(at(marked)).toMatchObject({ clause, place, text })
  })

  test.each([
    ['select payload.| from "t/#"', ['payload'], ''],
    ['select payload.a[1].b.cd|', ['payload', 'a', 'b'], 'cd'],
    ["select payload.'x y'[a[1]].|", ['payload', 'x y'], ''],
    ['select a, flags.re|, b from t', ['flags'], 're'],
  ])('%j is behind a dot', (marked, path, text) => {
    expect(at(marked)).toMatchObject({ place: 'key', path, text })
  })

  test('knows sources, aliases and the item though the statement is not finished', () => {
    expect(at('select a as x, b.c, | from "t/#", "$events/client_connected"')).toMatchObject({
      sources: [{ text: 't/#' }, { text: '$events/client_connected', kind: 'event' }],
      aliases: ['x', 'b.c'],
    })
    expect(at('foreach payload.s as s do s.| from t').item).toBe('s')
    expect(at('foreach payload.s do | from t').item).toBe('item')
    expect(at('select a | from t').item).toBeUndefined()
  })

  test('knows the function around it', () => {
    expect(at('select a, substr(b, f(1, 2), |').call).toEqual({ name: 'substr', argument: 2 })
    expect(at('select substr(lower(|), 1)').call).toEqual({ name: 'lower', argument: 0 })
    expect(at('select substr([1, 2, |').call).toEqual({ name: 'substr', argument: 0 })
    expect(at('select a, (b + |').call).toBeUndefined()
    expect(at('select f(a), |').call).toBeUndefined()
  })
})
