import { describe, expect, test } from 'vitest'
import {
  bestFormat,
  fileNameOf,
  fromBase64,
  sizeOfBase64,
  toHexDump,
  toPrettyJson,
  toPreview,
  toText,
} from './payload.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)
const utf8 = (text: string) => new TextEncoder().encode(text)

test.each(['', 'AA==', 'AAE=', 'AAEC', 'AAECAw=='])('the size of "%s" is known without decoding it', (text) => {
  expect(sizeOfBase64(text)).toBe(fromBase64(text).length)
})

describe('text', () => {
  test('is decoded as UTF-8, including a byte order mark', () => {
    expect(toText(utf8('温度 21 °C'))).toBe('温度 21 °C')
    expect(toText(bytes(0xef, 0xbb, 0xbf, 0x41))).toBe('\ufeffA')
  })

  test('is undefined for bytes that are not UTF-8', () => {
    expect(toText(bytes(0xff, 0xfe, 0x00))).toBeUndefined()
    expect(toText(bytes(0xc3))).toBeUndefined()
  })
})

describe('JSON', () => {
  test('is indented by two', () => {
    expect(toPrettyJson('{"a":[1,{"b":"x, {y}"}],"c":{},"d":[ ]}')).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": "x, {y}"\n    }\n  ],\n  "c": {},\n  "d": []\n}',
    )
  })

  test('keeps numbers and strings as they were written', () => {
    expect(toPrettyJson('[12345678901234567890, 1.0, 1e3, "\\u00e9\\"", true, null]')).toBe(
      '[\n  12345678901234567890,\n  1.0,\n  1e3,\n  "\\u00e9\\"",\n  true,\n  null\n]',
    )
  })

  test.each(['', '{', '{a:1}', 'hello', '[1,]', '1 2'])('is not claimed for "%s"', (text) => {
    expect(toPrettyJson(text)).toBeUndefined()
  })

  test('may be a bare value', () => expect(toPrettyJson(' 42 ')).toBe('42'))
})

describe('the hex dump', () => {
  test('shows each byte in two digits with its offset and its ASCII', () => {
    expect(toHexDump(bytes(0x00, 0x0a, 0x41, 0xff, 0x7f))).toBe(
      '00000000  00 0a 41 ff 7f                                    |..A..|',
    )
  })

  test('has sixteen bytes per line in aligned columns', () => {
    const lines = toHexDump(utf8('0123456789abcdefXY')).split('\n')
    expect(lines).toEqual([
      '00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |0123456789abcdef|',
      '00000010  58 59                                             |XY|',
    ])
  })

  test('shows the bytes, not decoded text', () => {
    expect(toHexDump(bytes(0xc3, 0x28))).toContain('c3 28')
    expect(toHexDump(bytes())).toBe('')
  })
})

test.each([
  ['{"a":1}', 'json'],
  [' [1]', 'json'],
  ['42', 'text'],
  ['21.5 °C', 'text'],
  ['{not json', 'text'],
  ['a\u0000b', 'hex'],
  ['', 'text'],
] as const)('"%s" is first shown as %s', (text, view) => {
  expect(bestFormat(utf8(text))).toBe(view)
})

test('bytes that are not text are first shown as hex', () => expect(bestFormat(bytes(0xff, 0x00))).toBe('hex'))

test.each([
  [utf8('{"a":1}'), 'hall/1.json'],
  [utf8('21.5'), 'hall/1.txt'],
  [bytes(0xff), 'hall/1.bin'],
])('the file of a payload is named by what is in it', (payload, name) => {
  expect(fileNameOf('hall/1', payload)).toBe(name)
})

test('a preview is one line, also with a partial character', () => {
  expect(toPreview(utf8('a\n  b'))).toBe('a b')
  expect(toPreview(utf8(`${'x'.repeat(119)}温`))).toBe('x'.repeat(119))
  expect(toPreview(bytes(0xff))).toBeUndefined()
})
