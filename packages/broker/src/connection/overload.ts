import type { ForceShutdownSettings } from '../settings.ts'

/** A connection that holds more than `force_shutdown` lets it. */
export interface Overload {
  readonly what: 'packets' | 'bytes'
  /** Packets handled when it began. */
  readonly handled: number
  /** Milliseconds since the epoch. */
  readonly since: number
}

interface Load {
  /** Packets received that wait to be handled, counted up to `most`. */
  waiting(most: number): number
  /** Packets handled. */
  readonly handled: number
  /** Bytes sent that the client has not taken. */
  readonly outbound: number
}

/** Milliseconds a connection may be over a limit: bursts are what buffers are for. */
export const overloadToleranceMs = 1000

/**
 * Whether a connection is over a limit, and since when. Waiting packets count only while none of them gets its turn:
 * a client that sends faster than the broker works is read more slowly and does no harm.
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
