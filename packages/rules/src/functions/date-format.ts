import { fail, toUtf8 } from './arguments.ts'
import { convert, digits, momentOf, offsetSeconds, offsetText, secondsOf, type Unit, units } from './calendar.ts'

/** A control sequence of a format. */
type Part = keyof typeof widths

/** Number of bytes of each part when a date is parsed. */
const widths = {
  '%Y': 4,
  '%m': 2,
  '%d': 2,
  '%H': 2,
  '%M': 2,
  '%S': 2,
  '%3N': 3,
  '%6N': 6,
  '%N': 9,
  '%z': 5,
  '%:z': 6,
  '%::z': 9,
}

const partPattern = /%(?:[YmdHMSN]|[36]N|:{0,2}z)/g
const isPart = (text: string): text is Part => Object.hasOwn(widths, text)

/** Splits a format into control sequences and the text between them. */
const piecesOf = (format: string): string[] =>
  format.split(/(%(?:[YmdHMSN]|[36]N|:{0,2}z))/).filter((piece) => piece !== '')

/** @param offset seconds east of UTC */
export function formatTime(time: bigint, unit: Unit, offset: number, format: string): string {
  const inSecond = units[unit]
  const at = momentOf((time + BigInt(offset) * inSecond) / inSecond)
  const rest = time % inSecond
  const decimals = (of: Unit) => digits((rest * units[of]) / inSecond, String(units[of]).length - 1)
  const write: { readonly [P in Part]: () => string } = {
    '%Y': () => digits(at.year, 4),
    '%m': () => digits(at.month, 2),
    '%d': () => digits(at.day, 2),
    '%H': () => digits(at.hour, 2),
    '%M': () => digits(at.minute, 2),
    '%S': () => digits(at.second, 2),
    '%3N': () => decimals('millisecond'),
    '%6N': () => decimals('microsecond'),
    '%N': () => decimals('nanosecond'),
    '%z': () => offsetText(offset, 0),
    '%:z': () => offsetText(offset, 1),
    '%::z': () => offsetText(offset, 2),
  }
  return format.replace(partPattern, (part) => (isPart(part) ? write[part]() : part))
}

/**
 * The text between the parts is skipped without a comparison. EMQX does the same for compatibility.
 * @throws SqlError if a part is missing or not a number, or if the date does not exist
 */
export function parseTime(date: string, unit: Unit, format: string): bigint {
  const found = readParts(toUtf8(date), format)
  const need = (part: Part): number => found.numbers.get(part) ?? fail(`the date has no ${part}`)
  const seconds =
    secondsOf({
      year: need('%Y'),
      month: need('%m'),
      day: need('%d'),
      hour: need('%H'),
      minute: need('%M'),
      second: need('%S'),
    }) - BigInt(found.offset)
  const decimals = (part: Part, of: Unit) => convert(BigInt(found.numbers.get(part) ?? 0), of, 'nanosecond')
  const nanoseconds = decimals('%3N', 'millisecond') + decimals('%6N', 'microsecond') + decimals('%N', 'nanosecond')
  return convert(convert(seconds, 'second', 'nanosecond') + nanoseconds, 'nanosecond', unit)
}

interface Found {
  readonly numbers: ReadonlyMap<Part, number>
  readonly offset: number
}

function readParts(date: Uint8Array, format: string): Found {
  const numbers = new Map<Part, number>()
  let offset = 0
  let at = 0
  for (const piece of piecesOf(format)) {
    if (at === date.length) break
    const width = isPart(piece) ? widths[piece] : toUtf8(piece).length
    if (at + width > date.length) return fail('the date does not match the format')
    const written = String.fromCharCode(...date.subarray(at, at + (isPart(piece) ? width : 0)))
    at += width
    if (!isPart(piece)) continue
    if (piece.endsWith('z')) offset = offsetSeconds(written) ?? fail(`'${written}' is not a time zone`)
    else if (/^[+-]?\d+$/.test(written)) numbers.set(piece, Number(written))
    else return fail(`'${written}' is not a number for ${piece}`)
  }
  return { numbers, offset }
}
