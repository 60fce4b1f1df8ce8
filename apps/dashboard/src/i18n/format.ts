import { useMemo } from 'react'
import { type Locale, useLocale } from './locale.ts'

/** Formats numbers and times. Missing or non-finite input gives a dash. */
export interface Format {
  /** 1234567 -> 1,234,567; at most `digits` (2) decimals. */
  readonly number: (value: number | undefined, digits?: number) => string
  /** 1234567 -> 1.2M / 123.5万, for axes and tiles. */
  readonly compact: (value: number | undefined) => string
  /** Per second, with decimals only for small values: 0.4, 12.5, 1,234. */
  readonly rate: (value: number | undefined) => string
  /** A fraction: 0.123 -> 12%. */
  readonly percent: (fraction: number | undefined) => string
  /** Units of 1024: 1536 -> 1.5 KB. */
  readonly bytes: (value: number | undefined) => string
  /** Milliseconds -> "3 d 4 h", the two largest units. */
  readonly duration: (milliseconds: number | undefined) => string
  /** "5 min ago", "in 2 h", "just now": from a time and the current time, both in milliseconds. */
  readonly ago: (time: number | undefined, now: number) => string
  /** Local date and time with seconds. Takes milliseconds or an RFC 3339 text. */
  readonly dateTime: (time: number | string | undefined) => string
  /** As short as possible: the time of day for today, otherwise the day and the time. */
  readonly moment: (time: number | undefined, now: number) => string
  readonly date: (time: number | string | undefined) => string
  /** Day and month without the year: 21 Nov / 11月21日. */
  readonly day: (time: number | string | undefined) => string
  /** Local time of day with seconds. */
  readonly time: (time: number | string | undefined) => string
  /** Local time of day without seconds. */
  readonly clock: (time: number | string | undefined) => string
  /** "1.2 s", "340 ms": short spans, from milliseconds. */
  readonly span: (milliseconds: number | undefined) => string
  readonly list: (items: readonly string[]) => string
}

export const dash = '–'

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

const unitNames: Readonly<Record<Locale, Readonly<Record<TimeUnit, string>>>> = {
  en: { day: ' d', hour: ' h', minute: ' min', second: ' s', millisecond: ' ms' },
  zh: { day: ' 天', hour: ' 小时', minute: ' 分', second: ' 秒', millisecond: ' 毫秒' },
}

/** Relative times have the units of durations; in Chinese, one minute is a count of its own. */
const relativeTexts: Readonly<Record<Locale, RelativeTexts>> = {
  en: { now: 'just now', past: (amount) => `${amount} ago`, future: (amount) => `in ${amount}`, minute: ' min' },
  zh: { now: '刚刚', past: (amount) => `${amount}前`, future: (amount) => `${amount}后`, minute: ' 分钟' },
}

interface RelativeTexts {
  readonly now: string
  readonly past: (amount: string) => string
  readonly future: (amount: string) => string
  readonly minute: string
}

type TimeUnit = 'day' | 'hour' | 'minute' | 'second' | 'millisecond'

const unitLengths = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const satisfies readonly (readonly [TimeUnit, number])[]

/** Days within this distance, in milliseconds, are shown without the year. */
const halfYear = 183 * 86_400_000

