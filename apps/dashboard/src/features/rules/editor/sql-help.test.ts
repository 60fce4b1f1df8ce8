import { describe, expect, test } from 'vitest'
import { sqlHelp } from './sql-help.ts'

const help = sqlHelp(() => ({
  locale: 'en',
  columnsOf: ({ kind }) => (kind === 'topic' ? ['payload', 'topic', 'clientid'] : ['reason']),
  sources: [{ text: '$events/client_connected', about: 'client connected' }],
  payload: '{"temp":1,"list":[{"x y":2}],"from":0}',
  suggestions: { alias: 'alias', item: 'item', key: 'key' },
}))

/**
 * The completions at `
 * ` and the text that they replace.
 */
function offered(marked: string) {
  const offset = marked.indexOf('|')
  const text = marked.replace('|', '')
  const found = help.completeAt(text, offset)
  return { labels: found?.options.map(({ label }) => label) ?? [], replaced: found && text.slice(found.from, found.to) }
}

describe('completion', () => {
  test('offers the first keywords of a statement', () => {
    expect(offered('se|')).toEqual({ labels: ['SELECT', 'FOREACH'], replaced: 'se' })
  })

  test('offers the columns of the FROM clause, aliases and functions', () => {
    const { labels, replaced } = offered('SELECT payload.a as n, top| FROM "t/#"')
    expect(replaced).toBe('top')
    expect(labels).toEqual(expect.arrayContaining(['topic', 'clientid', 'n', 'upper', 'CASE']))
    expect(labels).not.toContain('reason')
    expect(offered('SELECT | FROM "$events/client_disconnected"').labels).toContain('reason')
  })

  test('reads the payload of the test behind a dot, with quotes where a key needs them', () => {
    expect(offered('SELECT payload.| FROM "t"').labels).toEqual(['temp', 'list', "'from'"])
    expect(offered('SELECT payload.list[1].| FROM "t"').labels).toEqual(["'x y'"])
    expect(offered('SELECT flags.| FROM "t"').labels).toEqual(['retain', 'dup'])
  })

  test('replaces a source with its quotes', () => {
    expect(offered('SELECT * FROM "$ev|"')).toEqual({
      labels: ['"$events/client_connected"', 'WHERE'],
      replaced: '"$ev"',
    })
  })

  test('offers what may follow, and nothing inside of a text or as an alias', () => {
    expect(offered('SELECT a |').labels).toContain('FROM')
    expect(offered('SELECT a FROM "t" WHERE a |').labels).not.toContain('FROM')
    expect(offered("SELECT 'a|'").labels).toEqual([])
    expect(offered('SELECT a as |').labels).toEqual([])
  })

  test('leaves places for the arguments that a function needs', () => {
    const found = help.completeAt('SELECT subst FROM "t"', 12)
    expect(found?.options.find(({ label }) => label === 'substr')?.snippet).toBe('substr(#{text}, #{start})')
  })
})

test('a function is explained under the pointer, and so is a column', () => {
  const text = 'SELECT upper(topic), payload.topic FROM "t"'
  expect(help.hintAt(text, 9)).toMatchObject({ title: 'upper(text)', examples: ["upper('hello') → 'HELLO'"] })
  expect(help.hintAt(text, 14)).toMatchObject({ title: 'topic' })
  expect(help.hintAt(text, text.lastIndexOf('topic'))).toBeUndefined()
})

test('while arguments are typed, the function says which one it is', () => {
  expect(help.signatureAt('SELECT substr(a, ', 17)).toEqual({
    name: 'substr',
    parameters: ['text', 'start', 'length?'],
    active: 1,
  })
  expect(help.signatureAt('SELECT a', 8)).toBeUndefined()
})
