import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('cells are quoted where they must be, and rows end as RFC 4180 has it', () => {
  expect(toCsv([['a', 'b,c', 'd"e', 'f\ng'], ['1']])).toBe('a,"b,c","d""e","f\ng"\r\n1\r\n')
})

test('what a spreadsheet would run as a formula is a text; numbers stay numbers', () => {
  expect(toCsv([['=1+1', '@x', '+cmd|a', '-1.5', '-x', '\t=1']])).toBe("'=1+1,'@x,'+cmd|a,-1.5,'-x,'\t=1\r\n")
})
