import { messageOf } from '@mqdeck/contract'
import type { Clock } from '../clock.ts'
import { Fifo } from '../fifo.ts'
import { createBackoff } from './backoff.ts'
import { BatchError } from './batch-error.ts'
import type { PutOptions } from './buffer.ts'
import type { BufferStorage, StoredItem } from './storage.ts'

/** One request in a lane. */
export interface QueuedRequest<T> extends StoredItem<T> {
  /** Milliseconds since the epoch; Infinity if it never expires. */
  readonly expiresAt: number
  readonly acceptedAt: number
  /** Callbacks of the caller. */
  readonly callbacks: PutOptions
  /** Whether it could not be stored. */
  isLost?: boolean
}

/** Result of a request. */
export type LaneResult =
  | { readonly end: 'success'; readonly answer: unknown }
  | { readonly end: 'failed'; readonly reason: string }
  | { readonly end: 'expired' | 'queue_full' | 'stopped' | 'lost' | 'late' }

interface LaneSettings {
  /** Number of requests sent together. */
  readonly batchSize: number
  /** Milliseconds that the first request of a batch waits for others. */
  readonly batchTime: number
  /** Number of batches in flight; 1 always keeps the order. */
  readonly window: number
  /** Longest delay between two attempts, in milliseconds. */
  readonly maxWaitMs: number
}

export interface LaneOptions<T> {
  readonly clock: Clock
  readonly settings: LaneSettings
  readonly storage: BufferStorage<T>
  readonly isOpen: () => boolean
  readonly send: (batch: readonly T[], signal: AbortSignal) => Promise<unknown>
  /** Whether another attempt would fail too. */
  readonly isFinal: (error: unknown) => boolean
  readonly onTrouble: (error: unknown) => void
  /** A request left the queue for its first attempt. */
  readonly onTaken: (entry: QueuedRequest<T>) => void
  readonly onRetried: (entry: QueuedRequest<T>, error: string) => void
  /** `wasTaken`: it had already left the queue. */
  readonly onEnd: (entry: QueuedRequest<T>, end: LaneResult, wasTaken: boolean) => void
}

/** Requests that one worker sends in order. */
export interface Lane<T> {
  readonly add: (entry: QueuedRequest<T>) => void
  readonly oldest: () => QueuedRequest<T> | undefined
  /** Removes the oldest request from the queue. */
  readonly dropOldest: (end: LaneResult) => void
  /** Sends as many requests as possible. */
  readonly pump: () => void
  /** Drops expired requests, also those in flight. Returns true while others can still expire. */
  readonly sweep: () => boolean
  /** Requests in flight count as not sent and are sent again. */
  readonly interrupt: (reason: string) => void
  /** The resource is up again: retries without delay. */
  readonly retryNow: () => void
  /** Ends all requests with `end`; with undefined they end silently, because they are stored. */
  readonly stop: (end: LaneResult | undefined) => void
}

interface Job<T> {
  readonly entries: readonly QueuedRequest<T>[]
  readonly controller: AbortController
  state: 'in flight' | 'over' | 'expired'
}

/** Milliseconds before the first retry. */
const firstWait = 100

