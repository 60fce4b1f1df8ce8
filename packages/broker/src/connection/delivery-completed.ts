import type { Runtime } from '../runtime.ts'
import type { Session } from '../session/session.ts'
import type { Message } from '../types.ts'

/** A connection that delivers the messages of a session. */
export interface DeliveringConnection {
  readonly runtime: Runtime
  readonly established: { readonly session: Session } | undefined
}

/** Runs `delivery.completed` for a message. Times that are not given default to now. */
export function deliveryCompleted(
  { runtime, established }: DeliveringConnection,
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
