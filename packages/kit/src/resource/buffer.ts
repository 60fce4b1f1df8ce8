import type { Clock } from '../clock.ts'
import { createLane, type End, type Entry, type Lane } from './lane.ts'
import type { DropReason, RequestCounters, Waiting } from './request-counters.ts'
import type { BufferStorage } from './storage.ts'

export interface BufferSettings {
  /** Requests that go together; 1 where the other side takes one at a time. */
  readonly batchSize: number
  /** Milliseconds that the first of a batch waits for others. */
  readonly batchTime: number
  /** Requests with the same key are sent by the same worker, in their order. */
  readonly workers: number
  /** `sync`: a worker waits for each answer. `async`: it may have `inflightWindow` batches on their way. */
  readonly queryMode: 'sync' | 'async'
  readonly inflightWindow: number
  /** Milliseconds after which nobody wants a request any more; Infinity: it waits for as long as it takes. */
  readonly requestTtl: number
  /** Of all that waits, with what it takes to keep it; the oldest goes when there is no room. */
  readonly maxBytes: number
  /** Milliseconds between two attempts at most. */
  readonly longestWait: number
}

/** What became of a request. */
export type RequestEnd =
  | { readonly result: 'success'; readonly answer: unknown }
  | { readonly result: 'failed' | 'out_of_service' | 'discarded'; readonly reason: string }

export interface BufferOptions<T> {
  readonly clock: Clock
  readonly settings: BufferSettings
  readonly storage: BufferStorage<T>
  readonly counters: RequestCounters
  /**
   * Resolves when all of the batch is accepted. Rejects with what `isFinal` knows, or with anything else for another attempt, or
   * with `BatchError`.
   */
  readonly send: (batch: readonly T[], signal: AbortSignal) => Promise<unknown>
  /** Whether a request that failed so would fail again. */
  readonly isFinal: (error: unknown) => boolean
  /** A request has failed so that the resource should be looked at. */
  readonly onTrouble?: (error: unknown) => void
}

export interface PutOptions {
  /** Those with the same key keep their order. */
  readonly key?: string | undefined
  readonly done?: ((end: RequestEnd) => void) | undefined
  /** Each time it has to be sent again. */
  readonly onRetry?: ((reason: string) => void) | undefined
}

/**
 * Requests to one resource: kept while it is down, sent in their order when it is there. What is accepted is sent at least once,
 * unless it expires, there is no room, or the other side refuses it.
 */
export interface RequestBuffer<T> {
  /** Accepts a request. Resolves when it is safe: at once in memory, when it is committed on a disk. Undefined: it is already. */
  readonly put: (item: T, options?: PutOptions) => Promise<void> | undefined
  /** Sends, from now on. */
  readonly open: () => void
  /** Keeps, from now on; what is on its way may arrive. */
  readonly pause: () => void
  /** The connection is gone: keeps, and what is on its way is sent again later. */
  readonly interrupt: (reason: string) => void
  readonly waiting: () => Waiting
  /** Resolves when nothing waits and nothing is on its way, or after `ms`. */
  readonly drained: (ms: number) => Promise<void>
  /** Gives up what is in memory; leaves what is on a disk for later. Resolves when nothing is written any more. */
  readonly stop: () => Promise<void>
  /** Gives everything up. */
  readonly discard: () => Promise<void>
}

/** Milliseconds between two looks at what has expired. */
const sweepInterval = 1000

/**
 * Bytes of memory that a request takes besides what it says, roughly: its place in the queue, and who wants to hear of it. Of many
 * small ones that is most of it.
 */
const besides = 512

