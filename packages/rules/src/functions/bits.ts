import type { Text } from '@mqdeck/contract'
import { isList, isText, type Value } from '../value.ts'
import { bytes, count, fail, fromUtf8, integer, option, unfit } from './arguments.ts'
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
    ofTwo('bitand', { en: 'The bits that both integers have.', zh: '按位与。' }, (x, y) => x & y, [
      'bitand(10, 8)',
      8n,
    ]),
    ofTwo('bitor', { en: 'The bits that either integer has.', zh: '按位或。' }, (x, y) => x | y, ['bitor(10, 8)', 10n]),
    ofTwo(
      'bitxor',
      { en: 'The bits that one of the integers has and the other has not.', zh: '按位异或。' },
      (x, y) => x ^ y,
      ['bitxor(10, 8)', 2n],
    ),
    sqlFunction({
      name: 'bitnot',
      takes: 'x',
      help: { en: 'Every bit of the integer turned.', zh: '按位取反。' },
      examples: [['bitnot(10)', -11n]],
      run: (args) => ~integer(args, 0),
    }),
    ofTwo('bitsl', { en: 'The bits of x moved left by so many places.', zh: '左移。' }, shiftLeft, [
      'bitsl(8, 2)',
      32n,
    ]),
    ofTwo(
      'bitsr',
      { en: 'The bits of x moved right by so many places, keeping the sign.', zh: '算术右移。' },
      (x, y) => shiftLeft(x, -y),
      ['bitsr(8, 2)', 2n],
    ),
    sqlFunction({
      name: 'bitsize',
      takes: 'bytes',
      help: { en: 'How many bits the bytes have.', zh: '字节序列的比特数。' },
      examples: [[`bitsize('abc')`, 24n]],
      run: (args) => BigInt(bitLength(bytes(args, 0))),
    }),
    sqlFunction({
      name: 'bytesize',
      takes: 'bytes',
      help: { en: 'How many bytes a text or bytes have.', zh: '字符串或字节序列的字节数。' },
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
        en: `So many bits from a start counted from 1, as 'integer' (default), 'float' or 'bits'; 'unsigned' (default) or 'signed', 'big' (default) or 'little'. With two arguments the first bits.`,
        zh: `从起始位（从 1 开始）取若干比特，类型为 'integer'（默认）、'float' 或 'bits'，可指定 'unsigned'/'signed' 和 'big'/'little'；仅两个参数时取开头若干比特。`,
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
  // What there is, when less is there than is wanted.
  const length = wanted < 0 || wanted > left ? left : wanted
  const taken = takeBits(source, start - 1, length)
  if (type === 'integer') return readInteger(taken, isSigned, isLittle)
  if (type === 'float') return readFloat(taken, isLittle) ?? fail(`${length} bits are no float`)
  return bitLength(taken) % 8 === 0 ? (fromUtf8(taken) ?? taken) : taken
}

/** No longer than this: one argument could ask for all memory. */
const mostBits = 65_536n

function shiftLeft(x: bigint, places: bigint): bigint {
  if (places < 0n) return x >> (places < -mostBits ? mostBits * 2n : -places)
  return places <= mostBits || x === 0n ? x << (x === 0n ? 0n : places) : fail(`integers have at most ${mostBits} bits`)
}

function sizeOfParts(parts: readonly Value[]): number {
  return parts.reduce<number>((size, part) => {
    if (isText(part)) return size + bytes([part], 0).length
    if (isList(part)) return size + sizeOfParts(part)
    return typeof part === 'bigint' && part >= 0n && part <= 255n ? size + 1 : unfit(0, 'text or bytes', parts)
  }, 0)
}
