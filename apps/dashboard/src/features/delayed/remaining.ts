import type { DelayedMessageRow } from '@mqdeck/contract'

/**
 * Milliseconds until a message is due, at least 0. Computed from the remaining time in the answer, because the
 * broker's clock may differ from the browser's.
 * @param answeredAt time of the answer, in milliseconds by the browser's clock, like `now`
 */
export function remaining(
  { delayed_remaining }: Pick<DelayedMessageRow, 'delayed_remaining'>,
  answeredAt: number,
  now: number,
): number {
  return Math.max(0, delayed_remaining * 1000 - (now - answeredAt))
}
