import { createHash } from 'node:crypto'
import type { Clock, Log, Table } from '@mqdeck/kit'
import { decodeMessage, encodeMessage, ownMessage } from '../message/message-codec.ts'
import { isWildcard } from '../routing/topic.ts'
import type { Message } from '../types.ts'
import { createTopicTrie } from './topic-trie.ts'

/** EMQX's `retainer` settings in plain units. */
export interface RetainedSettings {
  /** `msg_expiry_interval`, milliseconds, for messages that bring no expiry of their own; 0 is never. */
  messageExpiryInterval: number
  /** `backend.max_retained_messages`; 0 is unlimited. */
  maxRetainedMessages: number
  /** Bytes; 0 is unlimited. */
  maxPayloadSize: number
}

export interface RetainedOptions {
  readonly settings: RetainedSettings
  readonly clock: Clock
  readonly log: Log
  /** Where messages survive the process, a binary table; without it they are in memory only. */
  readonly table?: Table<Uint8Array>
}

/**
 * `stored`: it is the retained message of its topic now. `deleted`: it was empty and took the old one away [MQTT-3.3.1-6].
 * `full`, `too_large`: refused by a limit, and the old one, if any, still stands.
 */
type RetainOutcome = 'stored' | 'deleted' | 'full' | 'too_large'

export interface Retention {
  readonly outcome: RetainOutcome
  /**
   * Resolves when the change is committed; undefined when there is nothing to wait for. Rejects when the disk refuses it:
   * the change holds until the process ends then. Must be handled by who does not wait for it, too.
   */
  readonly committed: Promise<void> | undefined
}

export interface Retained {
  /** Keeps, replaces or deletes the retained message of the message's topic. */
  store(message: Message): Retention
  /** Undefined when there was none; otherwise `committed` of the deletion, resolved at once without a table. */
  delete(topic: string): Promise<void> | undefined
  get(topic: string): Message | undefined
  /** Live messages whose topic the filter matches, oldest first. */
  match(filter: string): Message[]
  /** All live messages in the order in which their topics got one, those of before a restart by age. */
  all(): IterableIterator<Message>
  /** Live and expired ones that no sweep has met yet. */
  readonly count: number
  /** Deletes all; resolves when that is committed. */
  clear(): Promise<void>
  /** Deletes what has expired; says how many. */
  sweep(): number
  updateSettings(changes: Partial<RetainedSettings>): void
}

/** Opens the store with what is in the table. Messages that cannot be read any more are logged and dropped. */
export function createRetained({ settings, clock, log, table }: RetainedOptions): Retained {
  const current = { ...settings }
  /** Insertion order is the order of `all`. */
  const byTopic = new Map<string, Message>()
  const trie = createTopicTrie<Message>()
  /** Messages with an expiry of their own: a sweep without any is free. */
  let mortal = 0

  const expiryOf = (message: Message) => {
    if (message.expiresAt !== Number.POSITIVE_INFINITY || current.messageExpiryInterval === 0) return message.expiresAt
    return message.timestamp + current.messageExpiryInterval
  }
  const isLive = (message: Message) => expiryOf(message) > clock.now()
  const isMortal = (message: Message | undefined) =>
    message !== undefined && message.expiresAt !== Number.POSITIVE_INFINITY ? 1 : 0

  const put = (message: Message) => {
    mortal += isMortal(message) - isMortal(byTopic.get(message.topic))
    byTopic.set(message.topic, message)
    trie.set(message.topic, message)
  }

  const remove = (topic: string): Promise<void> | undefined => {
    const before = byTopic.get(topic)
    if (before === undefined) return undefined
    mortal -= isMortal(before)
    byTopic.delete(topic)
    trie.delete(topic)
    return table === undefined ? done : table.remove(keyOf(topic))
  }

  const restore = (from: Table<Uint8Array>) => {
    const live: Message[] = []
    for (const { key, value } of from.entries()) {
      try {
        const message = decodeMessage(value)
        if (isLive(message)) live.push(ownMessage(message))
        else void discard(from.remove(key))
      } catch (error) {
        log.warn({ error, key }, 'dropped a retained message that cannot be read')
        void discard(from.remove(key))
      }
    }
    for (const message of live.sort(byAge)) put(message)
  }

  /** For removals that nobody waits for: what is left on disk is found expired or broken at the next start again. */
  const discard = (removal: Promise<void>) =>
    removal.catch((error: unknown) => log.warn({ error }, 'could not delete a retained message'))

  if (table !== undefined) restore(table)

  return {
    store(message) {
      const { topic } = message
      // An empty payload deletes and is not kept itself [MQTT-3.3.1-6, MQTT-3.3.1-7].
      if (message.payload.length === 0) return { outcome: 'deleted', committed: remove(topic) }
      if (current.maxPayloadSize > 0 && message.payload.length > current.maxPayloadSize)
        return { outcome: 'too_large', committed: undefined }
      const isFull = current.maxRetainedMessages > 0 && byTopic.size >= current.maxRetainedMessages
      if (isFull && !byTopic.has(topic)) return { outcome: 'full', committed: undefined }
      const own = ownMessage(message)
      put(own)
      return { outcome: 'stored', committed: table?.put(keyOf(topic), encodeMessage(own)) }
    },

    delete: remove,

    get(topic) {
      const message = byTopic.get(topic)
      return message !== undefined && isLive(message) ? message : undefined
    },

    match(filter) {
      const messages: Message[] = []
      const collect = (message: Message) => {
        if (isLive(message)) messages.push(message)
      }
      if (isWildcard(filter)) trie.match(filter, collect)
      else {
        const message = byTopic.get(filter)
        if (message !== undefined) collect(message)
      }
      return messages.sort(byAge)
    },

    *all() {
      for (const message of byTopic.values()) if (isLive(message)) yield message
    },

    get count() {
      return byTopic.size
    },

    async clear() {
      // Put together before the first await: a message stored from now on is not cleared.
      const removals = [...byTopic.keys()].map((topic) => remove(topic))
      await Promise.all(removals)
    },

    sweep() {
      if (mortal === 0 && current.messageExpiryInterval === 0) return 0
      const expired = [...byTopic.values()].filter((message) => !isLive(message))
      for (const { topic } of expired) void discard(remove(topic) ?? done)
      return expired.length
    },

    updateSettings(changes) {
      Object.assign(current, changes)
    },
  }
}

const done = Promise.resolve()

/** Ids rise with time and decide between messages of one millisecond. */
const byAge = (a: Message, b: Message) => a.timestamp - b.timestamp || (a.id < b.id ? -1 : 1)

/** LMDB's keys have at most 1978 bytes, topics 65 535. No topic name begins with `#`. */
const longestKey = 1000

function keyOf(topic: string): string {
  if (topic.length * 3 <= longestKey || Buffer.byteLength(topic) <= longestKey) return topic
  return `#${createHash('sha256').update(topic).digest('hex')}`
}
