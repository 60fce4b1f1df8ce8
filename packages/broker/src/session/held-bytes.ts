import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { reasonCode } from '../packets/index.ts'
import type { Message } from '../types.ts'
import type { QueuedMessage } from './queued-message.ts'
import type { Session } from './session.ts'

/** Limits for the bytes of messages waiting for clients (docs/adr/0018). */
export interface HeldLimits {
  /** In the queue and the inflight window of one session. */
  readonly session: number
  /** In all sessions together, including unsent bytes of their connections. */
  readonly total: number
}

/**
 * Counts the bytes waiting for clients. Above the total, the sessions with the largest queues lose their oldest messages; if
 * all queues are empty, the connection with the most unsent bytes is closed.
 */
export interface HeldBytes {
  readonly limits: HeldLimits
  /** Bytes in queues and inflight windows. A large payload queued in several sessions counts once. */
  readonly queued: number
  /** Bytes given to connections and not yet taken by their sockets. */
  readonly unsent: number
  add(item: QueuedMessage): void
  remove(item: QueuedMessage): void
  addUnsent(bytes: number): void
}

/** Payloads of this size or more count once for all sessions. For smaller ones the bookkeeping would cost more. */
const sharedPayloadBytes = 4096

/** A quarter of the memory, at most half of the heap limit, because every queued message uses some heap. */
export function heldLimitsOf(memory: number, heap: number): HeldLimits {
  const total = Math.floor(Math.min(memory / 4, heap / 2))
  return { total, session: Math.floor(total / 16) }
}

/** The limits for this process, considering the memory limit of its container. */
export function defaultHeldLimits(): HeldLimits {
  // Without a limit it is 0, or more than the memory of the machine.
  const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return heldLimitsOf(Math.min(totalmem(), constrained), getHeapStatistics().heap_size_limit)
}

export function createHeldBytes(
  limits: HeldLimits,
  sessions: () => Iterable<Session>,
  schedule: (task: () => void) => void,
): HeldBytes {
  const holders = new Map<Message, number>()
  let queued = 0
  let unsent = 0
  let isScheduled = false
  /** Sessions with more than half the bytes of the largest one, at the last search. */
  let heaviest: Session[] = []
  let floor = 0

  const findHeaviest = () => {
    let largest: Session | undefined
    for (const session of sessions()) if (session.mqueue.bytes > (largest?.mqueue.bytes ?? 0)) largest = session
    floor = Math.floor((largest?.mqueue.bytes ?? 0) / 2)
    heaviest = largest ? [...sessions()].filter(({ mqueue }) => mqueue.bytes > floor) : []
    // The last session is the first to lose messages.
    if (largest) heaviest.push(largest)
  }

  const closeSlowest = () => {
    let slowest: Session | undefined
    for (const session of sessions())
      if ((session.link?.pendingBytes ?? 0) > (slowest?.link?.pendingBytes ?? 0)) slowest = session
    slowest?.link?.close('force_shutdown', reasonCode.quotaExceeded)
    return slowest !== undefined
  }

  const dropUntilWithinLimit = () => {
    isScheduled = false
    while (queued + unsent > limits.total) {
      if (heaviest.length === 0) findHeaviest()
      const session = heaviest.at(-1)
      if (!session) {
        if (!closeSlowest()) return
        continue
      }
      if (session.mqueue.bytes > floor) session.dropOldest()
      else heaviest.pop()
    }
  }

  const check = () => {
    if (isScheduled || queued + unsent <= limits.total) return
    isScheduled = true
    schedule(dropUntilWithinLimit)
  }

  /** Updates the count when a session adds (1) or removes (-1) a message. */
  const change = ({ message, bytes }: QueuedMessage, by: 1 | -1) => {
    const { length } = message.payload
    if (length < sharedPayloadBytes) {
      queued += by * bytes
      return
    }
    const before = holders.get(message) ?? 0
    const after = before + by
    if (after > 0) holders.set(message, after)
    else holders.delete(message)
    queued += by * (Math.min(before, after) === 0 ? bytes : bytes - length)
  }

  return {
    limits,
    get queued() {
      return queued
    },
    get unsent() {
      return unsent
    },
    add: (item) => {
      change(item, 1)
      check()
    },
    remove: (item) => change(item, -1),
    addUnsent: (bytes) => {
      unsent += bytes
      if (bytes > 0) check()
    },
  }
}
