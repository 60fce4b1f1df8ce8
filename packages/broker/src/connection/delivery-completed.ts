import type { Message } from '../types.ts'
import type { Connection } from './connection.ts'

/** Runs `delivery.completed` for a message. Times that are not given default to now. */
export function deliveryCompleted(
  { runtime, established }: Connection,
  message: Message,
  queuedAt?: number,
  beganAt?: number,
): void {
  const { hooks, clock } = runtime
  if (!established || !hooks.has('delivery.completed')) return
  const completedAt = clock.now()
  hooks.run('delivery.completed', established.session.info, message, {
    queuedAt: queuedAt ?? completedAt,
    beganAt: beganAt ?? completedAt,
    completedAt,
  })
}
