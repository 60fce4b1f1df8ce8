import type { DelayedMessageRow } from '@mqdeck/contract'

/**
 * Milliseconds until a message is due, 0 when it is. By what the broker said was left when it answered: its clock need not
 * be the browser's.
 * @param answeredAt of the answer with the row, in milliseconds by the browser's clock, as `now`
 */
export function remaining(
  { delayed_remaining }: Pick<DelayedMessageRow, 'delayed_remaining'>,
  answeredAt: number,
  now: number,
): number {
  return Math.max(0, delayed_remaining * 1000 - (now - answeredAt))
}
