import { type Message, ReasonError, validateTopicFilter } from '@mqdeck/broker'
import { AppError, noContent, ok, type RetainedRow } from '@mqdeck/contract'
import type { BrokerContext } from '../broker-context.ts'
import { type HandlersOf, toPage, toRfc3339 } from '../management.ts'
import { defineModule } from '../resource-module.ts'
import { retainedTable } from './backup-table.ts'
import { retainedTasks } from './migration.ts'

/** Maximum payload size in bytes that EMQX returns. */
const maxPayloadBytes = 1024 * 1024

function retainedHandlers({ broker: { retained, turn } }: BrokerContext): HandlersOf<'retainedMessages'> {
  /** @throws {AppError} NOT_FOUND */
  const requireFirst = async (filter: string): Promise<Message> => {
    for (const message of matching(filter)) {
      if (turn.spend()) await turn.next()
      if (message) return message
    }
    throw new AppError('NOT_FOUND', "Viewed message doesn't exist")
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
    listRetained: async ({ query: { topic, ...paging } }) =>
      ok(
        topic === undefined
          ? await toPage(retained.all(), paging, { total: retained.count, toRow, turn })
          : await toPage(matching(topic), paging, { total: 'none', toRow, turn }),
      ),
    clearRetained: async () => {
      await retained.clear()
      return noContent
    },
    getRetained: async ({ params: { topic } }) => {
      const message = await requireFirst(topic)
      const { payload } = message
      const isShown = payload.length <= maxPayloadBytes
      return ok({ ...toRow(message), ...(isShown && { payload: Buffer.from(payload).toString('base64') }) })
    },
    deleteRetained: async ({ params: { topic } }) => {
      await requireFirst(topic)
      const deleted: (Promise<void> | undefined)[] = []
      for (const message of matching(topic)) {
        if (turn.spend()) await turn.next()
        const removal = message && retained.delete(message.topic)
        removal?.catch(() => {}) // awaited below
        deleted.push(removal)
      }
      await Promise.all(deleted)
      return noContent
    },
    listRetainedDetails: async ({ query: { topic, ...paging } }) => {
      const rows = topic === undefined ? retained.all() : matching(topic)
      const total = topic === undefined ? retained.count : 'count'
      const { data, meta } = await toPage(rows, paging, { total, toRow: toDetailRow, turn })
      return ok({ data, meta: { ...meta, count: meta.count ?? data.length } })
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
    if (error instanceof ReasonError) throw new AppError('BAD_REQUEST', `Invalid topic filter: ${error.message}`)
    throw error
  }
}

export const retainedModule = defineModule({
  name: 'retained',
  migration: { retained: retainedTasks },
  create: (context) => ({
    handlers: retainedHandlers(context),
    roots: { retainer: { apply: (next) => context.broker.retained.updateSettings(next) } },
    backupTables: [retainedTable(context.broker.retained, context.clock)],
  }),
})
