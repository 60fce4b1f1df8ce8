import type { Text } from '@mqdeck/contract'
import { isList, isText, type Value } from '@mqdeck/kit/json'
import { bytes, count, fail, fromUtf8, integer, option, rejectArgument } from './arguments.ts'
import { bitLength, readFloat, readInteger, takeBits } from './bit-sequence.ts'
import { defineFamily } from './function.ts'
import { sqlFunction } from './sql-function.ts'

const ofTwo = (name: string, help: Text, run: (x: bigint, y: bigint) => bigint, example: readonly [string, Value]) =>
  sqlFunction({
    name,
    takes: 'x, y',
    help,
    examples: [example],
    run: (args) => run(integer(args, 0), integer(args, 1)),
  })

export const bits = defineFamily({
  id: 'bits',
  title: { en: 'Bits', zh: '比特位操作' },
  functions: [
    ofTwo('bitand', { en: 'Bitwise AND of two integers.', zh: '按位与。' }, (x, y) => x & y, ['bitand(10, 8)', 8n]),
    ofTwo('bitor', { en: 'Bitwise OR of two integers.', zh: '按位或。' }, (x, y) => x | y, ['bitor(10, 8)', 10n]),
    ofTwo('bitxor', { en: 'Bitwise XOR of two integers.', zh: '按位异或。' }, (x, y) => x ^ y, ['bitxor(10, 8)', 2n]),
    sqlFunction({
      name: 'bitnot',
      takes: 'x',
      help: { en: 'Bitwise NOT of an integer.', zh: '按位取反。' },
      examples: [['bitnot(10)', -11n]],
      run: (args) => ~integer(args, 0),
    }),
    ofTwo('bitsl', { en: 'Shifts x left by y bits.', zh: '将 x 左移 y 位。' }, shiftLeft, ['bitsl(8, 2)', 32n]),
    ofTwo(
      'bitsr',
      { en: 'Shifts x right by y bits and keeps the sign.', zh: '将 x 算术右移 y 位。' },
      (x, y) => shiftLeft(x, -y),
      ['bitsr(8, 2)', 2n],
    ),
    sqlFunction({
      name: 'bitsize',
      takes: 'bytes',
      help: { en: 'Number of bits of a string or binary.', zh: '字节序列的比特数。' },
      examples: [[`bitsize('abc')`, 24n]],
      run: (args) => BigInt(bitLength(bytes(args, 0))),
    }),
    sqlFunction({
      name: 'bytesize',
      takes: 'bytes',
      help: { en: 'Number of bytes of a string or binary.', zh: '字符串或字节序列的字节数。' },
      examples: [
        [`bytesize('abc')`, 3n],
        [`bytesize('你好')`, 6n],
      ],
      run: (args) => BigInt(isList(args[0]) ? sizeOfParts(args[0]) : bytes(args, 0).length),
    }),
    sqlFunction({
      name: 'subbits',
      takes: 'bytes, start_or_length, length?, type?, signedness?, endianness?',
      help: {
        en: `Part of a bit sequence. subbits(bytes, length) returns the first bits, subbits(bytes, start, length) the bits from start, counted from 1. Types are 'integer' (default), 'float' and 'bits', with 'unsigned' (default) or 'signed' and 'big' (default) or 'little'.`,
        zh: `截取比特序列：subbits(字节, 长度) 取开头若干比特，subbits(字节, 起始, 长度) 从起始位（从 1 开始）截取。类型为 'integer'（默认）、'float' 或 'bits'，可指定 'unsigned'（默认）或 'signed'、'big'（默认）或 'little'。`,
      },
      examples: [
        [`subbits('abc', 8)`, 97n],
        [`subbits('abc', 9, 8)`, 98n],
        [`subbits('abc', 17, 8, 'bits')`, 'c'],
        [`subbits(hexstr2bin('FFFE'), 1, 16, 'integer', 'signed', 'big')`, -2n],
        [`subbits(hexstr2bin('0100'), 1, 16, 'integer', 'unsigned', 'little')`, 1n],
      ],
      run: subbits,
    }),
  ],
})

function subbits(args: readonly Value[]): Value {
  const source = bytes(args, 0)
  const hasStart = args.length > 2
  const start = hasStart ? count(args, 1) : 1
  const wanted = count(args, hasStart ? 2 : 1)
  const type = args.length > 3 ? option(args, 3, ['integer', 'float', 'bits']) : 'integer'
  const isSigned = args.length > 4 && option(args, 4, ['unsigned', 'signed']) === 'signed'
  const isLittle = args.length > 5 && option(args, 5, ['big', 'little']) === 'little'
  const left = bitLength(source) - (start - 1)
  if (start < 1 || left <= 0) return undefined
  // Shorter if the sequence has fewer bits.
  const length = wanted < 0 || wanted > left ? left : wanted
  const taken = takeBits(source, start - 1, length)
  if (type === 'integer') return readInteger(taken, isSigned, isLittle)
  if (type === 'float') return readFloat(taken, isLittle) ?? fail(`${length} bits are not a float`)
  return bitLength(taken) % 8 === 0 ? (fromUtf8(taken) ?? taken) : taken
}

/** Limits the memory that one argument can use. */
const maxBits = 65_536n

function shiftLeft(x: bigint, places: bigint): bigint {
  if (places < 0n) return x >> (places < -maxBits ? maxBits * 2n : -places)
  return places <= maxBits || x === 0n ? x << (x === 0n ? 0n : places) : fail(`integers can have up to ${maxBits} bits`)
}

function sizeOfParts(parts: readonly Value[]): number {
  return parts.reduce<number>((size, part) => {
    if (isText(part)) return size + bytes([part], 0).length
    if (isList(part)) return size + sizeOfParts(part)
    return typeof part === 'bigint' && part >= 0n && part <= 255n
      ? size + 1
      : rejectArgument(0, 'a string or binary', parts)
  }, 0)
}
