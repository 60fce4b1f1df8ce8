import type { Trace } from '@mqdeck/contract'
import { useServerClockOffset } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { RelativeTime, useNow } from '../../ui/index.ts'
import { messages } from './messages.ts'

/** When it ends or ended; of one that was stopped before its time, only that: when that was, nobody tells. */
export function TraceEnd({ trace: { status, end_at: end } }: { readonly trace: Trace }) {
  const texts = useMessages(messages)
  const ahead = useServerClockOffset()
  const now = useNow(30_000) + ahead
  if (status === 'stopped' && Date.parse(end) > now) return texts.stoppedEarly
  return <RelativeTime time={end} planned />
}
