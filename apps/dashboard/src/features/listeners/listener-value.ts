import { type AnyStruct, type ListenerInfo, type ListenerType, listenerStructs } from '@mqdeck/contract'
import type { ChangedPath } from '../../lib/changed-paths.ts'
import { isRecord } from '../../lib/json-path.ts'

type Settings = Readonly<Record<string, unknown>>

/** What is set of a listener, without what the broker observes and what cannot be changed. */
export function settingsOf({
  id: _,
  type: __,
  running: ___,
  current_connections: ____,
  ...settings
}: ListenerInfo): Settings {
  return settings
}

/** What saving does to the clients that are connected through the listener. */
export type Effect =
  /** They are disconnected: the listener stops. */
  | 'stops'
  /** They are disconnected: the port is closed and opened again. */
  | 'reopens'
  /** They stay; only new connections go to the new address. */
  | 'moves'
  | 'none'

/**
 * As `emqx_listeners:update_listener` of 5.8 does it: tcp and ssl restart for another `bind` or `tcp_options.backlog`, ws
 * and wss open their port again without closing connections. QUIC keeps its connections, too, on EMQX.
 * @param isOwn the broker is ours, whose QUIC listener restarts for another `bind`
 */
export function effectOf(type: ListenerType, changes: readonly ChangedPath[], isOwn: boolean): Effect {
  if (changes.some(({ path, after }) => path === 'enable' && after === false)) return 'stops'
  const isMoved = changes.some(({ path }) => path === 'bind')
  if (type === 'quic') return isMoved ? (isOwn ? 'reopens' : 'moves') : 'none'
  if (type === 'ws' || type === 'wss') return isMoved ? 'moves' : 'none'
  return isMoved || changes.some(({ path }) => path === 'tcp_options.backlog') ? 'reopens' : 'none'
}

/** What of a value a listener of another type has, too: what was typed in survives a change of mind. */
export function fittingFor(type: ListenerType, value: Settings): Settings {
  return { ...fitting(listenerStructs[type], value), ...(value.name !== undefined && { name: value.name }) }
}

function fitting({ fields }: AnyStruct, value: Settings): Settings {
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const field = fields[key]
    if (!field) return []
    return [[key, field.kind.of && isRecord(inner) ? fitting(field.kind.of, inner) : inner] as const]
  })
  return Object.fromEntries(entries)
}
