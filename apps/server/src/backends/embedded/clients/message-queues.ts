import type { Broker, ClientView } from '@mqdeck/broker'
import type { MessageQueues, QueuedSession } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'

/** Number of sessions listed by name. */
const maxListed = 10
/** Milliseconds during which callers share one count. */
const sharedFor = 4000

type Sessions = Pick<Broker, 'clients' | 'turn'>

/** Counts the queued messages of all sessions, in slices and at most once every few seconds. */
export function createQueueCount(broker: Sessions, clock: Pick<Clock, 'now'>): () => Promise<MessageQueues> {
  let shared: Promise<MessageQueues> | undefined
  let startedAt = 0
  return () => {
    const now = clock.now()
    if (!shared || now - startedAt >= sharedFor || now < startedAt) {
      startedAt = now
      shared = countQueues(broker)
    }
    return shared
  }
}

async function countQueues({ clients, turn }: Sessions): Promise<MessageQueues> {
  const total = { sessions: 0, queued: 0, full_connected: 0, full_offline: 0, slow: 0 }
  const longest: QueuedSession[] = []
  for (const client of clients()) {
    if (turn.spend()) await turn.next()
    total.sessions += 1
    if (client.mqueueLength === 0) continue
    total.queued += client.mqueueLength
    if (isFull(client)) total[client.connected ? 'full_connected' : 'full_offline'] += 1
    if (isSlow(client)) total.slow += 1
    insert(longest, client)
  }
  return { ...total, longest }
}

const isFull = ({ mqueueLength, mqueueMax }: ClientView) => mqueueMax > 0 && mqueueLength >= mqueueMax

const isSlow = ({ connected, inflightCount, inflightMax }: ClientView) =>
  connected && inflightMax > 0 && inflightCount >= inflightMax

/** Inserts the session at its position, longest queue first, and removes the shortest of too many. */
function insert(longest: QueuedSession[], client: ClientView): void {
  const { mqueueLength: queued, mqueueMax, mqueueDropped: dropped, connected, info } = client
  const last = longest.at(-1)
  if (longest.length === maxListed && last && last.queued >= queued) return
  const limit = Number.isFinite(mqueueMax) ? mqueueMax : 0
  const place = longest.findIndex((other) => other.queued < queued)
  longest.splice(place < 0 ? longest.length : place, 0, { clientid: info.clientId, connected, queued, limit, dropped })
  longest.length = Math.min(longest.length, maxListed)
}
