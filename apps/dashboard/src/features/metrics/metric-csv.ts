import type { MetricGroup } from './metric-rows.ts'

/** RFC 4180. Names of counters need no quotes, but a newer broker is not trusted with that. */
export function toCsv(groups: readonly MetricGroup[]): string {
  const rows = groups.flatMap((group) =>
    group.rows.map(({ name, value, rate }) => [
      group.name,
      name,
      String(value),
      rate === undefined ? '' : rate.toFixed(3),
    ]),
  )
  return [['group', 'name', 'total', 'per_second'], ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

function toCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