/** `timeZone` is the browser's unless a test names one. */
export function createFormat(locale: Locale, timeZone?: string): Format {
  const language = locale === 'zh' ? 'zh-CN' : 'en-GB'
  // "en-GB" gives a 24-hour clock and day-month order; its numbers are those of English everywhere.
  const zone = timeZone === undefined ? {} : { timeZone }
  const numbers = [0, 1, 2, 3].map((digits) => new Intl.NumberFormat(language, { maximumFractionDigits: digits }))
  const compactNumber = new Intl.NumberFormat(locale === 'zh' ? 'zh-CN' : 'en-US', {
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  const percentNumber = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  const relative = relativeTexts[locale]
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', ...zone })
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', ...zone })
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...zone })
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium', ...zone })
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short', ...zone })
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  const units = unitNames[locale]

  const number = (value: number, digits: number) => (numbers[digits] ?? compactNumber).format(value)
  const at = (formatter: Intl.DateTimeFormat) => (input: number | string | undefined) => {
    const milliseconds = typeof input === 'string' ? Date.parse(input) : input
    return isNumber(milliseconds) ? formatter.format(milliseconds) : dash
  }

  return {
    number: (value, digits = 2) => (isNumber(value) ? number(value, Math.min(Math.max(digits, 0), 3)) : dash),
    compact: (value) => (isNumber(value) ? compactNumber.format(value) : dash),
    rate: (value) => (isNumber(value) ? number(value, decimalsFor(value)) : dash),
    percent: (fraction) => (isNumber(fraction) ? percentNumber.format(fraction) : dash),
    bytes(value) {
      if (!isNumber(value)) return dash
      const { amount, unit } = scaleBytes(value)
      return `${number(amount, unit === 'B' ? 0 : decimalsFor(amount))} ${unit}`
    },
    duration(milliseconds) {
      if (!isNumber(milliseconds)) return dash
      const parts = splitDuration(milliseconds)
      return parts.map(([amount, unit]) => `${number(amount, 0)}${units[unit]}`).join(' ')
    },
    span(milliseconds) {
      if (!isNumber(milliseconds)) return dash
      if (milliseconds < 1000) return `${number(milliseconds, 0)}${units.millisecond}`
      return `${number(milliseconds / 1000, 1)}${units.second}`
    },
    ago(then, now) {
      if (!isNumber(then)) return dash
      const distance = Math.abs(then - now)
      const [unit, length] = unitLengths.find(([, size]) => distance >= size) ?? []
      if (unit === undefined || length === undefined) return relative.now
      const amount = number(Math.round(distance / length), 0)
      const text = `${amount}${unit === 'minute' ? relative.minute : units[unit]}`
      return then > now ? relative.future(text) : relative.past(text)
    },
    moment(then, now) {
      if (!isNumber(then)) return dash
      if (date.format(then) === date.format(now)) return time.format(then)
      return Math.abs(then - now) < halfYear ? `${day.format(then)} ${clock.format(then)}` : dateTime.format(then)
    },
    dateTime: at(dateTime),
    date: at(date),
    day: at(day),
    time: at(time),
    clock: at(clock),
    list: (items) => list.format(items),
  }
}

const formats: { [locale in Locale]?: Format } = {}

/** The formatter of a language, cached because creating Intl objects is slow. */
function formatFor(locale: Locale): Format {
  formats[locale] ??= createFormat(locale)
  return formats[locale]
}

export function useFormat(): Format {
  const locale = useLocale()
  return useMemo(() => formatFor(locale), [locale])
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value)
}

/** At most three significant digits below 100, none of them trailing zeros. */
function decimalsFor(value: number): 0 | 1 | 2 {
  const size = Math.abs(value)
  if (size >= 100 || Number.isInteger(value)) return 0
  return size >= 10 ? 1 : 2
}

function scaleBytes(value: number): { readonly amount: number; readonly unit: string } {
  const size = Math.abs(value)
  // 1023 bytes are a whole number; above, the next unit starts at 1000: 0.99 GB takes less space than 1,010 MB.
  const exponent = size < 1024 ? 0 : Math.min(Math.floor(Math.log2(size * 1.024) / 10), byteUnits.length - 1)
  return { amount: value / 1024 ** exponent, unit: byteUnits[exponent] ?? 'B' }
}

function splitDuration(milliseconds: number): readonly (readonly [number, TimeUnit])[] {
  if (milliseconds > 0 && milliseconds < 1000) return [[Math.round(milliseconds), 'millisecond']]
  let rest = Math.max(0, Math.floor(milliseconds / 1000) * 1000)
  const parts: [number, TimeUnit][] = []
  for (const [unit, length] of unitLengths) {
    const amount = Math.floor(rest / length)
    rest -= amount * length
    if (amount > 0) parts.push([amount, unit])
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.length > 0 ? parts : [[0, 'second']]
}
