import type { ListenerView } from '@mqdeck/broker'
import {
  type ListenerInfo,
  type ListenerStatus,
  type ListenerSummary,
  type ListenerTypeStatus,
  parseHostPort,
  writeHostPort,
} from '@mqdeck/contract'
import type { ListenerEntry } from './service.ts'

/** A configured listener with its state in the broker. */
export interface Observed {
  readonly entry: ListenerEntry
  readonly view: ListenerView | undefined
}

/**
 * Settings and state of one listener. `settings` have masked secrets.
 * @param bind address of listeners that have only a port
 */
export function toInfo({ entry: { id, type, settings }, view }: Observed, bind: string): ListenerInfo {
  const { running, currentConnections } = view ?? idle
  const at = toBind(settings.bind, bind)
  const info = { ...settings, bind: at, id, type, running, current_connections: currentConnections }
  return info as ListenerInfo // the settings are of this type
}

export function toSummary({ entry, view }: Observed, node: string, bind: string): ListenerSummary {
  const { id, type, name, settings } = entry
  const status = toStatus({ entry, view })
  return {
    id,
    type,
    name,
    enable: settings.enable,
    number: 1,
    bind: toBind(settings.bind, bind),
    acceptors: settings.acceptors,
    status,
    node_status: [{ node, status }],
  }
}

/** Listeners grouped by type. As in EMQX, `enable` is that of the first listener, and the last one is the first row. */
export function toTypeStatus(some: readonly Observed[], node: string): readonly ListenerTypeStatus[] {
  const [first] = some
  if (!first) return []
  const states = some.map(toStatus)
  return [
    {
      type: first.entry.type,
      enable: first.entry.settings.enable,
      ids: some.map(({ entry }) => entry.id),
      status: states.reduce(together),
      node_status: states.toReversed().map((status) => ({ node, status })),
    },
  ]
}

const idle = { running: false, currentConnections: 0 }

function toStatus({ entry: { settings }, view }: Observed): ListenerStatus {
  const { running, currentConnections } = view ?? idle
  return { running, max_connections: settings.max_connections, current_connections: currentConnections }
}

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
