import type { ListenerView } from '@mqdeck/broker'
import {
  type ListenerInfo,
  type ListenerStatus,
  type ListenerSummary,
  type ListenerTypeStatus,
  parseHostPort,
  writeHostPort,
} from '@mqdeck/contract'
import type { NodeAnswer } from '../nodes.ts'
import type { ListenerEntry } from './service.ts'

type ListenerState = Pick<ListenerView, 'running' | 'currentConnections'>

/** A configured listener with its state on each node. */
export interface Observed {
  readonly entry: ListenerEntry
  readonly states: readonly NodeAnswer<ListenerState>[]
}

/**
 * Settings and state of one listener. `settings` have masked secrets.
 * @param bind address of listeners that have only a port
 */
export function toInfo(observed: Observed, bind: string): ListenerInfo {
  const { id, type, settings } = observed.entry
  const { running, current_connections } = toStatus(observed)
  const info = { ...settings, bind: toBind(settings.bind, bind), id, type, running, current_connections }
  return info as ListenerInfo // the settings are of this type
}

export function toSummary(observed: Observed, bind: string): ListenerSummary {
  const { id, type, name, settings } = observed.entry
  return {
    id,
    type,
    name,
    enable: settings.enable,
    number: observed.states.length,
    bind: toBind(settings.bind, bind),
    acceptors: settings.acceptors,
    status: toStatus(observed),
    node_status: toNodeStatus(observed),
  }
}

/** Listeners grouped by type. As in EMQX, `enable` is that of the first listener, and the last one is the first row. */
export function toTypeStatus(some: readonly Observed[]): readonly ListenerTypeStatus[] {
  const [first] = some
  if (!first) return []
  return [
    {
      type: first.entry.type,
      enable: first.entry.settings.enable,
      ids: some.map(({ entry }) => entry.id),
      status: some.map(toStatus).reduce(together),
      node_status: some.toReversed().flatMap(toNodeStatus),
    },
  ]
}

export const idle: ListenerState = { running: false, currentConnections: 0 }

const toNodeStatus = ({ entry: { settings }, states }: Observed) =>
  states.map(({ node, answer: { running, currentConnections } }) => ({
    node,
    status: { running, max_connections: settings.max_connections, current_connections: currentConnections },
  }))

const toStatus = (observed: Observed): ListenerStatus =>
  toNodeStatus(observed)
    .map(({ status }): ListenerStatus => status)
    .reduce(together)

function together(one: ListenerStatus, other: ListenerStatus): ListenerStatus {
  return {
    running: one.running === other.running ? one.running : 'inconsistent',
    max_connections: sum(one.max_connections, other.max_connections),
    current_connections: (one.current_connections ?? 0) + (other.current_connections ?? 0),
  }
}

const sum = (one: ListenerStatus['max_connections'], other: ListenerStatus['max_connections']) =>
  typeof one === 'number' && typeof other === 'number' ? one + other : 'infinity'

/** The address and port it is bound to. */
function toBind(bind: string | number, usualHost: string): string {
  const place = parseHostPort(bind)
  return place ? writeHostPort({ host: place.host ?? usualHost, port: place.port }) : String(bind)
}
