import { parseTemplate } from '@mqdeck/kit/template'
import { expect, test } from 'vitest'
import { fill, fillBytes } from './template.ts'

const data = { payload: '{"id":9007199254740993,"whole":2,"float":2.0,"o":{"max":18446744073709551615}}', n: 1n, f: 1 }

test('numbers of any length in a JSON payload keep all digits', () => {
  const fit = (text: string) => fill(parseTemplate(text), data)
  expect(fit('${payload.id}')).toBe('9007199254740993')
  expect(fit('${payload.whole} ${payload.float} ${n} ${f}')).toBe('2 2.0 1 1.0')
  expect(fit('${payload.o}')).toBe('{"max":18446744073709551615}')
  expect(fillBytes(parseTemplate('${payload.id}'), data)).toBe('9007199254740993')
  expect(fill(parseTemplate('${payload.id}'), { payload: Buffer.from(data.payload) })).toBe('9007199254740993')
})

test('a path into a text that is not JSON is undefined', () => {
  expect(fill(parseTemplate('${payload.id}'), { payload: '{"id":' })).toBe('undefined')
})
