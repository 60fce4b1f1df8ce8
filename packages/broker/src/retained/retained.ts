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
  /** Where messages survive the process, a binary table; without it they are in memory only. */
  readonly table?: Table<Uint8Array>
}

/**
 * `stored`: it is the retained message of its topic now. `deleted`: it was empty and took the old one away [MQTT-3.3.1-6].
 * The others were refused by a limit, or because retaining is off; the old one, if any, still stands.
 */
export type RetainOutcome = 'stored' | 'deleted' | 'full' | 'too_large' | 'too_fast' | 'disabled'

export interface Retention {
  readonly outcome: RetainOutcome
  /**
   * Resolves when the change is committed; undefined when there is nothing to wait for. Rejects when the disk refuses it:
   * the change holds until the process ends then. Must be handled by who does not wait for it, too.
   */
  readonly committed: Promise<void> | undefined
}

export interface Retained {
  readonly settings: RetainedSettings
  /** Keeps, replaces or deletes the retained message of the message's topic. */
  store(message: Message): Retention
  /** Puts a message back that was there before, whatever the limits say. */
  putBack(message: Message): Promise<void> | undefined
  /** Undefined when there is none, nor a deletion on its way; otherwise `committed` of the deletion, resolved without a disk. */
  delete(topic: string): Promise<void> | undefined
  get(topic: string): Message | undefined
  /**
   * Live messages whose topic the filter matches, oldest first; beyond `batchSize` of them only within each batch, as in EMQX. Undefined
   * from time to time, where the caller may pause. Messages stored after the call are not among them, nor those that are replaced
   * or deleted before their turn comes.
   */
  match(filter: string): Generator<Message | undefined>
  /** When this message is over, milliseconds since the epoch by the settings of now; Infinity: never. */
  expiryOf(message: Message): number
  /** All live messages, those first that came first. */
  all(): IterableIterator<Message>
  /** Live and expired ones that no sweep has met yet. */
  readonly count: number
  /** Deletes all messages there are now; resolves when that is committed. */
  clear(): Promise<void>
  /** Deletes expired messages; resolves with their number. */
  sweep(): Promise<number>
  /** Sweeps when `msg_clear_interval` is over; to be called from time to time. */
  tick(): void
  /** In force at once. Resolves when a change of `backend.storage_type` has taken all messages along. */
  updateSettings(settings: RetainedSettings): Promise<void>
}

/** Opens the store with what is in the table. */
export function createRetained({ settings, clock, log, turn, table }: RetainedOptions): Retained {
  let current = settings
  let publishing = createRateLimit(settings, clock.now())
  let sweptAt = clock.now()
  const storage = table && createRetainedDisk(table, turn, log)
  /** Undefined while messages are in memory only. */
  let disk = settings.backend.storage_type === 'disc' ? storage : undefined
  /** Insertion order is the order of `all`. */
  const byTopic = new Map<string, Stored>()
  const trie = createTopicTrie<Stored>()
  let lastOrder = 0
  /** Those that are not committed yet. */
  const removals = new Map<string, Promise<void>>()
  /** Messages with an expiry of their own: a sweep without any may be free. */
  let expiringCount = 0

  const isLive = (message: Message) => expiryOf(message, current) > clock.now()
  const countExpiring = (message: Message | undefined) =>
    message !== undefined && message.expiresAt !== Number.POSITIVE_INFINITY ? 1 : 0

  const put = (message: Message) => {
    expiringCount += countExpiring(message) - countExpiring(byTopic.get(message.topic)?.message)
    lastOrder += 1
    const stored = { message, order: lastOrder }
    // To the end: the list stays in the order of time.
    byTopic.delete(message.topic)
    byTopic.set(message.topic, stored)
    trie.set(message.topic, stored)
  }

  const remove = (topic: string): Promise<void> | undefined => {
    const before = byTopic.get(topic)
    // A second removal is not done before the first is.
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

  /** For removals that nobody waits for: what is left on disk is found expired at the next start again. */
  const logFailure = (removal: Promise<void>) =>
    removal.catch((error: unknown) => log.warn({ error }, 'retained_message_delete_failed'))

  const refusalOf = ({ topic, payload, from }: Message): RetainOutcome | undefined => {
    const { max_payload_size, backend } = current
    if (max_payload_size > 0 && payload.length > max_payload_size) return 'too_large'
    const isFull = backend.max_retained_messages > 0 && byTopic.size >= backend.max_retained_messages
    if (isFull && !byTopic.has(topic)) return 'full'
    // What the broker says of itself is no client's rate.
    return from.protocol === 'sys' || !publishing || publishing.take(clock.now()) ? undefined : 'too_fast'
  }

  for (const message of (storage?.read() ?? []).sort(byAge)) {
    if (isLive(message)) put(message)
    else void logFailure(storage?.remove(message.topic) ?? done)
  }
  // Written when they were to survive; they are not, any more.
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

  /** Topics in the order of time: those stored since, or moved to the end, come last. */
  function* storedUntil(newest: number): Generator<[string, Stored]> {
    for (const entry of byTopic) {
      if (entry[1].order > newest) return
      yield entry
    }
  }

  /** What the trie finds, without what came after `newest`. */
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
      // One that was replaced meanwhile has been written since.
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
  /** Rises with every message that is stored. */
  readonly order: number
}

const createRateLimit = ({ max_publish_rate }: RetainedSettings, now: number) =>
  max_publish_rate && createTokenBucket(max_publish_rate, now)

/** Read anew each time: a changed interval holds for what is there already. */
function expiryOf({ expiresAt, timestamp }: Message, settings: RetainedSettings): number {
  const { msg_expiry_interval, msg_expiry_interval_override, allow_never_expire } = settings
  const neverExpires = expiresAt === Number.POSITIVE_INFINITY && msg_expiry_interval === 0
  const own = expiresAt === Number.POSITIVE_INFINITY && !neverExpires ? timestamp + msg_expiry_interval : expiresAt
  if (msg_expiry_interval_override === 'disabled' || (neverExpires && allow_never_expire)) return own
  return Math.min(own, timestamp + msg_expiry_interval_override)
}

/** Ids rise with time and decide between messages of one millisecond. */
const byAge = (a: Message, b: Message) => a.timestamp - b.timestamp || (a.id < b.id ? -1 : 1)
