import type { Clock, Log, Table } from '@mqdeck/kit'
import { createTokenBucket } from '../listeners/token-bucket.ts'
import { ownMessage } from '../message/message-codec.ts'
import { isWildcard } from '../routing/topic.ts'
import type { RetainedSettings } from '../settings.ts'
import type { Turn } from '../turn.ts'
import type { Message } from '../types.ts'
import { createRetainedDisk, writeAll } from './retained-disk.ts'
import { createTopicTrie } from './topic-trie.ts'

export interface RetainedOptions {
  readonly settings: RetainedSettings
  readonly clock: Clock
  readonly log: Log
  readonly turn: Turn
  /** A binary table that stores the messages; without it they are in memory only. */
  readonly table?: Table<Uint8Array>
}

/**
 * `stored`: it is now the retained message of its topic. `deleted`: it was empty and deleted the old one [MQTT-3.3.1-6].
 * All others: refused by a limit or because retaining is disabled; the old message, if any, stays.
 */
export type RetainOutcome = 'stored' | 'deleted' | 'full' | 'too_large' | 'too_fast' | 'disabled'

export interface Retention {
  readonly outcome: RetainOutcome
  /**
   * Resolves when the change is committed; undefined without a write to disk. Rejects if writing fails: the change
   * then lasts until the process ends. Callers that do not wait must handle the rejection, too.
   */
  readonly committed: Promise<void> | undefined
}

export interface Retained {
  readonly settings: RetainedSettings
  /** Keeps, replaces or deletes the retained message of the message's topic. */
  store(message: Message): Retention
  /** Restores a previous message without checking limits. */
  putBack(message: Message): Promise<void> | undefined
  /** Undefined if there is neither a message nor a pending deletion; otherwise resolves when the deletion is committed. */
  delete(topic: string): Promise<void> | undefined
  get(topic: string): Message | undefined
  /**
   * Live messages with matching topics, oldest first (with more than `batchSize` messages, within each batch), as in EMQX.
   * Yields undefined in between, where the caller may pause. Messages stored after the call, and those replaced or deleted
   * before they are reached, are not included.
   */
  match(filter: string): Generator<Message | undefined>
  /** When this message expires by the present settings, in milliseconds since the epoch; Infinity for never. */
  expiryOf(message: Message): number
  /** All live messages, oldest first. */
  all(): IterableIterator<Message>
  /** The number of messages, including expired ones not yet deleted by a sweep. */
  readonly count: number
  /** Deletes all present messages; resolves when that is committed. */
  clear(): Promise<void>
  /** Deletes expired messages; resolves with their number. */
  sweep(): Promise<number>
  /** Called periodically: sweeps every `msg_clear_interval`. */
  tick(): void
  /** Takes effect immediately. Resolves when all messages were moved after a change of `backend.storage_type`. */
  updateSettings(settings: RetainedSettings): Promise<void>
}