export function createLane<T>(options: LaneOptions<T>): Lane<T> {
  const { clock, settings, storage } = options
  const queue = new Fifo<QueuedRequest<T>>()
  const inFlight = new Set<Job<T>>()
  /** Failed batches in order. They are sent before everything else, one at a time. */
  let failedBatches: QueuedRequest<T>[][] = []
  const backoff = createBackoff(firstWait, settings.maxWaitMs)
  let cancelRetry: (() => void) | undefined
  let cancelBatch: (() => void) | undefined
  let isStopped = false

  return {
    add(entry) {
      queue.push(entry)
      pump()
    },
    oldest: () => queue.peek(),
    dropOldest(end) {
      const entry = queue.shift()
      if (!entry) return
      storage.release(entry)
      options.onEnd(entry, end, false)
    },
    pump,
    sweep,
    interrupt(reason) {
      for (const job of [...inFlight]) {
        job.controller.abort(new Error(reason))
        settle(job, reason, (entry) => ({ entry, error: new Error(reason), isFinal: false }))
      }
    },
    retryNow() {
      cancelRetry?.()
      cancelRetry = undefined
      backoff.reset()
      pump()
    },
    stop,
  }

  function pump(): void {
    if (failedBatches.length > 0) sendFailed()
    else sendNext()
  }

  function sendNext(): void {
    while (
      !isStopped &&
      !cancelRetry &&
      failedBatches.length === 0 &&
      inFlight.size < settings.window &&
      options.isOpen()
    ) {
      const batch = takeBatch()
      if (batch.length === 0) return
      dispatch(batch)
    }
  }

  function sendFailed(): void {
    if (isStopped || cancelRetry || inFlight.size > 0 || !options.isOpen()) return
    const [next, ...rest] = failedBatches
    failedBatches = rest
    const alive = (next ?? []).filter((entry) => !dropIfExpired(entry, true))
    if (!dispatch(alive)) pump()
  }

  function takeBatch(): readonly QueuedRequest<T>[] {
    dropExpired()
    const first = queue.peek()
    if (!first || isWorthWaiting(first)) return []
    const batch: QueuedRequest<T>[] = []
    while (batch.length < settings.batchSize) {
      const entry = queue.shift()
      if (!entry) break
      if (dropIfExpired(entry, false)) continue
      options.onTaken(entry)
      batch.push(entry)
    }
    return batch
  }

  /** Whether to wait for more requests to fill the batch. */
  function isWorthWaiting(first: QueuedRequest<T>): boolean {
    if (queue.length >= settings.batchSize) return false
    const remaining = first.acceptedAt + settings.batchTime - clock.now()
    // More than the batch time: the clock was set back.
    if (remaining <= 0 || remaining > settings.batchTime) return false
    cancelBatch ??= clock.after(remaining, () => {
      cancelBatch = undefined
      pump()
    })
    return true
  }

  /** Returns false if nothing is left to send. */
  function dispatch(entries: readonly QueuedRequest<T>[]): boolean {
    const readable = entries.map((entry) => ({ entry, item: storage.load(entry) }))
    const items = readable.flatMap(({ item }) => (item === undefined ? [] : [item]))
    for (const { entry, item } of readable) if (item === undefined) finish(entry, { end: 'lost' })
    if (items.length === 0) return false
    const job: Job<T> = {
      entries: readable.flatMap(({ entry, item }) => (item === undefined ? [] : [entry])),
      controller: new AbortController(),
      state: 'in flight',
    }
    inFlight.add(job)
    attempt(items, job.controller.signal).then(
      (answer) => succeed(job, answer),
      (error: unknown) => fail(job, error),
    )
    return true
  }

  /** Turns synchronous errors into rejections. */
  async function attempt(items: readonly T[], signal: AbortSignal): Promise<unknown> {
    return options.send(items, signal)
  }

  function succeed(job: Job<T>, answer: unknown): void {
    if (job.state === 'expired') for (const entry of job.entries) options.onEnd(entry, { end: 'late' }, true)
    if (job.state !== 'in flight') return
    close(job)
    backoff.reset()
    const now = clock.now()
    for (const entry of job.entries)
      finish(entry, entry.expiresAt <= now ? { end: 'expired' } : { end: 'success', answer }, entry.expiresAt <= now)
    pump()
  }

  function fail(job: Job<T>, error: unknown): void {
    if (job.state !== 'in flight') return
    // An error without a result for each item is useless: no item may count as accepted.
    const isComplete = error instanceof BatchError && error.results.length === job.entries.length
    const results = isComplete ? error.results : undefined
    settle(job, messageOf(error), (entry, index) => {
      const own = results ? results[index] : error
      return own === undefined ? { entry } : { entry, error: own, isFinal: options.isFinal(own) }
    })
  }

  interface Result {
    readonly entry: QueuedRequest<T>
    /** Missing if it was accepted. */
    readonly error?: unknown
    readonly isFinal?: boolean
  }

  function settle(job: Job<T>, reason: string, resultOf: (entry: QueuedRequest<T>, index: number) => Result): void {
    close(job)
    const repeated: QueuedRequest<T>[] = []
    let cause: unknown
    for (const { entry, error, isFinal } of job.entries.map(resultOf)) {
      if (error === undefined) finish(entry, { end: 'success', answer: undefined })
      else if (isFinal) finish(entry, { end: 'failed', reason: messageOf(error) })
      else {
        cause ??= error
        repeated.push(entry)
        options.onRetried(entry, reason)
      }
    }
    if (repeated.length > 0) later(repeated, cause)
    pump()
  }

  function later(entries: QueuedRequest<T>[], cause: unknown): void {
    failedBatches = [...failedBatches, entries].sort(([a], [b]) => (a?.number ?? 0) - (b?.number ?? 0))
    cancelRetry ??= clock.after(backoff.next(), () => {
      cancelRetry = undefined
      pump()
    })
    options.onTrouble(cause)
  }

  function close(job: Job<T>): void {
    job.state = 'over'
    inFlight.delete(job)
  }

  function finish(entry: QueuedRequest<T>, end: LaneResult, isLate = false): void {
    storage.release(entry)
    options.onEnd(entry, end, true)
    if (isLate) options.onEnd(entry, { end: 'late' }, true)
  }

  function dropExpired(): void {
    for (let first = queue.peek(); first && isExpired(first); first = queue.peek()) {
      queue.shift()
      dropIfExpired(first, false)
    }
  }

  function isExpired(entry: QueuedRequest<T>): boolean {
    return entry.isLost === true || entry.expiresAt <= clock.now()
  }

  function dropIfExpired(entry: QueuedRequest<T>, wasTaken: boolean): boolean {
    if (!isExpired(entry)) return false
    storage.release(entry)
    options.onEnd(entry, { end: entry.isLost ? 'lost' : 'expired' }, wasTaken)
    return true
  }

  function sweep(): boolean {
    dropExpired()
    failedBatches = failedBatches
      .map((entries) => entries.filter((entry) => !dropIfExpired(entry, true)))
      .filter((entries) => entries.length > 0)
    for (const job of [...inFlight]) {
      if (!job.entries.every(isExpired)) continue
      inFlight.delete(job)
      job.state = 'expired'
      job.controller.abort(new Error('the request has expired'))
      for (const entry of job.entries) finish(entry, { end: 'expired' })
    }
    pump()
    return queue.length > 0 || failedBatches.length > 0 || inFlight.size > 0
  }

  function stop(end: LaneResult | undefined): void {
    isStopped = true
    cancelRetry?.()
    cancelBatch?.()
    const taken = [...failedBatches.flat(), ...[...inFlight].flatMap(({ entries }) => entries)]
    for (const job of [...inFlight]) {
      close(job)
      job.controller.abort(new Error('stopped'))
    }
    failedBatches = []
    const waiting: QueuedRequest<T>[] = []
    for (let entry = queue.shift(); entry; entry = queue.shift()) waiting.push(entry)
    if (end === undefined) return
    for (const entry of taken) finish(entry, end)
    for (const entry of waiting) {
      storage.release(entry)
      options.onEnd(entry, end, false)
    }
  }
}
