import { ReasonError, validateTopicFilter } from '@mqdeck/broker'
import { AppError, noContent, ok, reasonName } from '@mqdeck/contract'
import { filter, type HandlersOf, toPage } from '../management.ts'
import { gatewayClientTests, toGatewayClient, toGatewaySubscription } from './client-body.ts'
import { type GatewayContext, requireGateway } from './lookup.ts'

export function gatewayClientHandlers(services: GatewayContext): HandlersOf<'gatewayClients'> {
  const {
    broker: { turn },
    nodes,
  } = services
  const { own: node } = nodes
  const connected = (name: string, clientid: string) => {
    const found = requireGateway(services, name).connected(clientid)
    if (!found) throw new AppError('RESOURCE_NOT_FOUND', 'client process not found')
    return found
  }

  return {
    listGatewayClients: async ({ params: { name }, query }) => {
      const gateway = requireGateway(services, name)
      nodes.requireFilter(query.node)
      // EMQX does not count rows for substring filters.
      const isCounted = [query.like_clientid, query.like_username, query.like_endpoint_name].every(
        (one) => one === undefined,
      )
      const rows = filter(gateway.clients(), gatewayClientTests(query))
      return ok(
        await toPage(rows, query, {
          total: isCounted ? 'count' : 'none',
          toRow: (view) => toGatewayClient(view, node),
          turn,
        }),
      )
    },
    getGatewayClient: ({ params: { name, clientid } }) => {
      const found = requireGateway(services, name).client(clientid)
      if (!found) throw new AppError('RESOURCE_NOT_FOUND', 'Client not found')
      return ok(toGatewayClient(found, node))
    },
    kickGatewayClient: async ({ params: { name, clientid } }) => {
      if (!(await requireGateway(services, name).kick(clientid)))
        throw new AppError('RESOURCE_NOT_FOUND', 'Client not found')
      return noContent
    },
    listGatewaySubscriptions: ({ params: { name, clientid } }) =>
      ok(connected(name, clientid).subscriptions.map(toGatewaySubscription)),
    createGatewaySubscription: async ({ params: { name, clientid }, body }) => {
      const client = connected(name, clientid)
      const { topic, qos = 0, nl = 0, rap = 0, rh = 1, sub_props: properties = {} } = body
      if (topic === undefined) throw new AppError('BAD_REQUEST', 'Miss topic property')
      requireFilter(topic)
      const { protocol } = client
      if (protocol.subscribe) await protocol.subscribe(topic, qos, properties)
      else {
        const options = { qos, noLocal: nl === 1, retainAsPublished: rap === 1, retainHandling: rh, properties }
        const code = await client.subscribe(topic, options)
        if (code >= 0x80) throw new AppError('BAD_REQUEST', `The subscription was rejected: ${reasonName(code)}`)
      }
      const made = client.subscriptions.find((one) => one.filter === topic)
      if (!made) throw new AppError('BAD_REQUEST', 'The subscription was rejected')
      return { status: 201, body: toGatewaySubscription(made) }
    },
    deleteGatewaySubscription: async ({ params: { name, clientid, topic } }) => {
      const client = connected(name, clientid)
      if (!client.subscriptions.some((one) => one.filter === topic))
        throw new AppError('RESOURCE_NOT_FOUND', 'Resource not found')
      if (client.protocol.unsubscribe) await client.protocol.unsubscribe(topic)
      else await client.unsubscribe(topic)
      return noContent
    },
  }
}

/** @throws {AppError} 400 that names the field */
function requireFilter(topic: string): void {
  try {
    validateTopicFilter(topic)
  } catch (error) {
    if (!(error instanceof ReasonError)) throw error
    const message = { value: topic, reason: error.message, path: 'root.topic', kind: 'validation_error' }
    throw new AppError('BAD_REQUEST', JSON.stringify(message))
  }
}
