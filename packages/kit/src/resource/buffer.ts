import type { Clock } from '../clock.ts'
import { createLane, type Lane, type LaneResult, type QueuedRequest } from './lane.ts'
import type { RequestCounters, RequestDropReason, WaitingCounts } from './request-counters.ts'
import type { BufferStorage } from './storage.ts'

export interface BufferSettings {
  /** Number of requests sent together; 1 if the system accepts one at a time. */
  readonly batchSize: number
  /** Milliseconds that the first request of a batch waits for others. */
  readonly batchTime: number
  /** Number of workers. Requests with the same key are sent by the same worker, in order. */
  readonly workers: number
  /** `sync`: a worker waits for each response. `async`: it may have `inflightWindow` batches in flight. */
  readonly queryMode: 'sync' | 'async'
  readonly inflightWindow: number
  /** Milliseconds after which a request expires; Infinity if it never does. */
  readonly requestTtl: number
  /** Total size of waiting requests with their overhead. If it is exceeded, the oldest request is dropped. */
  readonly maxBytes: number
  /** Longest delay between two attempts, in milliseconds. */
  readonly maxWaitMs: number
}

/** Result of a request. */
export type RequestResult =
  | { readonly result: 'success'; readonly answer: unknown }
  | { readonly result: 'failed' | 'out_of_service' | 'discarded'; readonly reason: string }

export interface BufferOptions<T> {
  readonly clock: Clock
  readonly settings: BufferSettings
  readonly storage: BufferStorage<T>
  readonly counters: RequestCounters
  /**
   * Resolves when the whole batch is accepted. Rejects with an error that `isFinal` recognizes, with any other error if
   * the batch is to be sent again, or with `BatchError`.
   */
  readonly send: (batch: readonly T[], signal: AbortSignal) => Promise<unknown>
  /** Whether a request that failed with this error would fail again. */
  readonly isFinal: (error: unknown) => boolean
  /** Called if a request failed in a way that requires a check of the resource. */
  readonly onTrouble?: (error: unknown) => void
}

export interface PutOptions {
  /** Requests with the same key keep their order. */
  readonly key?: string | undefined
  readonly done?: ((result: RequestResult) => void) | undefined
  /** Called each time the request has to be sent again. */
  readonly onRetry?: ((reason: string) => void) | undefined
}

/**
 * Requests to one resource. They are kept while it is down and sent in order when it is up. Accepted requests are sent
 * at least once, unless they expire, the buffer is full, or the system rejects them.
 */
export interface RequestBuffer<T> {
  /**
   * Accepts a request. Resolves when it is safe: immediately in memory, after the commit on disk. Undefined: it already
   * is.
   */
  readonly put: (item: T, options?: PutOptions) => Promise<void> | undefined
  /** Starts sending. */
  readonly open: () => void
  /** Stops sending. Requests in flight may still arrive. */
  readonly pause: () => void
  /** The connection was lost: stops sending, and sends requests in flight again later. */
  readonly interrupt: (reason: string) => void
  readonly waiting: () => WaitingCounts
  /** Resolves when no request is waiting or in flight, or after `ms`. */
  readonly whenEmpty: (ms: number) => Promise<void>
  /** Drops requests in memory and leaves those on disk for later. Resolves when all writes are done. */
  readonly stop: () => Promise<void>
  /** Drops all requests. */
  readonly discard: () => Promise<void>
}

/** Milliseconds between two checks for expired requests. */
const sweepInterval = 1000

/**
 * Approximate overhead of a request in bytes: its place in the queue and its callbacks. For many small requests it is
 * most of their size.
 */
