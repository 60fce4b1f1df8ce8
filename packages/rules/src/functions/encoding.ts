import { decodeJson, encodeJson, type Value } from '@mqdeck/kit/json'
import { bytes, fail, option, text, textOrBytes } from './arguments.ts'
import { bitLength } from './bit-sequence.ts'
import { defineFamily } from './function.ts'
import { fromHex, toHex } from './hex.ts'
import { sqlFunction } from './sql-function.ts'
import { decodeTerm, encodeTerm } from './term.ts'
import { toText } from './values.ts'

export const encoding = defineFamily({
  id: 'encoding',
  title: { en: 'Encoding', zh: '编解码' },
  functions: [
    sqlFunction({
      name: 'base64_encode',
      takes: 'data, option?, option?',
      help: {
        en: `Encodes a string or binary as Base64. Option 'no_padding' omits =, option 'urlsafe' uses - and _ instead of + and /.`,
        zh: `编码为 base64。选项：'no_padding' 不带 = 填充，'urlsafe' 使用 - 和 _。`,
      },
      examples: [
        [`base64_encode('hello')`, 'aGVsbG8='],
        [`base64_encode('hello', 'no_padding')`, 'aGVsbG8'],
      ],
      run: (args) => toBase64(bytes(args, 0), !has(args, 'no_padding'), has(args, 'urlsafe')),
    }),
    sqlFunction({
      name: 'base64_decode',
      takes: 'text, option?, option?',
      help: {
        en: `Decodes Base64. Option 'no_padding' expects no =, option 'urlsafe' expects - and _ instead of + and /.`,
        zh: `解码 base64。选项：'no_padding' 表示无 = 填充，'urlsafe' 表示使用 - 和 _。`,
      },
      examples: [[`base64_decode('aGVsbG8=')`, 'hello']],
      run: (args) => {
        const decoded = fromBase64(text(args, 0), !has(args, 'no_padding'), has(args, 'urlsafe'))
        return textOrBytes(decoded ?? fail('the text is not base64'))
      },
    }),
    sqlFunction({
      name: 'json_encode',
      takes: 'value',
      help: { en: 'Encodes a value as JSON.', zh: '编码为 JSON 文本。' },
      examples: [[`json_encode(json_decode('[1, 2.0, "a"]'))`, '[1,2.0,"a"]']],
      run: ([value]) => encodeJson(value),
    }),
    sqlFunction({
      name: 'json_decode',
      takes: 'text',
      help: {
        en: 'Decodes JSON. Integers of any size stay exact.',
        zh: '解码 JSON 文本，任意大小的整数都保持精确。',
      },
      examples: [[`json_decode('{"a": 9007199254740993}')`, { a: 9007199254740993n }]],
      run: (args) => decodeJson(text(args, 0)),
    }),
    sqlFunction({
      name: 'bin2hexstr',
      takes: 'bytes, prefix?',
      help: {
        en: 'Converts a binary to upper-case hexadecimal, with an optional prefix.',
        zh: '将字节转换为大写十六进制字符串，可加前缀。',
      },
      examples: [
        [`bin2hexstr('hi')`, '6869'],
        [`bin2hexstr('hi', '0x')`, '0x6869'],
      ],
      run: (args) => (args.length > 1 ? text(args, 1) : '') + upperHex(bytes(args, 0)),
    }),
    sqlFunction({
      name: 'hexstr2bin',
      takes: 'text, prefix?',
      help: {
        en: 'Converts hexadecimal to a binary. An optional prefix is removed first.',
        zh: '将十六进制字符串转换为字节，可指定要去除的前缀。',
      },
      examples: [
        [`hexstr2bin('6869')`, 'hi'],
        [`hexstr2bin('0x6869', '0x')`, 'hi'],
      ],
      run: (args) => {
        const [whole, prefix] = [text(args, 0), args.length > 1 ? text(args, 1) : '']
        if (!whole.startsWith(prefix)) return fail('the text does not start with the prefix')
        return textOrBytes(fromHex(whole.slice(prefix.length)) ?? fail('the text is not hexadecimal'))
      },
    }),
    sqlFunction({
      name: 'str_utf16_le',
      takes: 'value',
      help: {
        en: 'Converts a value to UTF-16 text in little-endian order, for SQL Server.',
        zh: '将值转换为 UTF-16 小端字节，适用于 SQL Server。',
      },
      examples: [[`bin2hexstr(str_utf16_le('h'))`, '6800']],
      run: ([value]) => utf16(toText(value)),
    }),
    sqlFunction({
      name: 'sqlserver_bin2hexstr',
      takes: 'bytes',
      help: {
        en: 'Converts a binary to hexadecimal with the prefix 0x, the format of binary values in SQL Server.',
        zh: '将字节转换为以 0x 开头的十六进制字符串（SQL Server 二进制格式）。',
      },
      examples: [
        [`sqlserver_bin2hexstr('hello')`, '0x68656C6C6F'],
        [`sqlserver_bin2hexstr(str_utf16_le('你好'))`, '0x604F7D59'],
      ],
      run: (args) => `0x${upperHex(bytes(args, 0))}`,
    }),
    sqlFunction({
      name: 'term_encode',
      takes: 'value',
      help: {
        en: `Encodes a value in the Erlang external term format.`,
        zh: '编码为 Erlang 外部项格式（External Term Format）。',
      },
      examples: [[`bin2hexstr(term_encode('hi'))`, '836D000000026869']],
      run: ([value]) => encodeTerm(value),
    }),
    sqlFunction({
      name: 'term_decode',
      takes: 'bytes',
      help: {
        en: `Decodes the Erlang external term format. Tuples become arrays, atoms become strings.`,
        zh: '解码 Erlang 外部项格式；元组转换为数组，原子转换为字符串。',
      },
      examples: [[`term_decode(term_encode(json_decode('{"a": [1, 2]}')))`, { a: [1n, 2n] }]],
      run: (args) => decodeTerm(bytes(args, 0)),
    }),
  ],
})

