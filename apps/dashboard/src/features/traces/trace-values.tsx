import type { Trace } from '@mqdeck/contract'
import { useServerClockOffset } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { RelativeTime, StatusDot, Tooltip, useNow } from '../../ui/index.ts'
import { sizeOf } from './list-search.ts'
import { messages } from './messages.ts'

const tones = { waiting: 'amber', running: 'accent', stopped: 'grey' } as const

export function TraceState({ state }: { readonly state: Trace['status'] }) {
  const { states } = useMessages(messages)
  return <StatusDot tone={tones[state]}>{states[state]}</StatusDot>
}

/** End time of a trace. For a trace that was stopped early the actual end is unknown, so only that is shown. */
export function TraceEnd({ trace: { status, end_at: end } }: { readonly trace: Trace }) {
  const texts = useMessages(messages)
  const ahead = useServerClockOffset()
  const now = useNow(30_000) + ahead
  if (status === 'stopped' && Date.parse(end) > now) return texts.stoppedEarly
  return <RelativeTime time={end} planned />
}

/** Total log size of a trace. A tooltip shows the size per node. */
export function TraceSize({ trace }: { readonly trace: Trace }) {
  const format = useFormat()
  const nodes = Object.entries(trace.log_size).sort(([a], [b]) => a.localeCompare(b))
  const total = <span>{format.bytes(sizeOf(trace))}</span>
  if (nodes.length < 2) return total
  const lines = nodes.map(([node, size]) => <div key={node}>{`${node}: ${format.bytes(size)}`}</div>)
  return <Tooltip label={lines}>{total}</Tooltip>
}
