import type { GreptimeColumn, GreptimeRows } from '@mqdeck/drivers'
import { type FieldText, type LineText, parseLines } from '../influxdb/parse-lines.ts'
import type { Precision } from '../influxdb/render-points.ts'

const timeTypes = {
  s: 'TIMESTAMP_SECOND',
  ms: 'TIMESTAMP_MILLISECOND',
  us: 'TIMESTAMP_MICROSECOND',
  ns: 'TIMESTAMP_NANOSECOND',
} as const

/** The column of the time in tables that EMQX's client creates. */
const timeColumn = 'greptime_timestamp'

type Cell = readonly [column: GreptimeColumn, value: string | number | boolean]

/** Rows for points in line protocol. Points of a table with the same columns and types are together. */
export function toRows(points: readonly string[], precision: Precision): readonly GreptimeRows[] {
  const groups = new Map<string, { table: string; columns: readonly GreptimeColumn[]; rows: Cell[1][][] }>()
  for (const line of points.flatMap(parseLines)) {
    const cells = cellsOf(line, precision)
    const columns = cells.map(([column]) => column)
    const key = JSON.stringify([line.measurement, columns])
    const group = groups.get(key) ?? { table: line.measurement, columns, rows: [] }
    group.rows.push(cells.map(([, value]) => value))
    groups.set(key, group)
  }
  return [...groups.values()]
}

const cellsOf = ({ tags, fields, timestamp = '0' }: LineText, precision: Precision): readonly Cell[] => [
  ...tags.map(([name, value]): Cell => [{ name, type: 'STRING', role: 'TAG' }, value]),
  ...fields.map((field): Cell => {
    const [type, value] = typed(field)
    return [{ name: field.key, type, role: 'FIELD' }, value]
  }),
  [{ name: timeColumn, type: timeTypes[precision], role: 'TIMESTAMP' }, timestamp],
]

/** The types of the line protocol: `"x"` text, `1i` and `1u` integers, `t` and `false` booleans, other numbers floats. */
function typed({ value, isQuoted }: FieldText): readonly [GreptimeColumn['type'], string | number | boolean] {
  if (isQuoted) return ['STRING', value]
  if (/^[tf]/i.test(value)) return ['BOOLEAN', /^t/i.test(value)]
  if (value.endsWith('i')) return ['INT64', value.slice(0, -1)]
  if (value.endsWith('u')) return ['UINT64', value.slice(0, -1)]
  return ['FLOAT64', Number(value)]
}
