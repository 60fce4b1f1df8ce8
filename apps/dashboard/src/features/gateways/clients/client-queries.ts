import {
  createGatewaySubscription,
  deleteGatewaySubscription,
  type GatewayClient,
  type GatewaySubscription,
  getGatewayClient,
  kickGatewayClient,
  listGatewayClients,
  listGatewaySubscriptions,
} from '@mqdeck/contract'
import { defineChange, defineQuery, type Paging, type RowPage, refreshIntervals } from '../../../api/index.ts'
import { gatewaysQuery } from '../queries.ts'

interface ClientSearch extends Paging {
  readonly name: string
  readonly client: string | undefined
  readonly username: string | undefined
  readonly endpoint: string | undefined
  readonly node: string | undefined
}

/** The clients of a gateway. */
export const clientsQuery = defineQuery<ClientSearch, RowPage<GatewayClient>>({
  name: 'gateway-clients',
  async load(call, { name, page, limit, client, username, endpoint, node }, signal) {
    const { data, meta } = await call(listGatewayClients, {
      params: { name },
      query: {
        page,
        limit,
        ...(node !== undefined && { node }),
        ...(client !== undefined && { like_clientid: client }),
        ...(username !== undefined && { like_username: username }),
        ...(endpoint !== undefined && { like_endpoint_name: endpoint }),
      },
      signal,
    })
    return { rows: data, total: meta.count, hasNext: meta.hasnext }
  },
  poll: 'chosen',
  interval: refreshIntervals.statistics,
})

interface OneClient {
  readonly gateway: string
  readonly clientid: string
}

type ByClient = { readonly name: string; readonly clientid: string }

export const clientQuery = defineQuery<ByClient, GatewayClient>({
  name: 'gateway-client',
  load: (call, params, signal) => call(getGatewayClient, { params, signal }),
  poll: 'chosen',
  interval: refreshIntervals.statistics,
})

export const subscriptionsQuery = defineQuery<ByClient, readonly GatewaySubscription[]>({
  name: 'gateway-subscriptions',
  load: (call, params, signal) => call(listGatewaySubscriptions, { params, signal }),
  poll: 'chosen',
  interval: refreshIntervals.statistics,
})

/** Closes the connection and deletes the session. */
export const disconnectClient = defineChange<OneClient, undefined>({
  apply: (call, { gateway, clientid }) => call(kickGatewayClient, { params: { name: gateway, clientid } }),
  invalidates: [clientsQuery, clientQuery, subscriptionsQuery, gatewaysQuery],
})

const outdatedBySubscription = [subscriptionsQuery, clientQuery, clientsQuery]

type NewSubscription = { readonly topic: string; readonly qos: 0 | 1 | 2; readonly sub_props?: { subid: string } }

export const subscribe = defineChange<OneClient & { readonly body: NewSubscription }, unknown>({
  apply: (call, { gateway, clientid, body }) =>
    call(createGatewaySubscription, { params: { name: gateway, clientid }, body }),
  invalidates: outdatedBySubscription,
})

export const unsubscribe = defineChange<OneClient & { readonly topic: string }, undefined>({
  apply: (call, { gateway, clientid, topic }) =>
    call(deleteGatewaySubscription, { params: { name: gateway, clientid, topic } }),
  invalidates: outdatedBySubscription,
})
