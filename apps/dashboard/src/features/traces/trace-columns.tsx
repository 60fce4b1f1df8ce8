import type { Trace } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { conditionOf } from '../../traces/index.ts'
import { type Column, Dim, Link, Mono, RelativeTime } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { TraceEnd } from './trace-end.tsx'
import { TraceSize } from './trace-size.tsx'
import { TraceState } from './trace-state.tsx'

export function useTraceColumns(): readonly Column<Trace>[] {
  const { columns, types, payloads, formatters } = useMessages(messages)
  return useMemo(
    () => [
      {
        id: 'name',
        header: columns.name,
        width: 190,
        sortBy: ({ name }) => name,
        cell: ({ name }) => (
          <Link to="/log-trace/detail/$id" params={{ id: name }}>
            <Mono truncate>{name}</Mono>
          </Link>
        ),
      },
      {
        id: 'condition',
        header: columns.condition,
        width: 190,
        sortBy: (trace) => conditionOf(trace).value,
        cell: (trace) => (
          <>
            <Dim>{types[trace.type] ?? trace.type}</Dim> <Mono>{conditionOf(trace).value}</Mono>
          </>
        ),
      },
      {
        id: 'state',
        header: columns.state,
        width: 92,
        sortBy: ({ status }) => status,
        cell: ({ status }) => <TraceState state={status} />,
      },
      {
        id: 'begin',
        header: columns.begin,
        width: 104,
        sortBy: ({ start_at }) => Date.parse(start_at),
        cell: ({ start_at: time }) => <RelativeTime time={time} planned />,
      },
      {
        id: 'end',
        header: columns.end,
        width: 104,
        sortBy: ({ end_at }) => Date.parse(end_at),
        cell: (trace) => <TraceEnd trace={trace} />,
      },
      { id: 'size', header: columns.size, width: 80, align: 'end', cell: (trace) => <TraceSize trace={trace} /> },
      {
        id: 'payload',
        header: columns.payload,
        width: 78,
        cell: ({ payload_encode: payload }) => payloads[payload] ?? payload,
      },
      {
        id: 'formatter',
        header: columns.formatter,
        width: 66,
        cell: ({ formatter }) => formatters[formatter] ?? formatter,
      },
    ],
    [columns, types, payloads, formatters],
  )
}
