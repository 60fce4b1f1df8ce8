import { type ClientView, ReasonError, type Subscription, toBrokerFilter } from '@mqdeck/broker'
import { AppError, type ClientSubscription, type NewSubscription, noContent, ok } from '@mqdeck/contract'
import type { ClientTimeline } from '@mqdeck/observe'
import { kickAll } from '../banned/enforce.ts'
import type { BrokerContext } from '../broker-context.ts'
import { filter, type HandlersOf, toPage } from '../management.ts'
import { toClient, toClientRow, toSubscription } from './client-body.ts'
import { createQueueCount } from './message-queues.ts'
import { clientTests, createClientWalk, isCounted } from './service.ts'
import { toInflightMessage, toMqueueMessage, toStretch } from './session-messages.ts'

export function clientHandlers({ broker, nodes }: BrokerContext): HandlersOf<'clients'> {
  const { turn } = broker
  const { own: node } = nodes
  const walk = createClientWalk(broker)
  const subscribe = async (clientId: string, { topic, qos, nl, rap, rh }: NewSubscription) => {
    // The contract has validated `rh` as 0 to 2.
    const options = { qos, nl, rap, rh: rh as Subscription['rh'] }
    return toAnswer(await broker.subscribe(clientId, mounted(clientId, topic), options).catch(refuse), node)
  }
  const unsubscribe = (clientId: string, topic: string) => broker.unsubscribe(clientId, mounted(clientId, topic))
  return {
    listClients: async ({ query }) => {
      nodes.requireFilter(query.node)
      const tests = clientTests(query)
      const toRow = (view: ClientView) => toClientRow(view, node, query.fields)
      const counting = isCounted(query) ? 'count' : 'none'
      const total = tests.length === 0 ? broker.clientCount().connections : counting
      return ok(await toPage(filter(candidates(query.clientid), tests), query, { total, toRow, turn }))
    },
    listClientsV2: async ({ query }) => {
      const { rows, cursor } = await walk(query)
      const data = rows.map((view) => toClientRow(view, node, query.fields))
      return ok({ data, meta: { count: data.length, ...(cursor !== undefined && { cursor }) } })
    },
    getClient: ({ params }) => ok(toClient(find(params.clientid), node)),
    kickClient: async ({ params }) => {
      if (!(await broker.kick(params.clientid, 'kicked'))) throw notFound()
      return noContent
    },
    kickClients: async ({ body }) => {
      await kickAll(broker, body, 'kicked')
      return noContent
    },
    listClientSubscriptions: async ({ params }) => {
      const found = broker.subscriptionsOf(params.clientid)
      if (!found) throw notFound()
      const rows: ReturnType<typeof toSubscription>[] = []
      for (const subscription of found) {
        if (turn.spend()) await turn.next()
        rows.push(toSubscription(subscription, node))
      }
      return ok(rows)
    },
    subscribeClient: async ({ params, body }) => ok(await subscribe(params.clientid, body)),
    subscribeClientBulk: async ({ params, body }) => {
      find(params.clientid)
      const done: ClientSubscription[] = []
      for (const wanted of body) {
        if (turn.spend()) await turn.next()
        done.push(await subscribe(params.clientid, wanted))
      }
      return ok(done)
    },
    unsubscribeClient: async ({ params, body }) => {
      await unsubscribe(params.clientid, body.topic)
      return noContent
    },
    unsubscribeClientBulk: async ({ params, body }) => {
      find(params.clientid)
      for (const { topic } of body) {
        if (turn.spend()) await turn.next()
        await unsubscribe(params.clientid, topic)
      }
      return noContent
    },
    listInflightMessages: ({ params, query }) => {
      const queue = broker.inflight(params.clientid)
      if (!queue) throw notFound()
      return ok(toStretch(queue, query, toInflightMessage))
    },
    listMqueueMessages: ({ params, query }) => {
      const queue = broker.mqueue(params.clientid)
      if (!queue) throw notFound()
      return ok(toStretch(queue, query, toMqueueMessage))
    },
    setKeepalive: ({ params, body }) => {
      if (!broker.setKeepalive(params.clientid, body.interval)) throw notFound()
      return ok(toClient(find(params.clientid), node))
    },
    countSessions: ({ query }) => ok(broker.sessionCount(query.since)),
  }

  function find(clientId: string): ClientView {
    const view = broker.client(clientId)
    if (!view) throw notFound()
    return view
  }

  /**
   * These calls use topics as the client sees them, without the mountpoint of its listener. Lists include the
   * mountpoint, as in EMQX.
   */
  function mounted(clientId: string, filter: string): string {
    return toBrokerFilter(find(clientId).info.mountpoint, filter)
  }

  /** Looks up the given IDs instead of scanning all clients. */
  function* candidates(clientIds: readonly string[] | undefined): Generator<ClientView> {
    if (!clientIds) return yield* broker.clients()
    for (const clientId of new Set(clientIds)) {
      const view = broker.client(clientId)
      if (view) yield view
    }
  }
}

/** An invalid filter, or too many subscriptions. */
function refuse(error: unknown): never {
  if (error instanceof ReasonError) throw new AppError('BAD_REQUEST', error.message, { cause: error })
  throw error
}

const notFound = () => new AppError('CLIENTID_NOT_FOUND', 'Client ID not found')

/** The response to a subscribe request has no `durable`. */
function toAnswer(subscription: Subscription, node: string): ClientSubscription {
  const { durable: _, ...answer } = toSubscription(subscription, node)
  return answer
}

export function messageQueueHandlers({ broker, clock }: BrokerContext): HandlersOf<'messageQueues'> {
  const countQueues = createQueueCount(broker, clock)
  return { getMessageQueues: async () => ok(await countQueues()) }
}

export function clientTimelineHandlers(clientTimeline: ClientTimeline): HandlersOf<'clientTimelines'> {
  return {
    getClientTimeline: ({ params: { clientid } }) => {
      const { entries, forgotten, since, limit } = clientTimeline.read(clientid)
      return ok({ data: [...entries], meta: { since, forgotten, limit } })
    },
  }
}
