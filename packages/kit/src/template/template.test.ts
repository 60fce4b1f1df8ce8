import { expect, test } from 'vitest'
import { parseTemplate, renderTemplate, ruleText, templateText } from './template.ts'

const values: Readonly<Record<string, unknown>> = { clientid: 'c1', n: 5, o: { a: [1] }, nothing: null }
const lookup = (_: readonly string[], name: string) => values[name]
const render = (text: string) => renderTemplate(parseTemplate(text), lookup)

test('placeholders are replaced by their values, objects as JSON', () => {
  expect(render('a/${clientid}/${n}/${o}/${nothing}')).toBe('a/c1/5/{"a":[1]}/null')
})

test('a placeholder without a value becomes `undefined`, or the value of the caller', () => {
  expect(render('a/${x.y}')).toBe('a/undefined')
  expect(renderTemplate(parseTemplate('a/${x}'), lookup, String, () => '')).toBe('a/')
})

test('`${$}` is a dollar, so that a placeholder can be written literally', () => {
  expect(render('${$}{clientid} costs $5')).toBe('${clientid} costs $5')
})

test('anything else is literal text', () => {
  expect(render('${} ${a b} ${clientid')).toBe('${} ${a b} ${clientid')
})

test('a template lists the names it uses once, with their paths', () => {
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

test('with bigints as integers, numbers are printed as floats', () => {
  expect(ruleText({ a: 1, b: 1n, c: 0.5 })).toBe('{"a":1.0,"b":1,"c":0.5}')
  expect(ruleText(1e21)).toBe('1.0e21')
})
