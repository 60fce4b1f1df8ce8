import { authorize } from '../connection/authorize.ts'
import { ReasonError } from '../packets/index.ts'
import type { Environment } from '../ports.ts'
import type { Qos } from '../types.ts'
import type { Session } from './session.ts'
import type { Subscriptions } from './subscriptions.ts'

/** Results kept for messages with the same topic. */
const maxKept = 1000

/**
 * Removes subscriptions and queued messages that the client of a session may not receive; subscriptions first, so that they queue no
 * more messages. Messages that the client has already received are kept. Ends early if the session ends or gets another client, and
 * then stays unchecked.
 */
export async function reauthorize(ports: Environment, subscriptions: Subscriptions, session: Session): Promise<void> {
  const { turn, log } = ports
  const { info } = session
  const { clientId: clientid, username } = info
  const isOver = () => session.hasEnded || session.info !== info
  const mayReceive = async (topic: string, qos: Qos) => {
    try {
      return await authorize(ports, info, 'subscribe', topic, qos, false)
    } catch (error) {
      // A source that disconnects for a denial.
      if (error instanceof ReasonError) return false
      throw error
    }
  }

  for (const { parsed, subscription } of [...session.subscriptions.values()]) {
    if (turn.spend()) await turn.next()
    if (isOver()) return
    if (await mayReceive(parsed.filter, subscription.qos)) continue
    if (isOver()) return
    if (subscriptions.unsubscribe(session, parsed.name))
      log.warn({ clientid, username, topic: parsed.name }, 'subscription_removed_not_authorized')
  }

  const results = new Map<string, boolean>()
  const sent = session.link ? [] : [...session.inflight.values()].filter(({ phase }) => phase !== 'pubrel')
  for (const queued of [...sent, ...session.mqueue.entries()]) {
    if (turn.spend()) await turn.next()
    const { topic } = queued.message
    const allowed = results.get(topic) ?? (await mayReceive(topic, queued.qos))
    if (isOver()) return
    if (results.size >= maxKept) results.clear()
    results.set(topic, allowed)
    if (!allowed) session.dropUnauthorized(queued)
  }
  session.isUnchecked = false
}

/** Returns a function that authorizes all sessions again. A call during a pass starts another pass afterwards. */
export function createReauthorization(
  ports: Environment,
  subscriptions: Subscriptions,
  sessions: ReadonlyMap<string, Session>,
): () => Promise<void> {
  let isRunning = false
  let isDue = false
  return async () => {
    isDue = true
    if (isRunning) return
    isRunning = true
    try {
      while (isDue) {
        isDue = false
        for (const session of sessions.values()) {
          if (ports.turn.spend()) await ports.turn.next()
          await reauthorize(ports, subscriptions, session)
        }
      }
    } finally {
      isRunning = false
    }
  }
}
