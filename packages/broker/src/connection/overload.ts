import type { ForceShutdownSettings } from '../settings.ts'

/** A connection above a limit of `force_shutdown`. */
export interface Overload {
  readonly what: 'packets' | 'bytes'
  /** Number of packets handled when the overload started. */
  readonly handled: number
  /** Milliseconds since the epoch. */
  readonly since: number
}

interface Load {
  /** Packets received that wait to be handled, counted up to `most`. */
  waiting(most: number): number
  /** Packets handled. */
  readonly handled: number
  /** Bytes not yet taken by the client. */
  readonly outbound: number
}

/** A connection may be above a limit for this time, because buffers are for bursts. */
export const overloadToleranceMs = 1000

/**
 * Whether a connection is above a limit, and since when. Waiting packets count only while none is handled: a client that
 * sends faster than the broker works is only read more slowly.
 */
export function overloadOf(
  before: Overload | undefined,
  { enable, max_mailbox_size, max_heap_size }: ForceShutdownSettings,
  { waiting, handled, outbound }: Load,
  now: number,
): Overload | undefined {
  if (!enable) return undefined
  if (max_heap_size > 0 && outbound > max_heap_size) {
    return before?.what === 'bytes' ? before : { what: 'bytes', handled, since: now }
  }
  if (max_mailbox_size === 0 || waiting(max_mailbox_size + 1) <= max_mailbox_size) return undefined
  return before?.what === 'packets' && before.handled === handled ? before : { what: 'packets', handled, since: now }
}