const options = ['no_padding', 'urlsafe'] as const

const has = (args: readonly Value[], wanted: (typeof options)[number]) =>
  args.slice(1).some((_, index) => option(args, index + 1, options) === wanted)

/** If the sequence ends within a byte, only as many digits as its bits need. */
function upperHex(sequence: Uint8Array): string {
  const rest = bitLength(sequence) % 8
  if (rest === 0) return toHex(sequence).toUpperCase()
  const digits = rest <= 4 ? sequence.length * 2 - 1 : sequence.length * 2
  const value = BigInt(`0x${toHex(sequence)}`) >> BigInt(8 - rest)
  return value.toString(16).toUpperCase().padStart(digits, '0')
}

function utf16(written: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(written.length * 2))
  for (let at = 0; at < written.length; at += 1) view.setUint16(at * 2, written.charCodeAt(at), true)
  return new Uint8Array(view.buffer)
}

/** RFC 4648. */
function toBase64(bytes: Uint8Array, isPadded: boolean, isForUrls: boolean): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  const encoded = btoa(binary)
  const plain = isPadded ? encoded : encoded.replace(/=+$/, '')
  return isForUrls ? plain.replaceAll('+', '-').replaceAll('/', '_') : plain
}

/** Whitespace is ignored, as in Erlang. Undefined if the text is not base64. */
function fromBase64(encoded: string, isPadded: boolean, isForUrls: boolean): Uint8Array | undefined {
  const given = encoded.replace(/[ \t\r\n]/g, '')
  if (isForUrls ? /[+/]/.test(given) : /[-_]/.test(given)) return undefined
  const standard = isForUrls ? given.replaceAll('-', '+').replaceAll('_', '/') : given
  if (!(isPadded ? paddedPattern : unpaddedPattern).test(standard)) return undefined
  return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0))
}

// The length is checked separately, because some regular expression engines match groups of four recursively.
const paddedPattern = { test: (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text) }
const unpaddedPattern = { test: (text: string) => text.length % 4 !== 1 && /^[A-Za-z0-9+/]*$/.test(text) }
