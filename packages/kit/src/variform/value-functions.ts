import { createHash, getHashes, randomBytes, randomInt } from 'node:crypto'
import { extract, matches, replaceMatches } from '../text/index.ts'
import { fail, isEmpty, maxTextLength, toBytes, toInteger, toNumber, toText, type VariformValue } from './values.ts'

type Args = readonly [VariformValue, VariformValue, VariformValue, VariformValue]

export const valueFunctions = {
  is_empty_val: ([value]: Args) => isEmpty(value),
  not: ([value]: Args) => {
    if (typeof value === 'boolean') return !value
    return fail('not requires true or false')
  },

  regex_match: ([text, pattern]: Args) => matches(toText(text), toText(pattern)),
  regex_replace: ([text, pattern, by]: Args) =>
    replaceMatches(toText(text), toText(pattern), toText(by), maxTextLength),
  regex_extract: ([text, pattern]: Args) => extract(toText(text), toText(pattern)),

  hash: ([algorithm, data]: Args) => hash(toText(algorithm), toBytes(data)).toString('hex'),
  hash_to_range: ([data, from, to]: Args) => {
    const bytes = toBytes(data)
    return bytes.length > 0 ? fold(hash('sha256', bytes), from, to) : fail('hash_to_range requires text')
  },
  map_to_range: ([value, from, to]: Args) => {
    if (typeof value === 'number') return foldNumber(BigInt(toInteger(value)), from, to)
    const bytes = toBytes(value)
    return bytes.length > 0 ? fold(bytes, from, to) : fail('map_to_range requires a value')
  },
  bin2hexstr: ([data]: Args) => Buffer.from(toBytes(data)).toString('hex').toUpperCase(),
  hexstr2bin: ([text]: Args) => {
    const digits = toText(text)
    return /^(?:[0-9a-fA-F]{2})*$/.test(digits) ? Buffer.from(digits, 'hex') : fail('the text is not hexadecimal')
  },
  int2hexstr: ([number]: Args) => toInteger(number).toString(16).toUpperCase(),
  base64_encode: ([data]: Args) => Buffer.from(toBytes(data)).toString('base64'),
  base64_decode: ([text]: Args) => {
    const encoded = toText(text)
    const good = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)
    return good ? Buffer.from(encoded, 'base64') : fail('the text is not Base64')
  },
  rand_str: ([length]: Args) => {
    const count = toInteger(length)
    return count > 0 && count <= 1024 ? randomText(count) : fail('rand_str requires a length from 1 to 1024')
  },
  rand_int: ([most]: Args) => {
    const limit = toInteger(most)
    return limit >= 1 && limit < 2 ** 47 ? randomInt(1, limit + 1) : fail('rand_int requires a number of at least 1')
  },
  timestamp_s: () => Math.floor(Date.now() / 1000),
  timestamp_ms: () => Date.now(),
  getenv: ([name]: Args) => process.env[`EMQXVAR_${toText(name)}`] ?? '',

  ...comparisons('str', (a, b) => compare(toText(a), toText(b))),
  ...comparisons('num', (a, b) => compare(toNumber(a), toNumber(b))),
}

type Order = 'lt' | 'eq' | 'gt'

function compare<T extends string | number>(a: T, b: T): Order {
  if (a === b) return 'eq'
  return a < b ? 'lt' : 'gt'
}

function comparisons<P extends 'str' | 'num'>(prefix: P, order: (a: VariformValue, b: VariformValue) => Order) {
  const among =
    (...orders: readonly Order[]) =>
    ([a, b]: Args) =>
      orders.includes(order(a, b))
  const all = {
    comp: ([a, b]: Args): VariformValue => order(a, b),
    eq: among('eq'),
    neq: among('lt', 'gt'),
    lt: among('lt'),
    lte: among('lt', 'eq'),
    gt: among('gt'),
    gte: among('gt', 'eq'),
  }
  type Named = { readonly [K in keyof typeof all as `${P}_${K}`]: (args: Args) => VariformValue }
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [`${prefix}_${name}`, one])) as Named // exactly these keys
}

/** Erlang's names: `sha` is SHA-1, `sha3_256` has an underscore. */
function hash(algorithm: string, data: Uint8Array): Buffer {
  const name =
    algorithm === 'sha'
      ? 'sha1'
      : algorithm.replace('sha3_', 'sha3-').replace('blake2b', 'blake2b512').replace('blake2s', 'blake2s256')
  return getHashes().includes(name) ? createHash(name).update(data).digest() : fail(`unknown hash ${algorithm}`)
}

const fold = (bytes: Uint8Array, from: VariformValue, to: VariformValue) =>
  foldNumber(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), from, to)

function foldNumber(value: bigint, from: VariformValue, to: VariformValue): number {
  const [least, most] = [toInteger(from), toInteger(to)]
  if (least > most) return fail('the range ends before it starts')
  return least + Number(value % BigInt(most - least + 1))
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const randomText = (count: number) => [...randomBytes(count)].map((byte) => letters[byte % letters.length]).join('')
