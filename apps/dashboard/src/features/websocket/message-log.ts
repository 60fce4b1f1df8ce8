import type { Delivery, NewMessage } from '../../mqtt-client/index.ts'

export interface Message extends NewMessage {
  /** Counts up from 0, also over messages that were dropped or cleared. */
  readonly seq: number
}

/**
 * The last messages of a connection, outside of React: what arrives costs a slot of a ring, and who looks on is told a few times
 * a second.
 */
export interface MessageLog {
  /** `seq` of the oldest that is kept, and of the one to come. */
  readonly first: () => number
  readonly end: () => number
  /** Undefined when it is no longer, or not yet, there. */
  readonly at: (seq: number) => Message | undefined
  readonly add: (message: NewMessage) => Message
  readonly settle: (seq: number, delivery: Delivery) => void
  readonly clear: () => void
  readonly totals: () => Totals
  readonly subscribe: (listener: () => void) => () => void
  /** Another number whenever there is something new to be shown. */
  readonly version: () => number
}

/** Since the beginning or the last `clear`. */
interface Totals {
  readonly received: number
  readonly sent: number
  /** Given up because there were newer ones. */
  readonly dropped: number
  /** Of the payloads that are kept. */
  readonly bytes: number
}

export interface LogLimits {
  readonly messages: number
  /** Of payloads; the oldest go first. */
  readonly bytes: number
}

const defaultLimits: LogLimits = { messages: 100_000, bytes: 64 * 1024 * 1024 }

/** Runs `tell` soon, once for all calls until then. */
export type Schedule = (tell: () => void) => void

export function createMessageLog({
  limits = defaultLimits,
  schedule = soon,
}: {
  readonly limits?: LogLimits
  readonly schedule?: Schedule
} = {}): MessageLog {
  const slots: (Message | undefined)[] = []
  const listeners = new Set<() => void>()
  const keep = createArena()
  let first = 0
  let end = 0
  let version = 0
  let isScheduled = false
  let counts = { received: 0, sent: 0, dropped: 0 }
  let bytes = 0

  const slotOf = (seq: number) => seq % limits.messages
  const at = (seq: number) => (seq >= first && seq < end ? slots[slotOf(seq)] : undefined)
  const changed = () => {
    if (isScheduled) return
    isScheduled = true
    schedule(() => {
      isScheduled = false
      version += 1
      for (const listener of [...listeners]) listener()
    })
  }
  const dropOldest = () => {
    bytes -= at(first)?.payload.length ?? 0
    slots[slotOf(first)] = undefined
    first += 1
    counts.dropped += 1
  }

  return {
    first: () => first,
    end: () => end,
    at,
    add(message) {
      const kept: Message = { ...message, payload: keep(message.payload), seq: end }
      while (first < end && (end - first >= limits.messages || bytes + kept.payload.length > limits.bytes)) dropOldest()
      slots[slotOf(end)] = kept
      end += 1
      bytes += kept.payload.length
      if (kept.direction === 'in') counts.received += 1
      else counts.sent += 1
      changed()
      return kept
    },
    settle(seq, delivery) {
      const message = at(seq)
      if (!message) return
      slots[slotOf(seq)] = { ...message, delivery }
      changed()
    },
    clear() {
      slots.length = 0
      first = end
      bytes = 0
      counts = { received: 0, sent: 0, dropped: 0 }
      changed()
    },
    totals: () => ({ ...counts, bytes }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
  }
}

const slabSize = 256 * 1024

/**
 * Copies payloads one behind the other into larger pieces: each in a buffer of its own would take more memory for the buffer
 * than for the payload, and a view of what arrived would keep all that arrived with it. A piece goes with its last payload.
 */
function createArena(): (bytes: Uint8Array) => Uint8Array {
  let slab = new Uint8Array(0)
  let used = 0
  return (bytes) => {
    if (bytes.length > slabSize / 4) return bytes.slice()
    if (used + bytes.length > slab.length) {
      slab = new Uint8Array(slabSize)
      used = 0
    }
    const kept = slab.subarray(used, used + bytes.length)
    kept.set(bytes)
    used += bytes.length
    return kept
  }
}

/** Milliseconds between two looks at what is new: more often nobody reads it, and the page has other work. */
const lookEvery = 80

/** Not with the next frame: a hidden tab draws none, but a recording goes on. */
const soon: Schedule = (tell) => void setTimeout(tell, lookEvery)
