import {
  createGatewayListener,
  deleteGatewayListener,
  type GatewayListener,
  getGatewayListener,
  listGatewayListeners,
  updateGatewayListener,
} from '@mqdeck/contract'
import { defineChange, defineQuery, refreshIntervals } from '../../../api/index.ts'
import { gatewayQuery, gatewaysQuery } from '../queries.ts'

type Settings = Readonly<Record<string, unknown>>

interface ByName {
  readonly name: string
}

/** The listeners of a gateway, with their connections. */
export const listenersQuery = defineQuery<ByName, readonly GatewayListener[]>({
  name: 'gateway-listeners',
  load: (call, params, signal) => call(listGatewayListeners, { params, signal }),
  poll: refreshIntervals.statistics,
})

/** A listener with its settings. */
export const listenerQuery = defineQuery<ByName & { readonly id: string }, GatewayListener>({
  name: 'gateway-listener',
  load: (call, params, signal) => call(getGatewayListener, { params, signal }),
})

const outdated = [listenersQuery, listenerQuery, gatewaysQuery, gatewayQuery, { name: 'used-addresses' }]

interface OneListener {
  readonly gateway: string
  readonly id: string
}

export const createListener = defineChange<{ readonly gateway: string; readonly listener: Settings }, GatewayListener>({
  apply: (call, { gateway, listener }) => call(createGatewayListener, { params: { name: gateway }, body: listener }),
  invalidates: outdated,
})

/** EMQX requires the type in the body, and the name. */
const identityOf = (id: string) => {
  const [, type = '', ...name] = id.split(':')
  return { type, name: name.join(':') }
}

export const saveListener = defineChange<OneListener & { readonly settings: Settings }, unknown>({
  apply: (call, { gateway, id, settings }) =>
    call(updateGatewayListener, { params: { name: gateway, id }, body: { ...settings, ...identityOf(id), id } }),
  invalidates: outdated,
})

/** The API has no call for this field alone, so the current settings are read and sent back. */
export const switchListener = defineChange<OneListener & { readonly enable: boolean }, unknown>({
  async apply(call, { gateway, id, enable }) {
    const params = { name: gateway, id }
    const { running: _, status: _status, node_status: _nodes, ...settings } = await call(getGatewayListener, { params })
    return call(updateGatewayListener, { params, body: { ...settings, enable } })
  },
  invalidates: outdated,
})

export const removeListener = defineChange<OneListener, undefined>({
  apply: (call, { gateway, id }) => call(deleteGatewayListener, { params: { name: gateway, id } }),
  invalidates: outdated,
})
