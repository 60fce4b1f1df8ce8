import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('cells are quoted where necessary, and rows end with CRLF as in RFC 4180', () => {
  expect(toCsv([['a', 'b,c', 'd"e', 'f\ng'], ['1']])).toBe('a,"b,c","d""e","f\ng"\r\n1\r\n')
})

test('formulas are exported as text, numbers as numbers', () => {
  expect(toCsv([['=1+1', '@x', '+cmd|a', '-1.5', '-x', '\t=1']])).toBe("'=1+1,'@x,'+cmd|a,-1.5,'-x,'\t=1\r\n")
})
