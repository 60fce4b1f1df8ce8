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

/**
 * Whether saving closes the connections of the listener. On EMQX every change does.
 * @param isOwn the broker is ours, which changes what it can behind the open door
 */
export function dropsClients(type: ListenerType, changes: readonly ChangedPath[], isOwn: boolean): boolean {
  if (!isOwn || type === 'quic') return changes.length > 0
  return changes.some(
    ({ path, after }) => path === 'bind' || path === 'tcp_options.backlog' || (path === 'enable' && after === false),
  )
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
