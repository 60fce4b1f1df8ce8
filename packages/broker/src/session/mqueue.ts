import type { MqttSettings } from '../types.ts'
import type { Entry } from './entry.ts'
import { Fifo } from './fifo.ts'

export type MqueueSettings = Pick<
  MqttSettings,
  'max_mqueue_len' | 'mqueue_priorities' | 'mqueue_default_priority' | 'mqueue_store_qos0'
>

/** What waits for a client that is away, busy or slow. Bounded by the rules of EMQX's message queue. */
export interface Mqueue {
  readonly length: number
  /** Entries lost since the session began. */
  readonly dropped: number
  /** QoS 0 entries among them: later ones must not overtake them. */
  readonly qos0: number
  /** Puts an entry at the end; the answer is the entry that was dropped for it, the given one or the oldest of its priority. */
  push(entry: Entry): Entry | undefined
  peek(): Entry | undefined
  shift(): Entry | undefined
  remove(entry: Entry): boolean
  /** In the order of delivery within a priority, higher priorities first. */
  entries(): Entry[]
}

/** A topic's messages go at most this many times its priority in a row before lower ones get their turn. */
const creditsPerPriority = 10

/** `settings` is read at every push: changes take effect at once. `max_mqueue_len` 0 and Infinity are without limit. */
export function createMqueue(settings: MqueueSettings): Mqueue {
  /** Highest priority first; with `mqueue_priorities` disabled there is one, 0. */
  let levels: { readonly priority: number; readonly entries: Fifo<Entry> }[] = []
  let length = 0
  let qos0 = 0
  let dropped = 0
  let credits = 0
  let serving: number | undefined

  const levelOf = (priority: number) => {
    const first = levels[0]
    if (first?.priority === priority) return first.entries
    const found = levels.find((level) => level.priority === priority)
    if (found) return found.entries
    const entries = new Fifo<Entry>()
    levels = [...levels, { priority, entries }].sort((a, b) => b.priority - a.priority)
    return entries
  }

  const removed = (entry: Entry) => {
    length -= 1
    if (entry.qos === 0) qos0 -= 1
  }

  /** The level whose turn it is. */
  const next = () => {
    if (length === 0) return undefined
    if (levels.length === 1) return levels[0]
    const filled = levels.filter((level) => level.entries.length > 0)
    const current = filled.find((level) => level.priority === serving)
    if (current && credits > 0) return current
    const following = current && filled.find((level) => level.priority < current.priority)
    const chosen = following ?? filled[0]
    if (chosen) {
      serving = chosen.priority
      credits = creditsOf(chosen.priority, settings.mqueue_priorities)
    }
    return chosen
  }

  return {
    get length() {
      return length
    },
    get dropped() {
      return dropped
    },
    get qos0() {
      return qos0
    },
    push: (entry) => {
      if (entry.qos === 0 && !settings.mqueue_store_qos0) {
        dropped += 1
        return entry
      }
      entry.priority = priorityOf(entry.message.topic, settings)
      const level = levelOf(entry.priority)
      const max = settings.max_mqueue_len
      const victim = max > 0 && level.length >= max ? level.shift() : undefined
      if (victim) {
        dropped += 1
        removed(victim)
      }
      level.push(entry)
      length += 1
      if (entry.qos === 0) qos0 += 1
      return victim
    },
    peek: () => next()?.entries.peek(),
    shift: () => {
      const entry = next()?.entries.shift()
      if (entry) {
        credits -= 1
        removed(entry)
      }
      return entry
    },
    remove: (entry) => {
      const was = levels.some((level) => level.entries.remove(entry))
      if (was) removed(entry)
      return was
    },
    entries: () => levels.flatMap((level) => [...level.entries]),
  }
}

function priorityOf(topic: string, { mqueue_priorities, mqueue_default_priority }: MqueueSettings): number {
  if (mqueue_priorities === 'disabled') return 0
  const named = Object.hasOwn(mqueue_priorities, topic) ? mqueue_priorities[topic] : undefined
  return named ?? (mqueue_default_priority === 'highest' ? Number.POSITIVE_INFINITY : 0)
}

/** A default of `highest` counts as one above the highest that is named. */
function creditsOf(priority: number, priorities: MqueueSettings['mqueue_priorities']): number {
  if (Number.isFinite(priority)) return (priority + 1) * creditsPerPriority
  const named = priorities === 'disabled' ? [] : Object.values(priorities)
  return (Math.max(0, ...named) + 2) * creditsPerPriority
}
