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

const statusOf = (gateway: RunningGateway | undefined) => (gateway?.running ? 'running' : 'stopped')

function times(gateway: RunningGateway | undefined) {
  const { createdAt, startedAt, stoppedAt, running } = gateway ?? {}
  return {
    ...(createdAt !== undefined && { created_at: toRfc3339(createdAt) }),
    ...(running && startedAt !== undefined && { started_at: toRfc3339(startedAt) }),
    ...(!running && stoppedAt !== undefined && { stopped_at: toRfc3339(stoppedAt) }),
  }
}

const viewsOf = (gateway: RunningGateway | undefined) =>
  new Map<string, GatewayListenerView>(gateway?.listeners.map((view) => [view.id, view]))

/** The settings of a loaded gateway with its state. `settings` have masked secrets. */
export function toGateway(
  name: string,
  { listeners, ...settings }: StoredGateway,
  gateway: RunningGateway | undefined,
  bind: string,
): Gateway {
  const rows = listenersOf(name, { listeners }).map(({ id, type, name: own, settings: inner }) => ({
    id,
    name: own,
    type,
    ...shown(inner, bind),
  }))
  return { name, status: statusOf(gateway), ...times(gateway), ...settings, listeners: rows }
}

export function toOverview(
  name: string,
  stored: StoredGateway,
  gateway: RunningGateway | undefined,
  node: string,
): GatewayOverview {
  const views = viewsOf(gateway)
  const entries = listenersOf(name, stored)
  const status = statusOf(gateway)
  const counts = {
    max_connections: together(entries.map(({ settings }) => settings.max_connections)),
    current_connections: [...views.values()].reduce((sum, one) => sum + one.currentConnections, 0),
  }
  return {
    name,
    status,
    ...times(gateway),
    ...counts,
    listeners: entries.map(({ id, type, name: own }) => ({
      id,
      name: own,
      type,
      running: views.get(id)?.running ?? false,
    })),
    node_status: [{ node, status, ...counts }],
  }
}

const together = (limits: readonly (number | 'infinity')[]): number | 'infinity' =>
  limits.reduce<number | 'infinity'>(
    (sum, one) => (sum === 'infinity' || one === 'infinity' ? 'infinity' : sum + one),
    0,
  )

/** One listener with `running`. */
export function toListener(
  { id, type, name, settings }: ListenerEntry,
  gateway: RunningGateway | undefined,
  bind: string,
): GatewayListener {
  return { id, name, type, running: viewsOf(gateway).get(id)?.running ?? false, ...shown(settings, bind) }
}

/** Listeners with their state on each node, for lists. */
export function toListeners(
  entries: readonly ListenerEntry[],
  gateway: RunningGateway | undefined,
  { bind, node }: { readonly bind: string; readonly node: string },
): GatewayListener[] {
  const views = viewsOf(gateway)
  return entries.map(({ id, type, name, settings }) => {
    const status = {
      running: views.get(id)?.running ?? false,
      current_connections: views.get(id)?.currentConnections ?? 0,
      max_connections: settings.max_connections,
    }
    return { id, name, type, status, node_status: [{ node, status }], ...shown(settings, bind) }
  })
}

/** With the address of listeners that have only a port. */
function shown({ bind: at, ...settings }: StoredListener, host: string) {
  const place = parseHostPort(at)
  return { bind: place ? writeHostPort({ ...place, host: place.host ?? host }) : String(at), ...settings }
}
