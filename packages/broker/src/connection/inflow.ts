import type { Rate } from '@mqdeck/contract'
import { createTokenBucket } from '../listeners/token-bucket.ts'

/** The rate limits for messages and bytes of one client. A client above them is paused; nothing is refused. */
export interface Inflow {
  received(bytes: number, now: number): void
  published(now: number): void
  /** Milliseconds until the next packet may be handled. */
  wait(now: number): number
}

/** Undefined without a limit. */
export function createInflow(messages: Rate | undefined, bytes: Rate | undefined, now: number): Inflow | undefined {
  if (!messages && !bytes) return undefined
  const byMessage = messages && createTokenBucket(messages, now)
  const byByte = bytes && createTokenBucket(bytes, now)
  return {
    received: (count, at) => byByte?.spend(count, at),
    published: (at) => byMessage?.spend(1, at),
    wait: (at) => Math.max(byMessage?.wait(1, at) ?? 0, byByte?.wait(0, at) ?? 0),
  }
}
