import { describe, expect, test } from 'vitest'
import { decodeJson, encodeJson, JsonError } from './index.ts'

describe('Reading JSON', () => {
  test.each([
    ['1', 1n],
    ['-0', 0n],
    ['1.0', 1],
    ['1e2', 100],
    ['-1.5E-2', -0.015],
    ['9223372036854775807', 9223372036854775807n],
    ['-18446744073709551616', -18446744073709551616n],
    ['999999999999999', 999999999999999n],
    [' { "a" : [ 1 , true , null , "x" ] , "b" : { } , "a b":[] } ', { a: [1n, true, null, 'x'], b: {}, 'a b': [] }],
    ['"\\u00fc\\n\\"\\\\\\/\\ud83d\\ude00"', 'ü\n"\\/😀'],
    ['"ü😀"', 'ü😀'],
    ['{"a":1,"a":2}', { a: 2n }],
    ['false', false],
  ])('takes %s', (text, value) => {
    expect(decodeJson(text)).toEqual(value)
    expect(decodeJson(new TextEncoder().encode(text))).toEqual(value)
  })

  test.each([
    '',
    ' ',
    '{',
    '[',
    '[1',
    '[1,',
    '[1,]',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{a:1}',
    "'a'",
    '"a',
    '"a\n"',
    '"\\x"',
    '"\\',
    '01',
    '-',
    '1.',
    '.5',
    '1e',
    '+1',
    'nul',
    'nulll',
    '1 2',
    '[1] ]',
    '{"a" 1}',
    'NaN',
    'Infinity',
    '1e999',
    '"\\u12"',
    '--1',
  ])('refuses %j', (text) => {
    expect(() => decodeJson(text)).toThrow(JsonError)
  })

  test('an error contains the reason and the position', () => {
    expect(() => decodeJson('{"a":1,}')).toThrow('invalid JSON: unexpected "}" at 7')
    expect(() => decodeJson('{"a":1')).toThrow('invalid JSON: unexpected end of text')
  })

  test('refuses bytes that are not UTF-8', () => {
    expect(() => decodeJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow('not UTF-8')
  })

  test('rejects text that would exhaust the stack or the CPU', () => {
    expect(() => decodeJson('['.repeat(1_000_000))).toThrow('nested deeper than 512')
    expect(() => decodeJson('{"a":'.repeat(100_000))).toThrow('nested deeper than 512')
    expect(() => decodeJson('9'.repeat(1_000_000))).toThrow('a number is too long')
    expect(decodeJson(`${'['.repeat(512)}${']'.repeat(512)}`)).toHaveLength(1)
  })

  test('makes __proto__ a key like any other', () => {
    const value = decodeJson('{"__proto__":{"polluted":true},"constructor":1}')
    expect(Object.keys(value ?? {})).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(encodeJson(value)).toBe('{"__proto__":{"polluted":true},"constructor":1}')
  })
})

describe('Writing JSON', () => {
  test.each([
    [1n, '1'],
    [9223372036854775807n, '9223372036854775807'],
    [1, '1.0'],
    [-0, '-0.0'],
    [0.1, '0.1'],
    [1e21, '1.0e21'],
    [1.5e300, '1.5e300'],
    [1e-7, '1.0e-7'],
    ['a"\n\u0001', '"a\\"\\n\\u0001"'],
    [null, 'null'],
    [true, 'true'],
    [undefined, '"undefined"'],
    [new TextEncoder().encode('ü'), '"ü"'],
    [Uint8Array.of(0xff), '"\ufffd"'],
    [{ a: [1n, { b: undefined }], 'c d': {} }, '{"a":[1,{"b":"undefined"}],"c d":{}}'],
  ])('of %o gives %s', (value, text) => {
    expect(encodeJson(value)).toBe(text)
  })

  test.each(['1', '1.0', '1.0e21', '{"a":[1,1.5,"x",null,true]}', '18446744073709551615'])('gives %s back', (text) => {
    expect(encodeJson(decodeJson(text))).toBe(text)
  })
})
