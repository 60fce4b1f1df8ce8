import type { DelayedMessageRow } from '@mqdeck/contract'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Dim, useNow } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { remaining } from './remaining.ts'

interface RemainingTimeProps {
  readonly message: DelayedMessageRow
  /** Time of the answer with the message, in milliseconds. */
  readonly answeredAt: number
}

/** The remaining time, updated every second. */
export function RemainingTime({ message, answeredAt }: RemainingTimeProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const left = remaining(message, answeredAt, useNow(1000))
  return left === 0 ? <Dim>{texts.due}</Dim> : format.duration(Math.ceil(left / 1000) * 1000)
}
