import { describe, expect, test } from 'vitest'
import { parseVariform, VariformError } from './index.ts'

const problemOf = (source: string) => {
  try {
    parseVariform(source)
    return undefined
  } catch (error) {
    return error instanceof VariformError ? `${error.column}: ${error.message}` : error
  }
}

describe('a variform expression', () => {
  test('is a variable, or a call with variables, strings, numbers, lists and calls', () => {
    expect(parseVariform('user_property.tenant')).toEqual({ type: 'variable', path: ['user_property', 'tenant'] })
    expect(parseVariform(` nth(1, tokens(clientid , '-"'))`)).toEqual({
      type: 'call',
      name: 'nth',
      args: [
        { type: 'number', value: 1 },
        {
          type: 'call',
          name: 'tokens',
          args: [
            { type: 'variable', path: ['clientid'] },
            { type: 'text', value: '-"' },
          ],
        },
      ],
    })
    expect(parseVariform('concat([username, "-", -1.5])')).toMatchObject({ args: [{ items: { length: 3 } }] })
  })

  test.each([
    ['', '1: expected a variable, a function, a string or a number, not the end of the expression'],
    ["nth(1, tokens(clientid, '-')", '29: expected a comma or ), not the end of the expression'],
    ["nht(1, tokens(clientid, '-'))", '1: unknown function nht'],
    ['lower(clientid, upper())', '17: upper takes 1 argument, not 0'],
    ['concat(a, b, c)', '1: concat takes 1 or 2 arguments, not 3'],
    ["lower('clientid", '7: this string has no closing quote'],
    ['clientid + 1', '10: unexpected character +'],
    ["'clientid'", '1: must be a variable or a function call'],
    ['lower(a) b', '10: expected the end of the expression, not b'],
    ['lower(a,)', '9: expected a variable, a function, a string or a number, not )'],
  ])('%j is rejected with column and reason', (source, problem) => {
    expect(problemOf(source)).toBe(problem)
  })

  test('is limited in length and depth', () => {
    expect(problemOf('a'.repeat(5000))).toContain('at most 4096')
    expect(problemOf(`${'lower('.repeat(100)}a${')'.repeat(100)}`)).toContain('nested too deeply')
  })
})
