import type { TopicMetrics } from '@mqdeck/contract'
import { type ReactNode, useMemo } from 'react'
import { type Format, useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, Dim, Link, Mono, RelativeTime, type SortOrder } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { countedSince, type TopicColumn } from './sorted-topics.ts'

/** The link of a row opens its details and keeps the sort order. */
export function useTopicColumns(sort: TopicColumn, order: SortOrder): readonly Column<TopicMetrics>[] {
  const { counters, hints, topic } = useMessages(messages)
  const format = useFormat()
  return useMemo(() => {
    const counter = (
      id: Exclude<TopicColumn, 'topic'>,
      hint: string,
      width: number,
      cell: (row: TopicMetrics) => ReactNode,
    ) => ({ id, header: counters[id], hint, width, align: 'end', sortable: true, cell }) as const
    return [
      {
        id: 'topic',
        header: topic,
        width: 234,
        sortable: true,
        cell: ({ topic }) => (
          <Link to="/topic-metrics" search={{ sort, order, topic }}>
            <Mono truncate>{topic}</Mono>
          </Link>
        ),
      },
      counter('in', hints.in, 92, ({ metrics }) => countText(metrics['messages.in.count'], format)),
      counter('in_rate', hints.rate, 84, ({ metrics }) => rateText(metrics['messages.in.rate'], format)),
      counter('out', hints.out, 92, ({ metrics }) => countText(metrics['messages.out.count'], format)),
      counter('out_rate', hints.rate, 84, ({ metrics }) => rateText(metrics['messages.out.rate'], format)),
      counter('dropped', hints.dropped, 96, ({ metrics }) => countText(metrics['messages.dropped.count'], format)),
      counter('dropped_rate', hints.rate, 104, ({ metrics }) => rateText(metrics['messages.dropped.rate'], format)),
      {
        id: 'since',
        header: counters.since,
        hint: hints.since,
        width: 120,
        sortable: true,
        cell: (row) => <RelativeTime time={countedSince(row)} />,
      },
    ]
  }, [counters, hints, topic, format, sort, order])
}

export const countText = (value: number, format: Format): ReactNode => dimZero(value, format.number(value))

export const rateText = (value: number, format: Format): ReactNode => dimZero(value, format.rate(value))

const dimZero = (value: number, text: string) => (value === 0 ? <Dim>{text}</Dim> : text)
