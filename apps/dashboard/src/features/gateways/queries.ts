import {
  enableGateway,
  type Gateway,
  type GatewayOverview,
  type GatewayTransportInfo,
  getGateway,
  listGateways,
  listGatewayTransports,
  updateGateway,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing, refreshIntervals } from '../../api/index.ts'

/** All gateways that the broker has, with the state on each node. */
export const gatewaysQuery = defineQuery<undefined, readonly GatewayOverview[]>({
  name: 'gateways',
  load: (call, _, signal) => call(listGateways, { signal }),
  poll: 'chosen',
  interval: refreshIntervals.statistics,
})

interface ByName {
  readonly name: string
}

/** A gateway with its settings. */
export const gatewayQuery = defineQuery<ByName, Gateway>({
  name: 'gateway',
  load: (call, params, signal) => call(getGateway, { params, signal }),
})

/** Transports that not every machine has. Undefined in front of EMQX, which does not say. */
export const transportsQuery = defineQuery<undefined, readonly GatewayTransportInfo[] | undefined>({
  name: 'gateway-transports',
  load: (call, _, signal) => orIfMissing(call(listGatewayTransports, { signal }), undefined),
})

/** Queries that a change of a whole gateway makes outdated. */
export const outdatedByGateway = [
  gatewaysQuery,
  gatewayQuery,
  { name: 'gateway-listeners' },
  { name: 'gateway-listener' },
  { name: 'gateway-clients' },
  { name: 'used-addresses' },
]

export const switchGateway = defineChange<ByName & { readonly enable: boolean }, undefined>({
  apply: (call, params) => call(enableGateway, { params }),
  invalidates: outdatedByGateway,
})

export const saveGateway = defineChange<ByName & { readonly settings: Readonly<Record<string, unknown>> }, undefined>({
  apply: (call, { name, settings }) => call(updateGateway, { params: { name }, body: settings }),
  invalidates: outdatedByGateway,
})
