import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { reasonCode } from '../packets/index.ts'
import type { Message } from '../types.ts'
import type { QueuedMessage } from './queued-message.ts'
import type { Session } from './session.ts'

/** Bytes of messages that wait for clients; docs/adr/0018. */
export interface HeldLimits {
  /** In the queue and the inflight window of one session. */
  readonly session: number
  /** In all sessions together, with what their connections have not sent. */
  readonly total: number
}

/**
 * Counts what waits for clients. Beyond the total, the sessions that hold most lose their oldest messages; when no queue
 * is left, the connection with most unsent bytes is closed.
 */
export interface HeldBytes {
  readonly limits: HeldLimits
  /** In queues and inflight windows. A large payload that several sessions wait for counts once. */
  readonly queued: number
  /** Given to connections, and not taken by their sockets. */
  readonly unsent: number
  add(item: QueuedMessage): void
  remove(item: QueuedMessage): void
  addUnsent(bytes: number): void
}

/** From here on payloads are counted once for all sessions that wait for them: below, keeping count costs more. */
const sharedPayloadBytes = 4096

/** A quarter of the memory, and no more than half of what the heap may have: every entry has a part in the heap. */
export function heldLimitsOf(memory: number, heap: number): HeldLimits {
  const total = Math.floor(Math.min(memory / 4, heap / 2))
  return { total, session: Math.floor(total / 16) }
}

/** For this process, in its container if it has one. */
export function defaultHeldLimits(): HeldLimits {
  // 0, or more than there is, without a limit.
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
  /** Sessions that held at least half of what the largest did, when they were looked at. */
  let heaviest: Session[] = []
  let floor = 0

  const findHeaviest = () => {
    let largest: Session | undefined
    for (const session of sessions()) if (session.mqueue.bytes > (largest?.mqueue.bytes ?? 0)) largest = session
    floor = Math.floor((largest?.mqueue.bytes ?? 0) / 2)
    heaviest = largest ? [...sessions()].filter(({ mqueue }) => mqueue.bytes > floor) : []
    // The last one is the first to lose messages.
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

  /** What a holder more or less changes. */
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
