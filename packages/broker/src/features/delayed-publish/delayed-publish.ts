import type { delayed, PlainValue } from '@mqdeck/contract'
import type { Clock, Log, Store } from '@mqdeck/kit'
import { hookPriority } from '../../hook-priorities.ts'
import type { Publication } from '../../hooks.ts'
import { ReasonError, reasonCode } from '../../packets/index.ts'
import type { Broker, Message, Publisher } from '../../types.ts'
import { createMemoryBodies, openStoredBodies } from './bodies.ts'
import { delayedPrefix, parseDelayedTopic } from './delayed-topic.ts'
import { createWaitingList, type WaitingMessage } from './waiting-list.ts'

/** EMQX's `delayed` (`PUT /mqtt/delayed`); a `max_delayed_messages` of 0 is unlimited. */
export type DelayedSettings = Readonly<PlainValue<typeof delayed>>

export interface DelayedPublishOptions {
  readonly settings: DelayedSettings
  /** The broker implements it. */
  readonly broker: Pick<Broker, 'hooks' | 'metrics' | 'republish'>
  /** Store for the messages; without it they are in memory only. */
  readonly store?: Store
  /** Clients whose messages are dropped when they are due. EMQX does so for banned clients. */
  readonly isBanned?: (publisher: Publisher) => boolean
  /** Messages that may still be published when they are due. Default: all, as in EMQX. */
  readonly isAllowed?: (message: Message) => boolean | Promise<boolean>
  readonly clock: Clock
  readonly log: Log
}

/** A delayed message. */
export interface DelayedMessage {
  /** With its destination topic, without `$delayed/...`. */
  readonly message: Message
  /** Milliseconds since the epoch. `message.timestamp` is the time of receipt. */
  readonly dueAt: number
  /** Requested delay in seconds; 0 if the requested time was in the past. */
  readonly interval: number
}

/**
 * Delays messages for `$delayed/{seconds}/{topic}` and publishes them in the order in which they are due.
 * If the process ends while a message is being published, the next process publishes it again.
 */
export interface DelayedPublish {
  /** Starts publishing, including messages that became due while the process was down. Call it after the broker has started. */
  start(): void
  /**
   * Takes effect immediately. While disabled, `$delayed/...` is an ordinary topic and delayed messages stay stored; EMQX drops
   * them, although it has acknowledged them.
   */
  update(settings: DelayedSettings): void
  /** Number of delayed messages. */
  readonly count: number
  /** Ordered by due time. */
  list(offset: number, limit: number): readonly DelayedMessage[]
  get(id: string): DelayedMessage | undefined
  /** Resolves when it is on disk; to false if the message does not exist. */
  delete(id: string): Promise<boolean>
  /** Deletes all messages for exactly this topic. Returns their number. */
  deleteByTopic(topic: string): Promise<number>
  /** Stops publishing and waits for running publishes. New messages are still delayed and stored. */
  stop(): Promise<void>
}

/** Maximum number of messages published before yielding to other work. */
const batchSize = 500
/** Maximum milliseconds between checks, since the clock may be changed and the machine may sleep. */
const maxWaitMs = 60_000
/** Milliseconds to wait after a disk error. */
const retryAfter = 1000

