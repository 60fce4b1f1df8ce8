import { type AnyStruct, type ListenerInfo, type ListenerType, listenerStructs } from '@mqdeck/contract'
import type { ChangedPath } from '../../lib/json/changed-paths.ts'
import { isRecord } from '../../lib/json/json-path.ts'

type Settings = Readonly<Record<string, unknown>>

/** The settings of a listener, without its status and the fields that cannot be changed. */
export function settingsOf({
  id: _,
  type: __,
  running: ___,
  current_connections: ____,
  ...settings
}: ListenerInfo): Settings {
  return settings
}

/** The effect of saving on connected clients. */
export type ClientEffect =
  /** The listener stops; clients are disconnected. */
  | 'stops'
  /** The listener restarts; clients are disconnected. */
  | 'reopens'
  /** Clients stay connected; new connections use the new address. */
  | 'moves'
  | 'none'

/**
 * Same behaviour as `emqx_listeners:update_listener` of 5.8: tcp and ssl restart when `bind` or `tcp_options.backlog` changes, ws
 * and wss reopen their port without closing connections. On EMQX, QUIC also keeps its connections.
 * @param isMqdeck the broker is MQDeck, whose QUIC listener restarts when `bind` changes
 */
export function effectOf(type: ListenerType, changes: readonly ChangedPath[], isMqdeck: boolean): ClientEffect {
  if (changes.some(({ path, after }) => path === 'enable' && after === false)) return 'stops'
  const isMoved = changes.some(({ path }) => path === 'bind')
  if (type === 'quic') return isMoved ? (isMqdeck ? 'reopens' : 'moves') : 'none'
  if (type === 'ws' || type === 'wss') return isMoved ? 'moves' : 'none'
  return isMoved || changes.some(({ path }) => path === 'tcp_options.backlog') ? 'reopens' : 'none'
}

/** The fields of a value that a listener of another type also has, to keep the input when the type changes. */
export function commonFields(type: ListenerType, value: Settings): Settings {
  return { ...fieldsOf(listenerStructs[type], value), ...(value.name !== undefined && { name: value.name }) }
}

function fieldsOf({ fields }: AnyStruct, value: Settings): Settings {
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const field = fields[key]
    if (!field) return []
    return [[key, field.kind.of && isRecord(inner) ? fieldsOf(field.kind.of, inner) : inner] as const]
  })
  return Object.fromEntries(entries)
}
