import {
  type Gateway,
  type GatewayListener,
  type GatewayOverview,
  gatewayListenerId,
  parseHostPort,
  writeHostPort,
} from '@mqdeck/contract'
import type { GatewayListenerView, Gateway as RunningGateway } from '@mqdeck/gateways'
import type { StoredGateway, StoredListener } from '../../../broker-config/gateways.ts'
import { toRfc3339 } from '../management.ts'
import type { NodeAnswer } from '../nodes.ts'

/** A listener of the configuration. */
export interface ListenerEntry {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly settings: StoredListener
}

/** Sorted by ID, as in EMQX. */
export function listenersOf(
  gateway: string,
  { listeners }: Pick<StoredGateway, 'listeners'>,
): readonly ListenerEntry[] {
  return Object.entries(listeners)
    .flatMap(([type, some]) =>
      Object.entries(some).map(([name, settings]) => ({
        id: gatewayListenerId(gateway, type, name),
        type,
        name,
        settings,
      })),
    )
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** A gateway on one node. */
export interface GatewayState extends Pick<RunningGateway, 'createdAt' | 'startedAt' | 'stoppedAt'> {
  readonly isRunning: boolean
  readonly listeners: readonly Pick<GatewayListenerView, 'id' | 'running' | 'currentConnections'>[]
}

export function toState(gateway: RunningGateway | undefined): GatewayState | undefined {
  if (!gateway) return undefined
  const { createdAt, startedAt, stoppedAt, running, listeners } = gateway
  return {
    createdAt,
    startedAt,
    stoppedAt,
    isRunning: running !== undefined,
    listeners: listeners.map(({ id, running: isRunning, currentConnections }) => ({
      id,
      running: isRunning,
      currentConnections,
    })),
  }
}

type GatewayStates = readonly NodeAnswer<GatewayState | undefined>[]

/** Running if it runs on all nodes. */
const statusOf = (states: GatewayStates): 'running' | 'stopped' =>
  states.every(({ answer }) => answer?.isRunning) ? 'running' : 'stopped'

function times([first]: GatewayStates) {
  const { createdAt, startedAt, stoppedAt, isRunning = false } = first?.answer ?? {}
  return {
    ...(createdAt !== undefined && { created_at: toRfc3339(createdAt) }),
    ...(isRunning && startedAt !== undefined && { started_at: toRfc3339(startedAt) }),
    ...(!isRunning && stoppedAt !== undefined && { stopped_at: toRfc3339(stoppedAt) }),
  }
}

/** The state of one listener on each node. */
const listenerStates = (states: GatewayStates, id: string) =>
  states.map(({ node, answer }) => {
    const view = answer?.listeners.find((one) => one.id === id)
    return { node, running: view?.running ?? false, current_connections: view?.currentConnections ?? 0 }
  })

const isRunningOnAll = (states: GatewayStates, id: string) => listenerStates(states, id).every(({ running }) => running)

/** The settings of a loaded gateway with its state. `settings` have masked secrets. */
export function toGateway(
  name: string,
  { listeners, ...settings }: StoredGateway,
  states: GatewayStates,
  bind: string,
): Gateway {
  const rows = listenersOf(name, { listeners }).map(({ id, type, name: own, settings: inner }) => ({
    id,
    name: own,
    type,
    ...shown(inner, bind),
  }))
  return { name, status: statusOf(states), ...times(states), ...settings, listeners: rows }
}

export function toOverview(name: string, stored: StoredGateway, states: GatewayStates): GatewayOverview {
  const entries = listenersOf(name, stored)
  const max_connections = together(entries.map(({ settings }) => settings.max_connections))
  const node_status = states.map((state) => ({
    node: state.node,
    status: statusOf([state]),
    max_connections,
    current_connections: (state.answer?.listeners ?? []).reduce((sum, one) => sum + one.currentConnections, 0),
  }))
  return {
    name,
    status: statusOf(states),
    ...times(states),
    max_connections: together(node_status.map((one) => one.max_connections)),
    current_connections: node_status.reduce((sum, one) => sum + one.current_connections, 0),
    listeners: entries.map(({ id, type, name: own }) => ({ id, name: own, type, running: isRunningOnAll(states, id) })),
    node_status,
  }
}

const together = (limits: readonly (number | 'infinity')[]): number | 'infinity' =>
  limits.reduce<number | 'infinity'>(
    (sum, one) => (sum === 'infinity' || one === 'infinity' ? 'infinity' : sum + one),
    0,
  )

/** One listener with `running`. */
export const toListener = (
  { id, type, name, settings }: ListenerEntry,
  states: GatewayStates,
  bind: string,
): GatewayListener => ({ id, name, type, running: isRunningOnAll(states, id), ...shown(settings, bind) })

/** Listeners with their state on each node, for lists. */
export const toListeners = (
  entries: readonly ListenerEntry[],
  states: GatewayStates,
  bind: string,
): GatewayListener[] =>
  entries.map(({ id, type, name, settings }) => {
    const { max_connections } = settings
    const onNodes = listenerStates(states, id)
    const status = {
      running: onNodes.every(({ running }) => running),
      current_connections: onNodes.reduce((sum, { current_connections }) => sum + current_connections, 0),
      max_connections: together(onNodes.map(() => max_connections)),
    }
    const node_status = onNodes.map(({ node, ...one }) => ({ node, status: { ...one, max_connections } }))
    return { id, name, type, status, node_status, ...shown(settings, bind) }
  })

/** With the address of listeners that have only a port. */
function shown({ bind: at, ...settings }: StoredListener, host: string) {
  const place = parseHostPort(at)
  return { bind: place ? writeHostPort({ ...place, host: place.host ?? host }) : String(at), ...settings }
}