const requestOverhead = 512

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

  for (const { key, ...stored } of storage.earlierItems()) {
    number = Math.max(number, stored.number)
    enqueue(key, { ...stored, acceptedAt: clock.now(), callbacks: {} })
  }

  return {
    put(item, callbacks = {}) {
      const { key = '' } = callbacks
      const now = clock.now()
      const expiresAt = now + settings.requestTtl
      number += 1
      const { kept, size, item: inMemory } = storage.keep(item, { number, key, expiresAt })
      const entry: QueuedRequest<T> = {
        number,
        size,
        item: inMemory,
        expiresAt,
        acceptedAt: now,
        callbacks,
        isLost: false,
      }
      enqueue(key, entry)
      return kept?.catch((error: unknown) => {
        entry.isLost = true
        throw error
      })
    },
    open() {
      isOpen = true
      for (const lane of lanes.values()) lane.retryNow()
    },
    pause() {
      isOpen = false
    },
    interrupt(reason) {
      isOpen = false
      for (const lane of lanes.values()) lane.interrupt(reason)
    },
    waiting: () => ({ queuing, queuing_bytes: queuingBytes, inflight }),
    whenEmpty(ms) {
      if (isEmpty()) return Promise.resolve()
      return new Promise((resolve) => {
        const cancel = clock.after(ms, resolve)
        drained.push(() => {
          cancel()
          resolve()
        })
      })
    },
    stop: () => close(storage.survives ? undefined : { end: 'stopped' }),
    discard: () => close({ end: 'stopped' }),
  }

  function enqueue(key: string, entry: QueuedRequest<T>): void {
    const fits = entry.size <= settings.maxBytes
    // A request that can never fit does not displace others.
    while (fits && queuing > 0 && !hasRoom(entry)) oldestLane()?.dropOldest({ end: 'queue_full' })
    queuing += 1
    queuingBytes += entry.size
    if (!fits) {
      storage.release(entry)
      onLaneResult(entry, { end: 'queue_full' }, false)
    } else {
      laneFor(key).add(entry)
      planSweep()
    }
  }

  /** Without the overhead of the request itself, so that a request of `maxBytes` fits into an empty buffer. */
  function hasRoom({ size }: QueuedRequest<T>): boolean {
    return queuingBytes + queuing * requestOverhead + size <= settings.maxBytes
  }

  function laneFor(key: string): Lane<T> {
    const index = hash(key) % settings.workers
    const found = lanes.get(index)
    if (found) return found
    const lane = createLane<T>({
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
        entry.callbacks.onRetry?.(reason)
      },
      onEnd: onLaneResult,
    })
    lanes.set(index, lane)
    return lane
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

  function onLaneResult(entry: QueuedRequest<T>, result: LaneResult, wasTaken: boolean): void {
    if (result.end === 'late') {
      counters.count('late_reply')
      return
    }
    if (wasTaken) inflight -= 1
    else {
      queuing -= 1
      queuingBytes -= entry.size
    }
    if (result.end === 'success' || result.end === 'failed') counters.count(result.end)
    else counters.drop(dropReasons[result.end])
    entry.callbacks.done?.(toRequestResult(result))
    if (drained.length > 0 && isEmpty()) for (const resolve of drained.splice(0)) resolve()
  }

  function isEmpty(): boolean {
    return queuing === 0 && inflight === 0
  }

  /** Without expiry there is nothing to check. */
  function planSweep(): void {
    if (cancelSweep || settings.requestTtl === Number.POSITIVE_INFINITY) return
    cancelSweep = clock.after(Math.min(sweepInterval, settings.requestTtl), () => {
      cancelSweep = undefined
      const canExpire = [...lanes.values()].map((lane) => lane.sweep())
      if (canExpire.includes(true)) planSweep()
    })
  }

  function close(result: LaneResult | undefined): Promise<void> {
    isOpen = false
    cancelSweep?.()
    for (const lane of lanes.values()) lane.stop(result)
    lanes.clear()
    if (result === undefined) {
      queuing = 0
      queuingBytes = 0
      inflight = 0
    }
    for (const resolve of drained.splice(0)) resolve()
    return storage.settled()
  }
}

const dropReasons: Readonly<Record<Exclude<LaneResult['end'], 'success' | 'failed' | 'late'>, RequestDropReason>> = {
  expired: 'expired',
  queue_full: 'queue_full',
  stopped: 'resource_stopped',
  lost: 'other',
}

function toRequestResult(result: LaneResult): RequestResult {
  switch (result.end) {
    case 'success':
      return { result: 'success', answer: result.answer }
    case 'failed':
      return { result: 'failed', reason: result.reason }
    case 'stopped':
      return { result: 'out_of_service', reason: 'resource_stopped' }
    default:
      return { result: 'discarded', reason: discarded[result.end] }
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
