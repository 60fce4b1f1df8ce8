import { fail } from './arguments.ts'

/** Number of units per second. */
export const units = {
  second: 1n,
  millisecond: 1_000n,
  microsecond: 1_000_000n,
  nanosecond: 1_000_000_000n,
} as const

export type Unit = keyof typeof units

export const unitNames = ['second', 'millisecond', 'microsecond', 'nanosecond'] as const

/** Rounds down, as in Erlang. */
export function convert(time: bigint, from: Unit, to: Unit): bigint {
  return floorDivide(time * units[to], units[from])
}

export function floorDivide(x: bigint, y: bigint): bigint {
  const quotient = x / y
  return x % y < 0n ? quotient - 1n : quotient
}

/** Converts milliseconds, which can have a fraction, to a unit. */
export function fromClock(milliseconds: number, unit: Unit): bigint {
  const nanoseconds = BigInt(Math.floor(milliseconds)) * 1_000_000n + BigInt(Math.floor((milliseconds % 1) * 1e6))
  return convert(nanoseconds, 'nanosecond', unit)
}

export interface Moment {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** Date and time in UTC. @throws SqlError outside of the years 0 to 9999 */
export function momentOf(seconds: bigint): Moment {
  if (seconds < -62_167_219_200n || seconds > 253_402_300_799n) return fail('the year must be from 0 to 9999')
  const date = new Date(Number(seconds) * 1000)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  }
}

/** Seconds since the epoch. @throws SqlError if the date or time does not exist */
export function secondsOf({ year, month, day, hour, minute, second }: Moment): bigint {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  if (!isReal || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
    return fail('the date does not exist')
  }
  date.setUTCHours(hour, minute, second)
  return BigInt(date.getTime()) / 1000n
}

/** Offset of the local time zone at a time, in seconds east of UTC. */
export const localOffset = (seconds: bigint): number => -new Date(Number(seconds) * 1000).getTimezoneOffset() * 60

/** Offset in seconds of `Z`, `+08:00`, `+0800` or `-02:00:30`. Undefined for other texts. */
export function offsetSeconds(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0
  const parts = /^([+-])(?:(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?|(\d\d)(\d\d))$/.exec(text)
  if (!parts) return undefined
  const [, sign, hour = parts[5], minute = parts[6], second = '0'] = parts
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined
  return (sign === '-' ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
}

/** `+0800`, `+08:00` and `+08:00:00` for 0, 1 and 2 separators. */
export function offsetText(offset: number, separators: 0 | 1 | 2): string {
  const size = Math.abs(offset)
  const [hour = '', minute = '', second = ''] = [size / 3600, (size / 60) % 60, size % 60].map((part) =>
    digits(Math.floor(part), 2),
  )
  const sign = offset < 0 ? '-' : '+'
  if (separators === 0) return sign + hour + minute
  return separators === 1 ? `${sign}${hour}:${minute}` : `${sign}${hour}:${minute}:${second}`
}

export const digits = (value: number | bigint, length: number) => String(value).padStart(length, '0')

/** RFC 3339 in the local time zone, as in EMQX. The unit sets the number of decimals. */
export function toRfc3339(time: bigint, unit: Unit): string {
  const seconds = floorDivide(time, units[unit])
  const offset = localOffset(seconds)
  const at = momentOf(seconds + BigInt(offset))
  const fraction = unit === 'second' ? '' : `.${digits(time - seconds * units[unit], String(units[unit]).length - 1)}`
  const date = `${digits(at.year, 4)}-${digits(at.month, 2)}-${digits(at.day, 2)}`
  return `${date}T${digits(at.hour, 2)}:${digits(at.minute, 2)}:${digits(at.second, 2)}${fraction}${offsetText(offset, 1)}`
}

const rfc3339Pattern = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,100}))?([Zz]|[+-]\d\d:\d\d)$/

/** Undefined if the text is not RFC 3339. @throws SqlError if the date does not exist */
export function fromRfc3339(text: string, unit: Unit): bigint | undefined {
  const parts = rfc3339Pattern.exec(text)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second, fraction = '', zone = ''] = parts
  const offset = offsetSeconds(zone)
  if (offset === undefined) return undefined
  const seconds = secondsOf({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  })
  // Seconds are truncated, other units are rounded.
  const scale = 10n ** BigInt(fraction.length)
  const rest = unit === 'second' ? 0n : (BigInt(fraction || '0') * units[unit] * 2n + scale) / (scale * 2n)
  return (seconds - BigInt(offset)) * units[unit] + rest
}
