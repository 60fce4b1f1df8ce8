import type { QueuedMessageView } from '@mqdeck/broker'
import { AppError, type InflightMessage, type MessageQuery, type MqueueMessage } from '@mqdeck/contract'

type Encoding = MessageQuery['payload']

/**
 * A page of a queue: at most `limit` messages and `max_payload_bytes` of payload, but always at least one message.
 * `start` is the current start of the queue, `position` the start of the next page.
 * @throws {AppError} INVALID_PARAMETER for an invalid position
 */
export function toStretch<M>(
  queue: readonly QueuedMessageView[],
  query: MessageQuery,
  toBody: (queued: QueuedMessageView, encoding: Encoding) => M,
): { data: M[]; meta: { start: string; position: string } } {
  const first = queue[0]
  const { position, limit } = query
  const from = position === undefined || position === 'none' ? 0 : indexAfter(queue, position)
  const chosen = withinBytes(queue.slice(from, from + limit), query)
  const last = chosen.at(-1)
  return {
    data: chosen.map((queued) => toBody(queued, query.payload)),
    meta: {
      start: first ? toPosition(first) : 'none',
      position: last ? toPosition(last) : (position ?? 'none'),
    },
  }
}

export function toInflightMessage({ message, insertedAt }: QueuedMessageView, encoding: Encoding): InflightMessage {
  return {
    msgid: message.id,
    topic: message.topic,
    qos: message.qos,
    publish_at: message.timestamp,
    from_clientid: message.from.clientId,
    from_username: message.from.username ?? 'undefined',
    inserted_at: String(insertedAt),
    ...(encoding !== 'none' && { payload: encode(message.payload, encoding) }),
  }
}

export function toMqueueMessage(queued: QueuedMessageView, encoding: Encoding): MqueueMessage {
  const { priority } = queued
  const mqueue_priority = priority === Number.POSITIVE_INFINITY ? ('infinity' as const) : priority
  return { ...toInflightMessage(queued, encoding), mqueue_priority }
}

const encode = (payload: Uint8Array, encoding: 'base64' | 'plain') =>
  Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString(encoding === 'plain' ? 'utf8' : encoding)

/** `inserted-at_priority`, EMQX's format. */
const toPosition = ({ insertedAt, priority }: QueuedMessageView) =>
  `${insertedAt}_${priority === Number.POSITIVE_INFINITY ? 'infinity' : priority}`

/** If the message is gone meanwhile, the index after its former place. */
function indexAfter(queue: readonly QueuedMessageView[], position: string): number {
  if (position === 'end_of_data') return queue.length
  const [, time, rank] = /^(\d{1,20})_(-?\d+|infinity)$/.exec(position) ?? []
  if (time === undefined || rank === undefined) throw new AppError('INVALID_PARAMETER', 'Invalid position')
  const insertedAt = BigInt(time)
  const priority = rank === 'infinity' ? Number.POSITIVE_INFINITY : Number(rank)
  const next = queue.findIndex((queued) =>
    queued.priority === priority ? queued.insertedAt > insertedAt : queued.priority < priority,
  )
  return next === -1 ? queue.length : next
}

function withinBytes(messages: readonly QueuedMessageView[], query: MessageQuery): readonly QueuedMessageView[] {
  if (query.payload === 'none') return messages
  let bytes = 0
  const end = messages.findIndex(({ message }, index) => {
    bytes += message.payload.length
    return index > 0 && bytes > query.max_payload_bytes
  })
  return end === -1 ? messages : messages.slice(0, end)
}
