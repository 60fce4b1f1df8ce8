import type { TopicMetrics } from '@mqdeck/contract'
import type { SortOrder } from '../../ui/index.ts'

/** The columns of the list, by their names in its URL. */
export const topicColumns = ['topic', 'in', 'in_rate', 'out', 'out_rate', 'dropped', 'dropped_rate', 'since'] as const
export type TopicColumn = (typeof topicColumns)[number]

const figures = {
  in: 'messages.in.count',
  in_rate: 'messages.in.rate',
  out: 'messages.out.count',
  out_rate: 'messages.out.rate',
  dropped: 'messages.dropped.count',
  dropped_rate: 'messages.dropped.rate',
} as const satisfies Partial<Record<TopicColumn, keyof TopicMetrics['metrics']>>

/** What a column shows of a topic, to compare. */
function figureOf(column: TopicColumn, row: TopicMetrics): number | string {
  if (column === 'topic') return row.topic
  return column === 'since' ? Date.parse(countedSince(row)) : row.metrics[figures[column]]
}

/** RFC 3339. */
export const countedSince = ({ create_time, reset_time }: TopicMetrics): string => reset_time ?? create_time

/** Rows with the same value stand in the order of their topics, so that they stay where they are while figures move. */
export function sortTopics(
  rows: readonly TopicMetrics[],
  column: TopicColumn,
  order: SortOrder,
): readonly TopicMetrics[] {
  const sign = order === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => sign * compare(figureOf(column, a), figureOf(column, b)) || compare(a.topic, b.topic))
}

function compare(a: number | string, b: number | string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
