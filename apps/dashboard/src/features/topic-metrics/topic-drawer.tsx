import type { TopicMetrics } from '@mqdeck/contract'
import { type ReactNode, useMemo, useState } from 'react'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import {
  type Column,
  DataTable,
  DescriptionList,
  Dim,
  Drawer,
  Group,
  Mono,
  RelativeTime,
  Stack,
} from '../../ui/index.ts'
import { messages } from './messages.ts'
import { countText, rateText } from './topic-columns.tsx'

interface TopicDrawerProps {
  /** Undefined while the drawer is closed. Updated whenever the list is. */
  readonly row: TopicMetrics | undefined
  readonly onClose: () => void
  readonly actions: (row: TopicMetrics) => ReactNode
}

export function TopicDrawer({ row, onClose, actions }: TopicDrawerProps) {
  const texts = useMessages(messages)
  // Keeps the last topic visible while the drawer closes.
  const [shown, setShown] = useState(row)
  if (row && row !== shown) setShown(row)
  return (
    <Drawer
      opened={row !== undefined}
      onClose={onClose}
      title={texts.title}
      size={620}
      footer={shown && <Group>{actions(shown)}</Group>}
    >
      {shown && <TopicView row={shown} />}
    </Drawer>
  )
}

function TopicView({ row }: { readonly row: TopicMetrics }) {
  const texts = useMessages(messages)
  const { topic, create_time, reset_time, metrics } = row
  return (
    <Stack gap={4}>
      <DescriptionList
        minWidth={240}
        items={[
          { label: texts.topic, value: <Mono>{topic}</Mono> },
          { label: texts.addedAt, value: <RelativeTime time={create_time} /> },
          {
            label: texts.resetAt,
            value: reset_time === undefined ? texts.never : <RelativeTime time={reset_time} />,
          },
        ]}
      />
      <DataTable
        label={texts.byQos}
        columns={useQosColumns()}
        rows={useMemo(() => qosRows(metrics, texts.all), [metrics, texts])}
        rowId={({ name }) => name}
      />
    </Stack>
  )
}

interface CountAndRate {
  readonly count: number
  readonly rate: number
}

interface QosRow {
  readonly name: string
  readonly in: CountAndRate
  readonly out: CountAndRate
  /** Only reported for all QoS levels together. */
  readonly dropped: CountAndRate | undefined
}

const levels = ['qos0', 'qos1', 'qos2'] as const

function qosRows(metrics: TopicMetrics['metrics'], all: string): readonly QosRow[] {
  return [
    ...levels.map((level, index) => ({
      name: String(index),
      in: { count: metrics[`messages.${level}.in.count`], rate: metrics[`messages.${level}.in.rate`] },
      out: { count: metrics[`messages.${level}.out.count`], rate: metrics[`messages.${level}.out.rate`] },
      dropped: undefined,
    })),
    {
      name: all,
      in: { count: metrics['messages.in.count'], rate: metrics['messages.in.rate'] },
      out: { count: metrics['messages.out.count'], rate: metrics['messages.out.rate'] },
      dropped: { count: metrics['messages.dropped.count'], rate: metrics['messages.dropped.rate'] },
    },
  ]
}

function useQosColumns(): readonly Column<QosRow>[] {
  const { counters, qos } = useMessages(messages)
  const format = useFormat()
  return useMemo(() => {
    const counts = (name: 'in' | 'out' | 'dropped'): Column<QosRow> => ({
      id: name,
      header: counters[name],
      width: 80,
      align: 'end',
      cell: (row) => formatOrDash(row[name], ({ count }) => countText(count, format)),
    })
    const rates = (name: 'in' | 'out' | 'dropped'): Column<QosRow> => ({
      id: `${name}_rate`,
      header: counters[`${name}_rate`],
      width: name === 'dropped' ? 90 : 76,
      align: 'end',
      cell: (row) => formatOrDash(row[name], ({ rate }) => rateText(rate, format)),
    })
    return [
      { id: 'qos', header: qos, width: 60, cell: ({ name }) => name },
      counts('in'),
      rates('in'),
      counts('out'),
      rates('out'),
      counts('dropped'),
      rates('dropped'),
    ]
  }, [counters, qos, format])
}

const formatOrDash = (metric: CountAndRate | undefined, format: (metric: CountAndRate) => ReactNode) =>
  metric ? format(metric) : <Dim>{dash}</Dim>
