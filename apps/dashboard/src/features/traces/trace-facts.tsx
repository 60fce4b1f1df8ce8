import type { Trace } from '@mqdeck/contract'
import type { ReactNode } from 'react'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { conditionOf, type TraceCondition } from '../../traces/index.ts'
import { DescriptionList, Dim, Link, Mono, RelativeTime } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { TraceEnd } from './trace-end.tsx'
import { TraceSize } from './trace-size.tsx'

/** What is traced, when, and what of it is written. */
export function TraceFacts({ trace }: { readonly trace: Trace }) {
  const { facts, types, written, formatters } = useMessages(messages)
  const { start_at: begin, end_at: end, payload_encode: payload, formatter } = trace
  return (
    <DescriptionList
      minWidth={145}
      items={[
        {
          label: facts.traced,
          value: (
            <>
              <Dim>{types[trace.type] ?? trace.type}</Dim> <Traced {...conditionOf(trace)} />
            </>
          ),
        },
        {
          label: facts.begin,
          value: (
            <Moment time={begin}>
              <RelativeTime time={begin} planned />
            </Moment>
          ),
        },
        {
          label: facts.end,
          value: (
            <Moment time={end}>
              <TraceEnd trace={trace} />
            </Moment>
          ),
        },
        { label: facts.size, value: <TraceSize trace={trace} /> },
        { label: facts.written, value: written[payload](formatters[formatter] ?? formatter) },
      ]}
    />
  )
}

/** Leads to what is traced, where that has a page. */
function Traced({ type, value }: TraceCondition) {
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

function Moment({ time, children }: { readonly time: string; readonly children: ReactNode }) {
  const format = useFormat()
  return (
    <>
      <div>{format.dateTime(time)}</div>
      <Dim small>{children}</Dim>
    </>
  )
}
