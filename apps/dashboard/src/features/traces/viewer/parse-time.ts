const timeOfDay = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3}))?)?$/

/**
 * Parses a time as entered by a user, in milliseconds since the epoch: a local time of day (`13:05`, `13:05:09.250`) on the
 * day of `near`, a date with a time (`2026-11-21 13:05`), or RFC 3339. Undefined for other texts.
 */
export function parseTime(text: string, near: number): number | undefined {
  const plain = text.normalize('NFKC').trim()
  const [whole, hours, minutes, seconds = '0', fraction = '0'] = timeOfDay.exec(plain) ?? []
  if (whole === undefined) {
    const time = /^\d{4}-\d{2}-\d{2}[ T]\d{1,2}:\d{2}/.test(plain) ? Date.parse(plain) : Number.NaN
    return Number.isFinite(time) ? time : undefined
  }
  const numbers = [hours, minutes, seconds].map(Number)
  const [hour = 0, minute = 0, second = 0] = numbers
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const at = new Date(near)
  at.setHours(hour, minute, second, Number(fraction.padEnd(3, '0')))
  return at.getTime()
}
