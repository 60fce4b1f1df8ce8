import { isList, isMap, setKey, type Value } from '@mqdeck/kit/json'
import { SqlError } from '../sql-error.ts'
import { fail, maxLength, textOrBytes, toUtf8 } from './arguments.ts'
import { bitLength } from './bit-sequence.ts'
import { unzlib } from './compression.ts'
import { entriesOf } from './values.ts'

// Tags of https://www.erlang.org/doc/apps/erts/erl_ext_dist that are needed for values.
const version = 131
const tags = {
  newFloat: 70,
  bitBinary: 77,
  compressed: 80,
  smallInteger: 97,
  integer: 98,
  oldFloat: 99,
  atom: 100,
  smallTuple: 104,
  largeTuple: 105,
  nil: 106,
  string: 107,
  list: 108,
  binary: 109,
  smallBig: 110,
  largeBig: 111,
  smallAtom: 115,
  map: 116,
  utf8Atom: 118,
  smallUtf8Atom: 119,
}
const maxDepth = 500

/** Booleans, null and undefined become atoms, strings become binaries, keys of maps are sorted binaries. */
export function encodeTerm(value: Value): Uint8Array {
  const parts: Uint8Array[] = []
  let length = 0
  const add = (part: Uint8Array) => {
    length += part.length
    if (length > maxLength) fail(`the result would be longer than ${maxLength} bytes`)
    parts.push(part)
  }
  add(Uint8Array.of(version))
  writeTerm(value, add, 0)
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

type Add = (part: Uint8Array) => void

function writeTerm(value: Value, add: Add, depth: number): void {
  if (depth > maxDepth) fail('the nesting is too deep')
  if (typeof value === 'bigint') add(integer(value))
  else if (typeof value === 'number') add(float(value))
  else if (typeof value === 'string') writeBinary(toUtf8(value), add)
  else if (value instanceof Uint8Array) writeBinary(value, add)
  else if (isList(value)) writeList(value, add, depth)
  else if (isMap(value)) {
    const entries = entriesOf(value)
    add(withLength(tags.map, entries.length))
    for (const [key, item] of entries) {
      writeBinary(toUtf8(key), add)
      writeTerm(item, add, depth + 1)
    }
  } else {
    const name = toUtf8(String(value))
    add(Uint8Array.of(tags.smallUtf8Atom, name.length, ...name))
  }
}

function writeBinary(bytes: Uint8Array, add: Add): void {
  const rest = bitLength(bytes) % 8
  add(withLength(rest === 0 ? tags.binary : tags.bitBinary, bytes.length))
  if (rest > 0) add(Uint8Array.of(rest))
  add(bytes)
}

/** Lists of small integers are encoded as strings. */
function writeList(items: readonly Value[], add: Add, depth: number): void {
  if (items.length > 0 && items.length <= 0xffff && items.every(isByte)) {
    add(Uint8Array.from([tags.string, items.length >> 8, items.length & 0xff, ...items.map(Number)]))
    return
  }
  if (items.length > 0) add(withLength(tags.list, items.length))
  for (const item of items) writeTerm(item, add, depth + 1)
  add(Uint8Array.of(tags.nil))
}

const isByte = (value: Value) => typeof value === 'bigint' && value >= 0n && value <= 255n

function withLength(tag: number, length: number): Uint8Array {
  const head = new DataView(new ArrayBuffer(5))
  head.setUint8(0, tag)
  head.setUint32(1, length)
  return new Uint8Array(head.buffer)
}

function integer(value: bigint): Uint8Array {
  if (isByte(value)) return Uint8Array.of(tags.smallInteger, Number(value))
  if (BigInt.asIntN(32, value) === value) return withLength(tags.integer, Number(BigInt.asUintN(32, value)))
  const hex = (value < 0n ? -value : value).toString(16)
  const magnitude = (hex.length % 2 === 0 ? hex : `0${hex}`).match(/../g) ?? []
  const bytes = magnitude.map((pair) => Number.parseInt(pair, 16)).reverse()
  const sign = value < 0n ? 1 : 0
  const head = bytes.length < 256 ? [tags.smallBig, bytes.length] : withLength(tags.largeBig, bytes.length)
  return Uint8Array.from([...head, sign, ...bytes])
}

function float(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(9))
  view.setUint8(0, tags.newFloat)
  view.setFloat64(1, value)
  return new Uint8Array(view.buffer)
}

