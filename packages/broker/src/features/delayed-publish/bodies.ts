import type { Key, Log, Store } from '@mqdeck/kit'
import { decodeMessage, encodeMessage, ownMessage } from '../../message/message-codec.ts'
import type { Message } from '../../types.ts'
import type { WaitingMessage } from './waiting-list.ts'

/** Storage for the messages until they are due. */
export interface DelayedBodies {
  /** Messages stored by an earlier process. */
  load(): readonly WaitingMessage[]
  /** Resolves when it is committed, rejects on disk errors; undefined without a disk. */
  put(item: WaitingMessage, message: Message): Promise<void> | undefined
  get(item: WaitingMessage): Message | undefined
  /** Resolves when it is committed. Deletes all or none. */
  remove(items: readonly WaitingMessage[]): Promise<void>
}

/** In memory only; lost when the process ends. */
export function createMemoryBodies(): DelayedBodies {
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

/** Length in bytes of the interval, which is stored before the message. */
const headLength = 4

/** On disk only, since messages may be delayed for weeks. Keys are ordered by due time. */
export function openStoredBodies(store: Store, log: Log): DelayedBodies {
  const table = store.table<Uint8Array>('delayed', { binary: true })
  const keyOf = ({ dueAt, id }: WaitingMessage): Key => [dueAt, id]

  return {
    load: () => {
      const items: WaitingMessage[] = []
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

/** @throws {RangeError} if the value was not written by `put` */
function toWaiting(key: Key, value: Uint8Array): WaitingMessage {
  const dueAt = typeof key === 'object' ? key[0] : undefined
  if (typeof dueAt !== 'number') throw new RangeError('not the key of a delayed message')
  const interval = new DataView(value.buffer, value.byteOffset, value.byteLength).getUint32(0)
  const { id, topic } = decodeMessage(value.subarray(headLength))
  return { dueAt, id, topic, interval }
}