export function createDelayedPublish(options: DelayedPublishOptions): DelayedPublish {
  const { broker, store, clock, log } = options
  const bodies = store ? openStoredBodies(store, log) : createMemoryBodies()
  const waiting = createWaitingList(bodies.load())
  let settings = options.settings
  let started = false
  let unhook: (() => void) | undefined
  let timer: { readonly at: number; readonly cancel: () => void } | undefined
  let pausedUntil = 0
  let publishing: Promise<void> | undefined
  let full = false

  const arm = () => {
    const first = waiting.first()
    if (!started || !settings.enable || publishing || !first) return
    const now = clock.now()
    const at = Math.min(Math.max(first.dueAt, pausedUntil, now), now + maxWaitMs)
    if (timer && timer.at <= at) return
    timer?.cancel()
    timer = { at, cancel: clock.after(at - now, publishDue) }
  }

  const disarm = () => {
    timer?.cancel()
    timer = undefined
  }

  const publishDue = () => {
    timer = undefined
    publishing = publishBatch().finally(() => {
      publishing = undefined
      arm()
    })
  }

  const publishBatch = async () => {
    const due = waiting.takeDue(clock.now(), batchSize)
    // All messages are routed synchronously in their order. Only the disk is awaited.
    const outcomes = await Promise.all(due.map(async (item) => ({ item, isDone: await publishOne(item) })))
    const again = outcomes.filter(({ isDone }) => !isDone)
    if (again.length > 0) pausedUntil = clock.now() + retryAfter
    for (const { item } of again) waiting.add(item)
    const done = outcomes.filter(({ isDone }) => isDone).map(({ item }) => item)
    if (done.length === 0) return
    await bodies.remove(done).catch((error: unknown) => {
      log.error({ error: String(error) }, 'delayed_message_delete_failed')
    })
  }

  /** Returns false if it must be retried. */
  const publishOne = async (item: WaitingMessage): Promise<boolean> => {
    try {
      const message = bodies.get(item)
      if (!message) return true
      if (options.isBanned?.(message.from)) {
        log.info({ clientid: message.from.clientId, topic: item.topic }, 'ignore_delayed_message_publish')
        return true
      }
      const allowed = options.isAllowed?.(message) ?? true
      // Allowed messages are routed synchronously unless a backend must be asked.
      if (allowed !== true && !(await allowed)) {
        log.warn({ clientid: message.from.clientId, topic: item.topic }, 'delayed_message_not_authorized')
        return true
      }
      const outcome = await broker.republish(message)
      if ('delivered' in outcome) return true
      log.warn({ topic: item.topic, reason_code: outcome.rejected }, 'delayed_message_refused')
      return outcome.rejected !== reasonCode.quotaExceeded
    } catch (error) {
      log.error({ topic: item.topic, error: String(error) }, 'delayed_message_publish_failed')
      return false
    }
  }

  const hold = (message: Message | undefined, publication: Publication): Message | undefined => {
    if (!message?.topic.startsWith(delayedPrefix)) return message
    const { topic, dueAt, interval } = parseDelayedTopic(message.topic, message.timestamp)
    refuseWhenFull()
    const item: WaitingMessage = { dueAt, id: message.id, topic, interval }
    const written = bodies.put(item, { ...message, topic, dup: false })
    waiting.add(item)
    if (written) {
      publication.join(written)
      written.catch(() => waiting.remove(item))
    }
    broker.metrics['messages.delayed'] += 1
    arm()
    return undefined
  }

  const refuseWhenFull = () => {
    const { max_delayed_messages } = settings
    const wasFull = full
    full = max_delayed_messages > 0 && waiting.size >= max_delayed_messages
    if (!full) return
    if (!wasFull)
      log.warn({ reason: 'max_delayed_messages_full', max_delayed_messages }, 'store_delayed_message_failed')
    throw new ReasonError(reasonCode.quotaExceeded, 'quota_exceeded', undefined, 'too many delayed messages')
  }

  const apply = () => {
    if (settings.enable)
      unhook ??= broker.hooks.fold('message.publish', hold, {
        priority: hookPriority.delayedPublish,
        prefix: delayedPrefix,
      })
    else {
      unhook?.()
      unhook = undefined
      disarm()
    }
    arm()
  }

  const toDelayed = (item: WaitingMessage): DelayedMessage[] => {
    const message = bodies.get(item)
    return message ? [{ message, dueAt: item.dueAt, interval: item.interval }] : []
  }

  /** Removes messages from the list first, so that they are not published while they are being deleted. */
  const remove = async (items: readonly WaitingMessage[]) => {
    for (const item of items) waiting.remove(item)
    try {
      await bodies.remove(items)
    } catch (error) {
      for (const item of items) waiting.add(item)
      arm()
      throw error
    }
  }

  apply()
  return {
    start: () => {
      started = true
      arm()
    },
    update: (changed) => {
      settings = changed
      apply()
    },
    get count() {
      return waiting.size
    },
    list: (offset, limit) => waiting.slice(offset, limit).flatMap(toDelayed),
    get: (id) => {
      const item = waiting.get(id)
      return item && toDelayed(item)[0]
    },
    delete: async (id) => {
      const item = waiting.get(id)
      if (!item) return false
      await remove([item])
      return true
    },
    deleteByTopic: async (topic) => {
      const items = waiting.filter((item) => item.topic === topic)
      await remove(items)
      return items.length
    },
    stop: async () => {
      started = false
      disarm()
      await publishing
    },
  }
}
