import { isList, isMap, isText, type Value } from '@mqdeck/kit/json'
import { fail, fromUtf8, kindOf, toUtf8, within } from './arguments.ts'
import { entriesOf, fixedText } from './values.ts'

/** Width, precision and padding of a control sequence, with `*` replaced by its argument. */
interface Place {
  readonly width: number | undefined
  readonly precision: number | undefined
  readonly fill: string
  readonly isLeft: boolean
}

const placePattern = /~(?:(-?\d+|\*)?(?:\.(\d+|\*)?(?:\.(.))?)?)?([tlkK]*)(.)|~/gsu

/**
 * Implements `io_lib:format` of Erlang: `~F.P.PadC` with s, p, w, b, B, c, f, e, g, i, n and ~.
 * @throws SqlError for unknown control sequences and for too few or too many values
 */
export function formatText(format: string, values: readonly Value[]): string {
  let used = 0
  const take = (): Value => (used < values.length ? values[used++] : fail('the format needs more values'))
  const size = (written: string | undefined): number | undefined => {
    const value = written === '*' ? take() : written === undefined ? undefined : BigInt(written)
    if (value === undefined) return undefined
    return typeof value === 'bigint' ? Math.sign(Number(value)) * within(Math.abs(Number(value))) : wrong('*', value)
  }
  let length = format.length
  const result = format.replaceAll(placePattern, (_, width, precision, fill, _modifiers, letter) => {
    if (letter === undefined) return fail('a ~ has no control sequence')
    const signed = size(width)
    const place: Place = {
      width: signed === undefined ? undefined : Math.abs(signed),
      precision: size(precision),
      fill: fill ?? ' ',
      isLeft: signed !== undefined && signed < 0,
    }
    const piece = written(letter, place, take)
    length = within(length + piece.length)
    return piece
  })
  return used === values.length ? result : fail('the format needs fewer values')
}

function written(letter: string, place: Place, take: () => Value): string {
  switch (letter) {
    case '~':
      return '~'
    case 'n':
      return '\n'.repeat(place.width ?? 1)
    case 'i':
      take()
      return ''
    case 's':
      return asText(plainText(take()), place)
    case 'p':
    case 'P':
    case 'w':
    case 'W':
      return asTerm(termText(take(), letter.toLowerCase() === 'p'), place)
    case 'c':
      return asTerm(character(take()).repeat(place.precision ?? place.width ?? 1), place)
    case 'b':
      return asTerm(inBase(take(), place), place)
    case 'B':
      return asTerm(inBase(take(), place).toUpperCase(), place)
    case 'f':
    case 'e':
    case 'g':
      return asTerm(floatIn(letter, take(), place), place)
    default:
      return fail(`~${letter} is unknown`)
  }
}

/** Cuts the text to the precision, or to the width. */
function asText(text: string, place: Place): string {
  const characters = [...text]
  const width = place.width ?? place.precision ?? characters.length
  const cut = characters.slice(0, Math.min(place.precision ?? width, width)).join('')
  return filled(cut, width, place)
}

/** Values that exceed the width become asterisks. */
function asTerm(text: string, place: Place): string {
  const width = place.width ?? text.length
  return text.length > width ? '*'.repeat(width) : filled(text, width, place)
}

function filled(text: string, width: number, { fill, isLeft }: Place): string {
  const missing = fill.repeat(Math.max(0, width - [...text].length))
  return isLeft ? text + missing : missing + text
}

function plainText(value: Value): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return fromUtf8(value) ?? wrong('s', value)
  if (isList(value)) return value.map((one) => (typeof one === 'bigint' ? character(one) : plainText(one))).join('')
  return value === undefined || value === null || typeof value === 'boolean' ? String(value) : wrong('s', value)
}

const character = (value: Value) =>
  typeof value === 'bigint' && value >= 0n && value <= 0x10ffffn
    ? String.fromCodePoint(Number(value))
    : wrong('c', value)

/** The precision is the base. */
function inBase(value: Value, { precision = 10 }: Place): string {
  if (typeof value !== 'bigint') return wrong('b', value)
  return precision >= 2 && precision <= 36 ? value.toString(precision) : fail('the base must be from 2 to 36')
}

function floatIn(letter: 'f' | 'e' | 'g', value: Value, { precision = 6 }: Place): string {
  if (typeof value !== 'number') return wrong(letter, value)
  if (precision < 1 || precision > 100) return fail('floats can have 1 to 100 decimals')
  const size = Math.abs(value)
  if (letter === 'f') return fixedText(value, precision)
  const power = Math.max(-1, Math.floor(Math.log10(size)))
  const isPlain = letter === 'g' && size >= 0.1 && size < 10_000 && precision - 1 > power
  // The precision is the number of digits, not of decimals.
  return isPlain ? fixedText(value, precision - 1 - power) : value.toExponential(Math.max(1, precision - 1))
}

/** An Erlang term. Binaries are in double angle brackets. With `~p`, printable text is written as a string. */
function termText(value: Value, isPretty: boolean): string {
  if (value === undefined || value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return erlangFloat(value)
  if (isText(value)) {
    const bytes = typeof value === 'string' ? toUtf8(value) : value
    const isPrintable = isPretty && bytes.every((byte) => (byte >= 32 && byte < 127) || (byte >= 8 && byte <= 13))
    return isPrintable && bytes.length > 0 ? `<<${quoted(bytes)}>>` : `<<${bytes.join(',')}>>`
  }
  if (isList(value)) {
    const isString = isPretty && value.length > 0 && value.every((one) => typeof one === 'bigint' && isVisible(one))
    if (isString) return quoted(value.map(Number))
    return `[${value.map((one) => termText(one, isPretty)).join(',')}]`
  }
  if (!isMap(value)) return fail('this value cannot be formatted')
  return `#{${entriesOf(value)
    .map(([key, one]) => `${termText(key, isPretty)} => ${termText(one, isPretty)}`)
    .join(',')}}`
}

const isVisible = (code: bigint) => (code >= 32n && code < 127n) || (code >= 8n && code <= 13n)

function quoted(codes: Iterable<number>): string {
  const text = Array.from(codes, (code) => String.fromCharCode(code)).join('')
  return `"${text.replace(/["\\\n\r\t\v\b\f]/g, (found) => `\\${letters[found] ?? found}`)}"`
}

const letters: Readonly<Record<string, string>> = {
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\v': 'v',
  '\b': 'b',
  '\f': 'f',
}

/** The shortest text that parses to the same float, with an exponent if that is shorter. */
function erlangFloat(value: number): string {
  if (!Number.isFinite(value)) return fail('a float is not finite')
  const [mantissa = '', exponent = '0'] = Math.abs(value).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  const point = Number(exponent) + 1
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  if (value === 0) return `${sign}0.0`
  const scientific = `${digits[0]}.${digits.slice(1) || '0'}e${point - 1}`
  if (Math.abs(value) >= 2 ** 53) return sign + scientific
  const plain =
    point <= 0
      ? `0.${'0'.repeat(Math.min(-point, 400))}${digits}`
      : point >= digits.length
        ? `${digits}${'0'.repeat(point - digits.length)}.0`
        : `${digits.slice(0, point)}.${digits.slice(point)}`
  return sign + (plain.length <= scientific.length || (point > 0 && point < digits.length) ? plain : scientific)
}

function wrong(letter: string, value: Value): never {
  return fail(`~${letter} cannot format ${kindOf(value)}`)
}
