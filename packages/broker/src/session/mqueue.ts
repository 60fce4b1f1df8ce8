import { Fifo } from '@mqdeck/kit'
import type { MqttSettings } from '../settings.ts'
import type { QueuedMessage } from './queued-message.ts'

export type MqueueSettings = Pick<
  MqttSettings,
  'max_mqueue_len' | 'mqueue_priorities' | 'mqueue_default_priority' | 'mqueue_store_qos0'
>

/** The session of the queue. Its zone and the settings of the zone may change. */
interface MqueueOwner {
  readonly zone: { readonly mqtt: MqueueSettings }
}

/** The messages of one priority. */
interface Level {
  readonly priority: number
  readonly entries: Fifo<QueuedMessage>
}

/** Priority p sends at most (p + 1) times this many messages in a row before lower priorities are served. */
const creditsPerPriority = 10

const noLevels: readonly Level[] = []

/**
 * The message queue of a client that is disconnected, busy or slow. It has the limits of EMQX: `max_mqueue_len` applies to
 * each priority, 0 and Infinity mean no limit. After a change of settings, `rearrange` applies them to queued messages.
 */
export class Mqueue {
  readonly #owner: MqueueOwner
  /** Highest priority first; with `mqueue_priorities` disabled there is one, 0. */
  #levels = noLevels
  #length = 0
  #qos0 = 0
  #bytes = 0
  #dropped = 0
  #credits = 0
  #serving: number | undefined

  constructor(owner: MqueueOwner) {
    this.#owner = owner
  }

  get length(): number {
    return this.#length
  }

  /** Approximate size of the messages in memory. */
  get bytes(): number {
    return this.#bytes
  }

  /** Number of messages dropped since the session started. */
  get dropped(): number {
    return this.#dropped
  }

  /** Number of QoS 0 messages in the queue, which later ones must not overtake. */
  get qos0(): number {
    return this.#qos0
  }

  /** Appends a message. Returns the message that was dropped for it: the given one or the oldest of its priority. */
  push(queued: QueuedMessage): QueuedMessage | undefined {
    if (queued.qos === 0 && !this.#owner.zone.mqtt.mqueue_store_qos0) {
      this.#dropped += 1
      return queued
    }
    queued.priority = priorityOf(queued.message.topic, this.#owner.zone.mqtt)
    const level = this.#levelOf(queued.priority)
    const max = this.#owner.zone.mqtt.max_mqueue_len
    const dropped = max > 0 && level.length >= max ? level.shift() : undefined
    if (dropped) {
      this.#dropped += 1
      this.#subtract(dropped)
    }
    level.push(queued)
    this.#length += 1
    this.#bytes += queued.bytes
    if (queued.qos === 0) this.#qos0 += 1
    return dropped
  }

  /** Applies the present settings to the queued messages. Returns those that were dropped. */
  rearrange(): QueuedMessage[] {
    const waiting = this.entries().sort((a, b) => a.order - b.order)
    this.#levels = noLevels
    this.#length = 0
    this.#qos0 = 0
    this.#bytes = 0
    return waiting.flatMap((queued) => this.push(queued) ?? [])
  }

  peek(): QueuedMessage | undefined {
    return this.#next()?.entries.peek()
  }

  shift(): QueuedMessage | undefined {
    const queued = this.#next()?.entries.shift()
    if (queued) {
      this.#credits -= 1
      this.#subtract(queued)
    }
    return queued
  }

  /** Drops the oldest message of the lowest priority. */
  dropOldest(): QueuedMessage | undefined {
    const queued = this.#levels.findLast(({ entries }) => entries.length > 0)?.entries.shift()
    if (!queued) return undefined
    this.#dropped += 1
    this.#subtract(queued)
    return queued
  }

  /** Returns false if the message is not in the queue. */
  remove(queued: QueuedMessage): boolean {
    const was = this.#levels.some((level) => level.entries.remove(queued))
    if (was) this.#subtract(queued)
    return was
  }

  /** In the order of delivery within a priority, higher priorities first. */
  entries(): QueuedMessage[] {
    return this.#levels.flatMap((level) => [...level.entries])
  }

  #levelOf(priority: number): Fifo<QueuedMessage> {
    const first = this.#levels[0]
    if (first?.priority === priority) return first.entries
    const found = this.#levels.find((level) => level.priority === priority)
    if (found) return found.entries
    const entries = new Fifo<QueuedMessage>()
    this.#levels = [...this.#levels, { priority, entries }].sort((a, b) => b.priority - a.priority)
    return entries
  }

  #subtract(queued: QueuedMessage): void {
    this.#length -= 1
    this.#bytes -= queued.bytes
    if (queued.qos === 0) this.#qos0 -= 1
  }

  /** The level to be served next. */
  #next(): Level | undefined {
    if (this.#length === 0) return undefined
    if (this.#levels.length === 1) return this.#levels[0]
    const filled = this.#levels.filter((level) => level.entries.length > 0)
    const current = filled.find((level) => level.priority === this.#serving)
    if (current && this.#credits > 0) return current
    const following = current && filled.find((level) => level.priority < current.priority)
    const chosen = following ?? filled[0]
    if (chosen) {
      this.#serving = chosen.priority
      this.#credits = creditsOf(chosen.priority, this.#owner.zone.mqtt.mqueue_priorities)
    }
    return chosen
  }
}

function priorityOf(topic: string, { mqueue_priorities, mqueue_default_priority }: MqueueSettings): number {
  if (mqueue_priorities === 'disabled') return 0
  const named = Object.hasOwn(mqueue_priorities, topic) ? mqueue_priorities[topic] : undefined
  return named ?? (mqueue_default_priority === 'highest' ? Number.POSITIVE_INFINITY : 0)
}

/** `highest` counts as one above the highest configured priority. */
function creditsOf(priority: number, priorities: MqueueSettings['mqueue_priorities']): number {
  if (Number.isFinite(priority)) return (priority + 1) * creditsPerPriority
  const named = priorities === 'disabled' ? [] : Object.values(priorities)
  return (Math.max(0, ...named) + 2) * creditsPerPriority
}
