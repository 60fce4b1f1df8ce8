import { expect, test } from 'vitest'
import { parseTemplate, renderTemplate, ruleText, templateText } from './template.ts'

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

test('integers beyond 2^53 keep their digits, also inside of objects', () => {
  expect(templateText(9223372036854775807n)).toBe('9223372036854775807')
  expect(templateText({ a: [9223372036854775807n, new TextEncoder().encode('x')], b: undefined })).toBe(
    '{"a":[9223372036854775807,"x"],"b":"undefined"}',
  )
})

test('where whole numbers are bigints, numbers are floats and look like them', () => {
  expect(ruleText({ a: 1, b: 1n, c: 0.5 })).toBe('{"a":1.0,"b":1,"c":0.5}')
  expect(ruleText(1e21)).toBe('1.0e21')
})