/** Creates the store with the messages in the table. */
export function createRetained({ settings, clock, log, turn, table }: RetainedOptions): Retained {
  let current = settings
  let publishing = createRateLimit(settings, clock.now())
  let sweptAt = clock.now()
  const storage = table && createRetainedDisk(table, turn, log)
  /** Undefined while messages are kept in memory only. */
  let disk = settings.backend.storage_type === 'disc' ? storage : undefined
  /** Insertion order is the order of `all`. */
  const byTopic = new Map<string, Stored>()
  const trie = createTopicTrie<Stored>()
  let lastOrder = 0
  /** Deletions that are not committed yet. */
  const removals = new Map<string, Promise<void>>()
  /** Number of messages with their own expiry; without any, a sweep may be unnecessary. */
  let expiringCount = 0

  const isLive = (message: Message) => expiryOf(message, current) > clock.now()
  const countExpiring = (message: Message | undefined) =>
    message !== undefined && message.expiresAt !== Number.POSITIVE_INFINITY ? 1 : 0

  const put = (message: Message) => {
    expiringCount += countExpiring(message) - countExpiring(byTopic.get(message.topic)?.message)
    lastOrder += 1
    const stored = { message, order: lastOrder }
    // Moves the topic to the end, so that the map stays in order of time.
    byTopic.delete(message.topic)
    byTopic.set(message.topic, stored)
    trie.set(message.topic, stored)
  }

  const remove = (topic: string): Promise<void> | undefined => {
    const before = byTopic.get(topic)
    // A second deletion must not resolve before the first one.
    if (before === undefined) return removals.get(topic)
    expiringCount -= countExpiring(before.message)
    byTopic.delete(topic)
    trie.delete(topic)
    if (!disk) return done
    const removal = disk.remove(topic)
    removals.set(topic, removal)
    const forget = () => {
      if (removals.get(topic) === removal) removals.delete(topic)
    }
    removal.then(forget, forget)
    return removal
  }

  /** For deletions without a waiting caller: messages left on disk are deleted at the next start. */
  const logFailure = (removal: Promise<void>) =>
    removal.catch((error: unknown) => log.warn({ error }, 'retained_message_delete_failed'))

  const refusalOf = ({ topic, payload, from }: Message): RetainOutcome | undefined => {
    const { max_payload_size, backend } = current
    if (max_payload_size > 0 && payload.length > max_payload_size) return 'too_large'
    const isFull = backend.max_retained_messages > 0 && byTopic.size >= backend.max_retained_messages
    if (isFull && !byTopic.has(topic)) return 'full'
    // Messages of the broker itself do not count towards the publish rate.
    return from.protocol === 'sys' || !publishing || publishing.take(clock.now()) ? undefined : 'too_fast'
  }

  for (const message of (storage?.read() ?? []).sort(byAge)) {
    if (isLive(message)) put(message)
    else void logFailure(storage?.remove(message.topic) ?? done)
  }
  // Messages written while `storage_type` was `disc` are no longer needed on disk.
  let cleared = storage && !disk ? logFailure(storage.clear()) : done

  const sweep = async () => {
    sweptAt = clock.now()
    const isFree = expiringCount === 0 && current.msg_expiry_interval === 0
    if (isFree && current.msg_expiry_interval_override === 'disabled') return 0
    let count = 0
    for (const { message } of byTopic.values()) {
      if (turn.spend()) await turn.next()
      if (isLive(message) || byTopic.get(message.topic)?.message !== message) continue
      void logFailure(remove(message.topic) ?? done)
      count += 1
    }
    return count
  }

  /** Topics in order of time, without those stored after `newest`. */
  function* storedUntil(newest: number): Generator<[string, Stored]> {
    for (const entry of byTopic) {
      if (entry[1].order > newest) return
      yield entry
    }
  }

  /** Matching messages without those stored after `newest`. */
  function* matchesUntil(filter: string, newest: number): Generator<Stored | undefined> {
    for (const stored of isWildcard(filter) ? trie.match(filter) : [byTopic.get(filter)])
      yield stored && stored.order <= newest ? stored : undefined
  }

  return {
    get settings() {
      return current
    },

    store(message) {
      if (!current.enable) return { outcome: 'disabled', committed: undefined }
      // An empty payload deletes and is not kept itself [MQTT-3.3.1-6, MQTT-3.3.1-7].
      if (message.payload.length === 0) return { outcome: 'deleted', committed: remove(message.topic) }
      const outcome = refusalOf(message)
      if (outcome) {
        log.warn({ topic: message.topic, reason: outcome }, 'failed_to_retain_message')
        return { outcome, committed: undefined }
      }
      const own = ownMessage(message)
      put(own)
      return { outcome: 'stored', committed: disk?.put(own) }
    },

    putBack(message) {
      put(message)
      return disk?.put(message)
    },

    delete: remove,

    get(topic) {
      const message = byTopic.get(topic)?.message
      return message !== undefined && isLive(message) ? message : undefined
    },

    *match(filter) {
      const matches = matchesUntil(filter, lastOrder)
      let batch: Stored[] = []
      for (let isLast = false; !isLast; ) {
        const next = matches.next()
        isLast = next.done === true
        if (next.value) batch.push(next.value)
        else if (!isLast) yield undefined
        if (!isLast && batch.length < batchSize) continue
        for (const stored of batch.sort((a, b) => a.order - b.order))
          yield byTopic.get(stored.message.topic) === stored && isLive(stored.message) ? stored.message : undefined
        batch = []
      }
    },

    expiryOf: (message) => expiryOf(message, current),

    *all() {
      for (const { message } of byTopic.values()) if (isLive(message)) yield message
    },

    get count() {
      return byTopic.size
    },

    async clear() {
      const newest = lastOrder
      await writeAll(turn, storedUntil(newest), ([topic, { order }]) =>
        byTopic.get(topic)?.order === order ? remove(topic) : undefined,
      )
    },

    sweep,

    tick() {
      const { msg_clear_interval } = current
      if (msg_clear_interval > 0 && clock.now() - sweptAt >= msg_clear_interval) void sweep()
    },

    async updateSettings(next) {
      const before = disk
      current = next
      publishing = createRateLimit(next, clock.now())
      if ((next.backend.storage_type === 'disc' ? storage : undefined) === before) return
      if (before) {
        disk = undefined
        const clearing = before.clear()
        cleared = logFailure(clearing)
        await clearing
        return
      }
      await cleared
      disk = storage
      // A message that was replaced in the meantime has already been written.
      await writeAll(turn, storedUntil(lastOrder), ([topic, stored]) =>
        byTopic.get(topic) === stored ? disk?.put(stored.message) : undefined,
      )
    },
  }
}

const done = Promise.resolve()

/** Messages that are sorted together. */
const batchSize = 1000

interface Stored {
  readonly message: Message
  /** Increases with every stored message. */
  readonly order: number
}

const createRateLimit = ({ max_publish_rate }: RetainedSettings, now: number) =>
  max_publish_rate && createTokenBucket(max_publish_rate, now)

/** Computed on each use, because a changed interval also applies to stored messages. */
function expiryOf({ expiresAt, timestamp }: Message, settings: RetainedSettings): number {
  const { msg_expiry_interval, msg_expiry_interval_override, allow_never_expire } = settings
  const neverExpires = expiresAt === Number.POSITIVE_INFINITY && msg_expiry_interval === 0
  const own = expiresAt === Number.POSITIVE_INFINITY && !neverExpires ? timestamp + msg_expiry_interval : expiresAt
  if (msg_expiry_interval_override === 'disabled' || (neverExpires && allow_never_expire)) return own
  return Math.min(own, timestamp + msg_expiry_interval_override)
}

/** Ids increase with time and order messages of the same millisecond. */
const byAge = (a: Message, b: Message) => a.timestamp - b.timestamp || (a.id < b.id ? -1 : 1)
