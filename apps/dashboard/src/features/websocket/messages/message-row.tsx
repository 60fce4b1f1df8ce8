import { reasonOf } from '@mqdeck/contract'
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { memo } from 'react'
import { useFormat, useLocale, useMessages } from '../../../i18n/index.ts'
import { toPreview } from '../../../lib/payload/payload.ts'
import { Dim, join } from '../../../ui/index.ts'
import { type Delivery, type Subscription, subscriptionOf } from '../index.ts'
import styles from '../websocket.module.css'
import { latencyOf } from './latency.ts'
import { listMessages } from './list-messages.ts'
import type { LoggedMessage } from './message-log.ts'

interface MessageRowProps {
  readonly message: LoggedMessage
  readonly subscriptions: readonly Subscription[]
  readonly latencyField: string
  readonly version: number
  readonly onOpen: (seq: number) => void
}

/** Time, direction, topic and payload preview. A click opens the message. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, subscriptions, latencyField, version, onOpen } = props
  const texts = useMessages(listMessages)
  const format = useFormat()
  const { direction, topic, payload, qos, retain, dup, at, delivery } = message
  const colour = subscriptionOf(message, subscriptions)?.colour
  const latency = latencyOf(message, latencyField)
  const isIn = direction === 'in'
  const Arrow = isIn ? IconArrowDownLeft : IconArrowUpRight
  return (
    <button type="button" className={styles.row} onClick={() => onOpen(message.seq)}>
      <span className={join(styles.bar, colour !== undefined && styles[`colour${colour}`])} aria-hidden />
      <span className={styles.time}>{clock(at)}</span>
      <span className={join(styles.direction, !isIn && styles.out)}>
        <Arrow size={14} aria-hidden />
        {isIn ? texts.received : texts.sent}
      </span>
      <span className={styles.topic}>{topic}</span>
      <span className={styles.payload}>
        {payload.length === 0 ? (
          <Dim>{texts.emptyPayload}</Dim>
        ) : (
          (toPreview(payload) ?? <Dim>{`${texts.binary}, ${format.bytes(payload.length)}`}</Dim>)
        )}
      </span>
      <span className={styles.marks}>
        {retain && <span>{texts.retained}</span>}
        {dup && <span>{texts.dup}</span>}
        {latency !== undefined && <span>{milliseconds(latency)}</span>}
        {delivery && <DeliveryMark delivery={delivery} version={version} />}
        <span>{texts.qosValue(qos)}</span>
      </span>
    </button>
  )
})

function DeliveryMark({ delivery, version }: { readonly delivery: Delivery; readonly version: number }) {
  const isBad = delivery.kind === 'failed' || (delivery.kind === 'done' && delivery.code >= 128)
  return (
    <span className={join(isBad && styles.bad)}>
      <DeliveryText delivery={delivery} version={version} />
    </span>
  )
}

/** The acknowledgement of a sent message as text. */
export function DeliveryText({ delivery, version }: { readonly delivery: Delivery; readonly version: number }) {
  const texts = useMessages(listMessages)
  const locale = useLocale()
  if (delivery.kind === 'pending') return texts.pending
  if (delivery.kind === 'failed') return `${texts.publishFailed}: ${delivery.text}`
  const after = texts.acknowledged(milliseconds(delivery.after))
  const reason = delivery.code === 0 || version < 5 ? undefined : reasonOf(5, delivery.code)?.[locale]
  return reason === undefined ? after : `${reason} · ${after}`
}

export const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

/** Local time of day with milliseconds: 13:05:09.042. */
function clock(time: number): string {
  const at = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
  const fraction = String(at.getMilliseconds()).padStart(3, '0')
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${fraction}`
}
