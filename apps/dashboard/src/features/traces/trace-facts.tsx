import type { Trace } from '@mqdeck/contract'
import type { ReactNode } from 'react'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { DescriptionList, Dim, Link, Mono, RelativeTime } from '../../ui/index.ts'
import { conditionOf, type TraceCondition } from './index.ts'
import { messages } from './messages.ts'
import { TraceEnd, TraceSize } from './trace-values.tsx'

/** Condition, times, size and format of a trace. */
export function TraceFacts({ trace }: { readonly trace: Trace }) {
  const texts = useMessages(messages)
  const { start_at: start, end_at: end, payload_encode: payload, formatter } = trace
  return (
    <DescriptionList
      minWidth={145}
      items={[
        {
          label: texts.condition,
          value: (
            <>
              <Dim>{texts.types[trace.type] ?? trace.type}</Dim> <TracedObject {...conditionOf(trace)} />
            </>
          ),
        },
        {
          label: texts.startTime,
          value: (
            <DateWithRelativeTime time={start}>
              <RelativeTime time={start} planned />
            </DateWithRelativeTime>
          ),
        },
        {
          label: texts.endTime,
          value: (
            <DateWithRelativeTime time={end}>
              <TraceEnd trace={trace} />
            </DateWithRelativeTime>
          ),
        },
        { label: texts.size, value: <TraceSize trace={trace} /> },
        { label: texts.format, value: texts.formatWithPayload[payload](texts.formatters[formatter] ?? formatter) },
      ]}
    />
  )
}

/** The traced value, with a link to its page if it has one. */
function TracedObject({ type, value }: TraceCondition) {
  const name = <Mono>{value === '' ? dash : value}</Mono>
  if (value === '' || type === 'topic') return name
  if (type === 'ip_address')
    return (
      <Link to="/clients" search={{ ip_address: value }}>
        {name}
      </Link>
    )
  return type === 'ruleid' ? (
    <Link to="/rule/rules/$id" params={{ id: value }}>
      {name}
    </Link>
  ) : (
    <Link to="/clients/detail/$clientId" params={{ clientId: value }}>
      {name}
    </Link>
  )
}

function DateWithRelativeTime({ time, children }: { readonly time: string; readonly children: ReactNode }) {
  const format = useFormat()
  return (
    <>
      <div>{format.dateTime(time)}</div>
      <Dim small>{children}</Dim>
    </>
  )
}
