import type { Trace } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { type Column, Dim, Link, Mono, RelativeTime } from '../../ui/index.ts'
import { conditionOf } from './index.ts'
import { messages } from './messages.ts'
import { TraceEnd, TraceSize, TraceState } from './trace-values.tsx'

export function useTraceColumns(): readonly Column<Trace>[] {
  const texts = useMessages(messages)
  return useMemo(
    () => [
      {
        id: 'name',
        header: texts.name,
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
        header: texts.condition,
        width: 190,
        sortBy: (trace) => conditionOf(trace).value,
        cell: (trace) => (
          <>
            <Dim>{texts.types[trace.type] ?? trace.type}</Dim> <Mono>{conditionOf(trace).value}</Mono>
          </>
        ),
      },
      {
        id: 'state',
        header: texts.state,
        width: 92,
        sortBy: ({ status }) => status,
        cell: ({ status }) => <TraceState state={status} />,
      },
      {
        id: 'begin',
        header: texts.startTime,
        width: 104,
        sortBy: ({ start_at }) => Date.parse(start_at),
        cell: ({ start_at: time }) => <RelativeTime time={time} planned />,
      },
      {
        id: 'end',
        header: texts.endTime,
        width: 104,
        sortBy: ({ end_at }) => Date.parse(end_at),
        cell: (trace) => <TraceEnd trace={trace} />,
      },
      { id: 'size', header: texts.size, width: 80, align: 'end', cell: (trace) => <TraceSize trace={trace} /> },
      {
        id: 'payload',
        header: texts.payloadEncoding,
        width: 78,
        cell: ({ payload_encode: payload }) => texts.payloads[payload] ?? payload,
      },
      {
        id: 'formatter',
        header: texts.format,
        width: 66,
        cell: ({ formatter }) => texts.formatters[formatter] ?? formatter,
      },
    ],
    [texts],
  )
}
