import type { ClientField, ClientRow, MessageQueues, QueuedSession } from '@mqdeck/contract'

/** The fields of a client that a summary of the message queues needs, as a query parameter. */
export const scannedFields = (
  [
    'clientid',
    'connected',
    'mqueue_len',
    'mqueue_max',
    'mqueue_dropped',
    'inflight_cnt',
    'inflight_max',
  ] as const satisfies readonly ClientField[]
).join(',')

const maxListed = 10

/** The summary that MQDeck's broker returns, from the list of all clients. */
export function summarizeQueues(clients: readonly ClientRow[]): MessageQueues {
  const waiting = clients.filter(({ mqueue_len = 0 }) => mqueue_len > 0)
  const full = waiting.filter(({ mqueue_len = 0, mqueue_max }) => {
    const limit = limitOf(mqueue_max)
    return limit > 0 && mqueue_len >= limit
  })
  return {
    sessions: clients.length,
    queued: waiting.reduce((sum, { mqueue_len = 0 }) => sum + mqueue_len, 0),
    full_connected: full.filter(({ connected }) => connected).length,
    full_offline: full.filter(({ connected }) => !connected).length,
    slow: waiting.filter(isSlow).length,
    longest: waiting
      .map(toQueuedSession)
      .toSorted((a, b) => b.queued - a.queued)
      .slice(0, maxListed),
  }
}

const limitOf = (max: ClientRow['mqueue_max']) => (typeof max === 'number' ? max : 0)

const isSlow = ({ connected, inflight_cnt = 0, inflight_max }: ClientRow) =>
  connected === true && typeof inflight_max === 'number' && inflight_max > 0 && inflight_cnt >= inflight_max

const toQueuedSession = (client: ClientRow): QueuedSession => ({
  clientid: client.clientid ?? '',
  connected: client.connected ?? false,
  queued: client.mqueue_len ?? 0,
  limit: limitOf(client.mqueue_max),
  dropped: client.mqueue_dropped ?? 0,
})