export function createRequestBuffer<T>(options: BufferOptions<T>): RequestBuffer<T> {
  const { clock, settings, storage, counters } = options
  const lanes = new Map<number, Lane<T>>()
  let isOpen = false
  let queuing = 0
  let queuingBytes = 0
  let inflight = 0
  let number = 0
  let cancelSweep: (() => void) | undefined
  const drained: (() => void)[] = []

  for (const { key, ...stored } of storage.left()) {
    number = Math.max(number, stored.number)
    enqueue(key, { ...stored, acceptedAt: clock.now(), tell: {} })
  }

  return {
    put(item, about = {}) {
      const { key = '' } = about
      const now = clock.now()
      const expiresAt = now + settings.requestTtl
      number += 1
      const { kept, size, item: inMemory } = storage.keep(item, { number, key, expiresAt })
      const entry: Entry<T> = { number, size, item: inMemory, expiresAt, acceptedAt: now, tell: about, isLost: false }
      enqueue(key, entry)
      return kept?.catch((error: unknown) => {
        entry.isLost = true
        throw error
      })
    },
    open() {
      isOpen = true
      for (const lane of lanes.values()) lane.hurry()
    },
    pause() {
      isOpen = false
    },
    interrupt(reason) {
      isOpen = false
      for (const lane of lanes.values()) lane.interrupt(reason)
    },
    waiting: () => ({ queuing, queuing_bytes: queuingBytes, inflight }),
    drained(ms) {
      if (isEmpty()) return Promise.resolve()
      return new Promise((resolve) => {
        const cancel = clock.after(ms, resolve)
        drained.push(() => {
          cancel()
          resolve()
        })
      })
    },
    stop: () => end(storage.survives ? undefined : { end: 'stopped' }),
    discard: () => end({ end: 'stopped' }),
  }

  function enqueue(key: string, entry: Entry<T>): void {
    const fits = entry.size <= settings.maxBytes
    // What cannot be kept in any case does not take the place of others.
    while (fits && queuing > 0 && !hasRoom(entry)) oldestLane()?.dropOldest({ end: 'queue_full' })
    queuing += 1
    queuingBytes += entry.size
    if (!fits) {
      storage.release(entry)
      ended(entry, { end: 'queue_full' }, false)
    } else {
      laneFor(key).add(entry)
      planSweep()
    }
  }

  /** The first always has, whatever is kept beside it. */
  function hasRoom({ size }: Entry<T>): boolean {
    return queuingBytes + queuing * besides + size <= settings.maxBytes
  }

  function laneFor(key: string): Lane<T> {
    const index = hash(key) % settings.workers
    const found = lanes.get(index)
    if (found) return found
    const made = createLane<T>({
      clock,
      settings: {
        ...settings,
        window: settings.queryMode === 'sync' ? 1 : settings.inflightWindow,
      },
      storage,
      isOpen: () => isOpen,
      send: options.send,
      isFinal: options.isFinal,
      onTrouble: (error) => options.onTrouble?.(error),
      onTaken({ size }) {
        queuing -= 1
        queuingBytes -= size
        inflight += 1
      },
      onRetried(entry, reason) {
        counters.count('retried')
        entry.tell.onRetry?.(reason)
      },
      onEnd: ended,
    })
    lanes.set(index, made)
    return made
  }

  function oldestLane(): Lane<T> | undefined {
    let oldest: Lane<T> | undefined
    let least = Number.POSITIVE_INFINITY
    for (const lane of lanes.values()) {
      const first = lane.oldest()
      if (!first || first.number >= least) continue
      least = first.number
      oldest = lane
    }
    return oldest
  }

  function ended(entry: Entry<T>, how: End, wasTaken: boolean): void {
    if (how.end === 'late') {
      counters.count('late_reply')
      return
    }
    if (wasTaken) inflight -= 1
    else {
      queuing -= 1
      queuingBytes -= entry.size
    }
    if (how.end === 'success' || how.end === 'failed') counters.count(how.end)
    else counters.drop(dropReasons[how.end])
    entry.tell.done?.(endOf(how))
    if (drained.length > 0 && isEmpty()) for (const tell of drained.splice(0)) tell()
  }

  function isEmpty(): boolean {
    return queuing === 0 && inflight === 0
  }

  /** Where nothing can expire there is nothing to look for. */
  function planSweep(): void {
    if (cancelSweep || settings.requestTtl === Number.POSITIVE_INFINITY) return
    cancelSweep = clock.after(Math.min(sweepInterval, settings.requestTtl), () => {
      cancelSweep = undefined
      const isLeft = [...lanes.values()].map((lane) => lane.sweep())
      if (isLeft.includes(true)) planSweep()
    })
  }

  function end(how: End | undefined): Promise<void> {
    isOpen = false
    cancelSweep?.()
    for (const lane of lanes.values()) lane.stop(how)
    lanes.clear()
    if (how === undefined) {
      queuing = 0
      queuingBytes = 0
      inflight = 0
    }
    for (const tell of drained.splice(0)) tell()
    return storage.settled()
  }
}

const dropReasons: Readonly<Record<Exclude<End['end'], 'success' | 'failed' | 'late'>, DropReason>> = {
  expired: 'expired',
  queue_full: 'queue_full',
  stopped: 'resource_stopped',
  lost: 'other',
}

function endOf(how: End): RequestEnd {
  switch (how.end) {
    case 'success':
      return { result: 'success', answer: how.answer }
    case 'failed':
      return { result: 'failed', reason: how.reason }
    case 'stopped':
      return { result: 'out_of_service', reason: 'resource_stopped' }
    default:
      return { result: 'discarded', reason: discarded[how.end] }
  }
}

const discarded = {
  expired: 'request_expired',
  late: 'request_expired',
  queue_full: 'buffer_overflow',
  lost: 'not_stored',
} as const

/** FNV-1a, 32 bits: spreads keys over workers. */
function hash(key: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1) value = Math.imul(value ^ key.charCodeAt(index), 0x01000193) >>> 0
  return value
}
