import type { Trace } from '@mqdeck/contract'
import { useServerClockOffset } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { RelativeTime, useNow } from '../../ui/index.ts'
import { messages } from './messages.ts'

/** End time of a trace. For a trace that was stopped early the actual end is unknown, so only that is shown. */
export function TraceEnd({ trace: { status, end_at: end } }: { readonly trace: Trace }) {
  const texts = useMessages(messages)
  const ahead = useServerClockOffset()
  const now = useNow(30_000) + ahead
  if (status === 'stopped' && Date.parse(end) > now) return texts.stoppedEarly
  return <RelativeTime time={end} planned />
}
