import type { FormatSettings } from './log-settings.ts'

const minute = 60_000
/** `+08:00`, within Erlang's range. */
const offsetPattern = /^([+-])(\d{2}):([0-5]\d)$/

/** Whether `timestamp_format` and the formatter write timestamps as numbers. */
export const isEpoch = ({ formatter, timestamp_format: format }: FormatSettings): boolean =>
  format === 'epoch' || (format === 'auto' && formatter === 'json')

/** Whether `time_offset` is valid. */
export const isTimeOffset = (offset: string): boolean =>
  ['system', 'utc', 'z', 'Z', ''].includes(offset) || fixedOffset(offset) !== undefined

/** Formats milliseconds since the epoch: in microseconds, or as RFC 3339 with six digits like EMQX. */
export function createTimestamp(settings: FormatSettings): (time: number) => string {
  if (isEpoch(settings)) return (time) => String(Math.round(time * 1000))
  const minutesAt = toOffset(settings.time_offset)
  let second = Number.NaN
  let [prefix, suffix] = ['', '']
  return (time) => {
    const current = Math.floor(time / 1000)
    if (current !== second) {
      second = current
      const minutes = minutesAt(time)
      prefix = new Date(current * 1000 + minutes * minute).toISOString().slice(0, 20)
      suffix = `000${toSuffix(minutes)}`
    }
    return prefix + String(Math.floor(time) - current * 1000).padStart(3, '0') + suffix
  }
}

function toOffset(offset: string): (time: number) => number {
  const fixed = offset === 'utc' || offset.toLowerCase() === 'z' ? 0 : fixedOffset(offset)
  // The offset changes twice a year in many time zones.
  return fixed === undefined ? (time) => -new Date(time).getTimezoneOffset() : () => fixed
}

/** Minutes east of Greenwich. */
function fixedOffset(offset: string): number | undefined {
  const [, sign, hours, minutes] = offsetPattern.exec(offset) ?? []
  if (sign === undefined || Number(hours) > 23) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

function toSuffix(minutes: number): string {
  const size = Math.abs(minutes)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
