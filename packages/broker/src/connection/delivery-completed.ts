import type { Environment } from '../ports.ts'
import type { Session } from '../session/session.ts'
import type { Message } from '../types.ts'

/** Runs `delivery.completed` for a message. Times that are not given default to now. */
export function reportDelivery(
  { hooks, clock }: Environment,
  { info }: Session,
  message: Message,
  queuedAt?: number,
  beganAt?: number,
): void {
  if (!hooks.has('delivery.completed')) return
  const completedAt = clock.now()
  hooks.run('delivery.completed', info, message, {
    queuedAt: queuedAt ?? completedAt,
    beganAt: beganAt ?? completedAt,
    completedAt,
  })
}
