import { expect, test } from 'vitest'
import { parseTemplate, renderTemplate } from './template.ts'

const values: Readonly<Record<string, unknown>> = { clientid: 'c1', n: 5, o: { a: [1] }, nothing: null }
const lookup = (_: readonly string[], name: string) => values[name]
const render = (text: string) => renderTemplate(parseTemplate(text), lookup)

test('placeholders are replaced by their values, objects as JSON', () => {
  expect(render('a/${clientid}/${n}/${o}/${nothing}')).toBe('a/c1/5/{"a":[1]}/null')
})

test('a placeholder without a value is undefined, or what the caller wants', () => {
  expect(render('a/${x.y}')).toBe('a/undefined')
  expect(renderTemplate(parseTemplate('a/${x}'), lookup, String, () => '')).toBe('a/')
})

test('a dollar in braces is a dollar, and so a placeholder can be written down', () => {
  expect(render('${$}{clientid} costs $5')).toBe('${clientid} costs $5')
})

test('what is no placeholder is text', () => {
  expect(render('${} ${a b} ${clientid')).toBe('${} ${a b} ${clientid')
})

test('a template tells the names it uses, each once, and their paths', () => {
  const { names, parts } = parseTemplate('${payload.id}${payload.id}${.}')
  expect(names).toEqual(['payload.id', '.'])
  expect(parts[0]).toEqual({ path: ['payload', 'id'], name: 'payload.id' })
  expect(parts[2]).toEqual({ path: [], name: '.' })
})