/** @throws SqlError for invalid terms and for terms without a value type, such as processes and functions */
export function decodeTerm(bytes: Uint8Array): Value {
  const reader = createReader(bytes)
  if (reader.unsigned(1) !== version) return fail('the binary is not an Erlang term')
  const value = readTerm(reader, 0)
  return reader.isAtEnd() ? value : fail('unexpected data after the term')
}

type Reader = ReturnType<typeof createReader>

function createReader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (length: number) => {
    if (at + length > bytes.length) throw new SqlError('the term is incomplete')
    at += length
    return at - length
  }
  return {
    isAtEnd: () => at === bytes.length,
    left: () => bytes.length - at,
    unsigned: (size: 1 | 2 | 4) => {
      const from = take(size)
      return size === 1 ? view.getUint8(from) : size === 2 ? view.getUint16(from) : view.getUint32(from)
    },
    signed: () => view.getInt32(take(4)),
    float: () => view.getFloat64(take(8)),
    bytes: (length: number) => {
      const from = take(length)
      return bytes.slice(from, from + length)
    },
  }
}

function readTerm(reader: Reader, depth: number): Value {
  if (depth > maxDepth) return fail('the nesting is too deep')
  const tag = reader.unsigned(1)
  switch (tag) {
    case tags.compressed: {
      const size = reader.unsigned(4)
      if (depth > 0 || size > maxLength) return fail('could not decompress the term')
      return readTerm(createReader(unzlib(reader.bytes(reader.left()))), 1)
    }
    case tags.smallInteger:
      return BigInt(reader.unsigned(1))
    case tags.integer:
      return BigInt(reader.signed())
    case tags.smallBig:
      return readBig(reader, reader.unsigned(1))
    case tags.largeBig:
      return readBig(reader, reader.unsigned(4))
    case tags.newFloat:
      return finite(reader.float())
    case tags.oldFloat:
      return finite(Number.parseFloat(latin1(reader.bytes(31))))
    case tags.atom:
      return atom(latin1(reader.bytes(reader.unsigned(2))))
    case tags.smallAtom:
      return atom(latin1(reader.bytes(reader.unsigned(1))))
    case tags.utf8Atom:
      return atom(textOrBytes(reader.bytes(reader.unsigned(2))))
    case tags.smallUtf8Atom:
      return atom(textOrBytes(reader.bytes(reader.unsigned(1))))
    case tags.binary:
      return textOrBytes(reader.bytes(reader.unsigned(4)))
    case tags.string:
      return Array.from(reader.bytes(reader.unsigned(2)), BigInt)
    case tags.nil:
      return []
    case tags.list: {
      const items = readItems(reader, reader.unsigned(4), depth)
      return reader.unsigned(1) === tags.nil ? items : fail('improper lists are not supported')
    }
    case tags.smallTuple:
      return readItems(reader, reader.unsigned(1), depth)
    case tags.largeTuple:
      return readItems(reader, reader.unsigned(4), depth)
    case tags.map:
      return readMap(reader, reader.unsigned(4), depth)
    default:
      return fail(`terms with tag ${tag} are not supported`)
  }
}

function readItems(reader: Reader, count: number, depth: number): Value[] {
  const items: Value[] = []
  for (let left = count; left > 0; left -= 1) items.push(readTerm(reader, depth + 1))
  return items
}

function readMap(reader: Reader, count: number, depth: number): Value {
  const map: Record<string, Value> = {}
  for (let left = count; left > 0; left -= 1) {
    const key = readTerm(reader, depth + 1)
    if (typeof key !== 'string' && typeof key !== 'boolean' && key !== null && key !== undefined) {
      return fail('keys of maps must be strings')
    }
    setKey(map, String(key), readTerm(reader, depth + 1))
  }
  return map
}

function readBig(reader: Reader, size: number): bigint {
  const isNegative = reader.unsigned(1) === 1
  const digits = Array.from(reader.bytes(size), (byte) => byte.toString(16).padStart(2, '0')).reverse()
  const value = BigInt(`0x${digits.join('') || '0'}`)
  return isNegative ? -value : value
}

function atom(name: string | Uint8Array): Value {
  if (name === 'true' || name === 'false') return name === 'true'
  if (name === 'null') return null
  return name === 'undefined' ? undefined : name
}

const finite = (value: number) => (Number.isFinite(value) ? value : fail('a float is not finite'))
const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
