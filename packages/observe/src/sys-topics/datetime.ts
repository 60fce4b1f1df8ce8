/** `2026-11-21T10:00:00.123+08:00`: RFC 3339 in the time zone of the machine, as EMQX writes it. */
export function toLocalRfc3339(time: number): string {
  const offset = -new Date(time).getTimezoneOffset()
  const local = new Date(time + offset * 60_000).toISOString().slice(0, -1)
  const sign = offset < 0 ? '-' : '+'
  return `${local}${sign}${twoDigits(Math.floor(Math.abs(offset) / 60))}:${twoDigits(Math.abs(offset) % 60)}`
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
