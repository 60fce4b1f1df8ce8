import { type Message, ReasonError, validateTopicFilter } from '@mqdeck/broker'
import { AppError, noContent, ok, type RetainedRow } from '@mqdeck/contract'
import type { Services } from '../services.ts'
import type { HandlersOf } from './handlers-of.ts'
import { toPage } from './page.ts'
import { toRfc3339 } from './rfc3339.ts'

/** Bytes of a payload that EMQX shows at most. */
const longestPayload = 1024 * 1024

export function retainedHandlers({ broker: { retained } }: Services): HandlersOf<'retainedMessages'> {
  /** @throws {AppError} NOT_FOUND */
  const requireMatches = (filter: string) => {
    const [first, ...rest] = matching(filter)
    if (!first) throw new AppError('NOT_FOUND', "Viewed message doesn't exist")
    return [first, ...rest] as const
  }
  const matching = (filter: string) => retained.match(checkFilter(filter))
  const toDetailRow = (message: Message) => {
    const expiresAt = retained.expiryOf(message)
    return {
      ...toRow(message),
      payload_size: message.payload.length,
      expires_at: expiresAt === Number.POSITIVE_INFINITY ? null : toRfc3339(expiresAt),
    }
  }

  return {
    listRetained: ({ query }) =>
      ok(
        query.topic === undefined
          ? toPage(retained.all(), query, { total: retained.count, toRow })
          : toPage(matching(query.topic), query, { total: 'none', toRow }),
      ),
    clearRetained: async () => {
      await retained.clear()
      return noContent
    },
    getRetained: ({ params: { topic } }) => {
      const [message] = requireMatches(topic)
      const { payload } = message
      const isShown = payload.length <= longestPayload
      return ok({ ...toRow(message), ...(isShown && { payload: Buffer.from(payload).toString('base64') }) })
    },
    deleteRetained: async ({ params: { topic } }) => {
      await Promise.all(requireMatches(topic).map((message) => retained.delete(message.topic)))
      return noContent
    },
    listRetainedDetails: ({ query }) => {
      const rows = query.topic === undefined ? retained.all() : matching(query.topic)
      const count = Array.isArray(rows) ? rows.length : retained.count
      const { data, meta } = toPage(rows, query, { total: count, toRow: toDetailRow })
      return ok({ data, meta: { ...meta, count } })
    },
  }
}

const toRow = ({ id, topic, qos, timestamp, from }: Message): RetainedRow => ({
  msgid: id,
  topic,
  qos,
  publish_at: toRfc3339(timestamp),
  from_clientid: from.clientId,
  from_username: from.username ?? 'undefined',
})

/** @throws {AppError} BAD_REQUEST */
function checkFilter(filter: string): string {
  try {
    validateTopicFilter(filter)
    return filter
  } catch (error) {
    if (error instanceof ReasonError) throw new AppError('BAD_REQUEST', `This is no topic filter: ${error.message}`)
    throw error
  }
}
