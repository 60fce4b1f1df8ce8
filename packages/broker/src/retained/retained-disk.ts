import { createHash } from 'node:crypto'
import type { Log, Table } from '@mqdeck/kit'
import { decodeMessage, encodeMessage, ownMessage } from '../message/message-codec.ts'
import type { Turn } from '../turn.ts'
import type { Message } from '../types.ts'

/** Stores retained messages on disk. The promises resolve when the change is committed. */
export interface RetainedDisk {
  /** Returns all stored messages; unreadable ones are logged and deleted. */
  read(): Message[]
  put(message: Message): Promise<void>
  remove(topic: string): Promise<void>
  /** Deletes all stored messages. */
  clear(): Promise<void>
}

export function createRetainedDisk(table: Table<Uint8Array>, turn: Turn, log: Log): RetainedDisk {
  return {
    read() {
      const messages: Message[] = []
      for (const { key, value } of table.entries()) {
        try {
          messages.push(ownMessage(decodeMessage(value)))
        } catch (error) {
          log.warn({ error, key }, 'retained_message_unreadable')
          table.remove(key).catch((cause: unknown) => log.warn({ error: cause }, 'retained_message_delete_failed'))
        }
      }
      return messages
    },
    put: (message) => table.put(keyOf(message.topic), encodeMessage(message)),
    remove: (topic) => table.remove(keyOf(topic)),
    clear: async () => {
      for (;;) {
        const keys = [...table.entries({ limit: batchSize })].map(({ key }) => key)
        if (keys.length === 0) return
        await writeAll(turn, keys, (key) => table.remove(key))
      }
    },
  }
}

/** LMDB keys may have 1978 bytes, topics 65 535: longer topics are hashed. No topic name starts with `#`. */
const maxKeyBytes = 1000

function keyOf(topic: string): string {
  if (topic.length * 3 <= maxKeyBytes || Buffer.byteLength(topic) <= maxKeyBytes) return topic
  return `#${createHash('sha256').update(topic).digest('hex')}`
}

/** Number of writes that `writeAll` commits together. */
const batchSize = 1000

/** Writes in batches and waits for each commit, so that memory and commits stay small. */
export async function writeAll<T>(
  turn: Turn,
  items: Iterable<T>,
  write: (item: T) => Promise<void> | undefined,
): Promise<void> {
  let batch: Promise<void>[] = []
  for (const item of items) {
    if (turn.spend()) await turn.next()
    const written = write(item)
    if (!written) continue
    written.catch(() => {}) // awaited below
    batch.push(written)
    if (batch.length < batchSize) continue
    await Promise.all(batch)
    batch = []
  }
  await Promise.all(batch)
}
