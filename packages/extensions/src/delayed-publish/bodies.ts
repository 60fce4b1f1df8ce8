import { decodeMessage, encodeMessage, type Message, ownMessage } from '@mqdeck/broker'
import type { Key, Log, Store } from '@mqdeck/kit'
import type { Waiting } from './waiting-list.ts'

/** Where the messages themselves are kept until they are due. */
export interface Bodies {
  /** What is there from before. */
  load(): readonly Waiting[]
  /** Resolves when it is committed, rejects when the disk refuses it; undefined without a disk. */
  put(item: Waiting, message: Message): Promise<void> | undefined
  get(item: Waiting): Message | undefined
  /** Resolves when that is committed: all of them or none. */
  remove(items: readonly Waiting[]): Promise<void>
}

/** In memory: ends with the process. */
export function createMemoryBodies(): Bodies {
  const messages = new Map<string, Message>()
  return {
    load: () => [],
    put: (item, message) => {
      messages.set(item.id, ownMessage(message))
      return undefined
    },
    get: ({ id }) => messages.get(id),
    remove: async (items) => {
      for (const { id } of items) messages.delete(id)
    },
  }
}

/** Bytes before the message: the interval. */
const headLength = 4

/** On disk, and only there: what waits for weeks need not be in memory. Keys are in the order in which messages are due. */
export function openStoredBodies(store: Store, log: Log): Bodies {
  const table = store.table<Uint8Array>('delayed', { binary: true })
  const keyOf = ({ dueAt, id }: Waiting): Key => [dueAt, id]

  return {
    load: () => {
      const items: Waiting[] = []
      for (const { key, value } of table.entries()) {
        try {
          items.push(toWaiting(key, value))
        } catch (error) {
          log.warn({ error: String(error), key }, 'delayed_message_unreadable')
        }
      }
      return items
    },
    put: (item, message) => {
      const head = Buffer.alloc(headLength)
      head.writeUInt32BE(item.interval)
      return table.put(keyOf(item), Buffer.concat([head, encodeMessage(message)]))
    },
    get: (item) => {
      const bytes = table.get(keyOf(item))
      return bytes && decodeMessage(bytes.subarray(headLength))
    },
    remove: (items) =>
      store.batch(() => {
        for (const item of items) void table.remove(keyOf(item))
      }),
  }
}

/** @throws RangeError when it is not what `put` has written */
function toWaiting(key: Key, value: Uint8Array): Waiting {
  const dueAt = typeof key === 'object' ? key[0] : undefined
  if (typeof dueAt !== 'number') throw new RangeError('not the key of a delayed message')
  const interval = new DataView(value.buffer, value.byteOffset, value.byteLength).getUint32(0)
  const { id, topic } = decodeMessage(value.subarray(headLength))
  return { dueAt, id, topic, interval }
}
