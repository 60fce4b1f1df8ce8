import type { TopicMetrics } from '@mqdeck/contract'
import type { SortOrder } from '../../ui/index.ts'

/** Columns of the list, as named in the URL. */
export const topicColumns = ['topic', 'in', 'in_rate', 'out', 'out_rate', 'dropped', 'dropped_rate', 'since'] as const
export type TopicColumn = (typeof topicColumns)[number]

const metricKeys = {
  in: 'messages.in.count',
  in_rate: 'messages.in.rate',
  out: 'messages.out.count',
  out_rate: 'messages.out.rate',
  dropped: 'messages.dropped.count',
  dropped_rate: 'messages.dropped.rate',
} as const satisfies Partial<Record<TopicColumn, keyof TopicMetrics['metrics']>>

/** The value of a column, for comparison. */
function columnValue(column: TopicColumn, row: TopicMetrics): number | string {
  if (column === 'topic') return row.topic
  return column === 'since' ? Date.parse(countedSince(row)) : row.metrics[metricKeys[column]]
}

/** RFC 3339. */
export const countedSince = ({ create_time, reset_time }: TopicMetrics): string => reset_time ?? create_time

/** Sorts rows with the same value by topic, so that they keep their position while other values change. */
export function sortTopics(
  rows: readonly TopicMetrics[],
  column: TopicColumn,
  order: SortOrder,
): readonly TopicMetrics[] {
  const sign = order === 'asc' ? 1 : -1
  return rows.toSorted(
    (a, b) => sign * compare(columnValue(column, a), columnValue(column, b)) || compare(a.topic, b.topic),
  )
}

function compare(a: number | string, b: number | string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
