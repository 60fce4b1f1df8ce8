import type { Delivery, NewMessage } from '../index.ts'

export interface LoggedMessage extends NewMessage {
  /** Sequence number from 0. It also counts messages that were dropped or cleared. */
  readonly seq: number
}

/**
 * The latest messages of a connection, in a ring buffer outside of React. Subscribers are notified a few times per second, so
 * that a message itself costs little.
 */
export interface MessageLog {
  /** `seq` of the oldest message in the log, and of the next one. */
  readonly first: () => number
  readonly end: () => number
  /** Undefined when the message is not in the log. */
  readonly at: (seq: number) => LoggedMessage | undefined
  readonly add: (message: NewMessage) => LoggedMessage
  readonly settle: (seq: number, delivery: Delivery) => void
  readonly clear: () => void
  readonly totals: () => LogTotals
  readonly subscribe: (listener: () => void) => () => void
  /** Changes whenever the log has changed. */
  readonly version: () => number
}

/** Since the start or the last `clear`. */
interface LogTotals {
  readonly received: number
  readonly sent: number
  /** Removed to make room for newer messages. */
  readonly dropped: number
  /** Size of the payloads in the log. */
  readonly bytes: number
}

export interface LogLimits {
  readonly messages: number
  /** Size of all payloads. The oldest messages are dropped first. */
  readonly bytes: number
}

const defaultLimits: LogLimits = { messages: 100_000, bytes: 64 * 1024 * 1024 }

/** Runs `notify` later, once for all changes until then. */
export type Schedule = (notify: () => void) => void

export function createMessageLog({
  limits = defaultLimits,
  schedule = afterDelay,
}: {
  readonly limits?: LogLimits
  readonly schedule?: Schedule
} = {}): MessageLog {
  const slots: (LoggedMessage | undefined)[] = []
  const listeners = new Set<() => void>()
  const copyPayload = createArena()
  let first = 0
  let end = 0
  let version = 0
  let isScheduled = false
  let counts = { received: 0, sent: 0, dropped: 0 }
  let bytes = 0

  const slotOf = (seq: number) => seq % limits.messages
  const at = (seq: number) => (seq >= first && seq < end ? slots[slotOf(seq)] : undefined)
  const notifyLater = () => {
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
      const logged: LoggedMessage = { ...message, payload: copyPayload(message.payload), seq: end }
      while (first < end && (end - first >= limits.messages || bytes + logged.payload.length > limits.bytes))
        dropOldest()
      slots[slotOf(end)] = logged
      end += 1
      bytes += logged.payload.length
      if (logged.direction === 'in') counts.received += 1
      else counts.sent += 1
      notifyLater()
      return logged
    },
    settle(seq, delivery) {
      const message = at(seq)
      if (!message) return
      slots[slotOf(seq)] = { ...message, delivery }
      notifyLater()
    },
    clear() {
      slots.length = 0
      first = end
      bytes = 0
      counts = { received: 0, sent: 0, dropped: 0 }
      notifyLater()
    },
    totals: () => ({ ...counts, bytes }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
  }
}

const blockSize = 256 * 1024

/**
 * Copies payloads into shared buffers. A separate buffer for each would need more memory than the payload itself, and a view of
 * the received data would keep everything that arrived with it. A buffer is freed with its last payload.
 */
function createArena(): (bytes: Uint8Array) => Uint8Array {
  let block = new Uint8Array(0)
  let used = 0
  return (bytes) => {
    if (bytes.length > blockSize / 4) return bytes.slice()
    if (used + bytes.length > block.length) {
      block = new Uint8Array(blockSize)
      used = 0
    }
    const copy = block.subarray(used, used + bytes.length)
    copy.set(bytes)
    used += bytes.length
    return copy
  }
}

/** Milliseconds between two notifications; more often cannot be read anyway. */
const notifyIntervalMs = 80

/** A timeout instead of an animation frame, because a recording continues in a hidden tab, which has no frames. */
const afterDelay: Schedule = (notify) => void setTimeout(notify, notifyIntervalMs)
