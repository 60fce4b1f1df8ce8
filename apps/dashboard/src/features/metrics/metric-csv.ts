import { toCsv } from '../../lib/text/csv.ts'
import type { MetricGroup } from './metric-rows.ts'

export function metricsCsv(groups: readonly MetricGroup[]): string {
  const rows = groups.flatMap((group) =>
    group.rows.map(({ name, value, rate }) => [
      group.name,
      name,
      String(value),
      rate === undefined ? '' : rate.toFixed(3),
    ]),
  )
  return toCsv([['group', 'name', 'total', 'per_second'], ...rows])
}
