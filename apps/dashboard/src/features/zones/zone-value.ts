import { ApiError } from '@mqdeck/contract'
import { isRecord } from '../../lib/json/json-path.ts'
import { globalZone, type Zones } from '../listeners/index.ts'

type Tree = Readonly<Record<string, unknown>>

/** Number of settings that a zone overrides. */
export function countOverrides(zone: unknown): number {
  if (!isRecord(zone)) return 0
  return Object.values(zone).reduce<number>((sum, root) => sum + (isRecord(root) ? Object.keys(root).length : 1), 0)
}

/** Removes groups without overridden settings. */
export function withoutEmptyGroups(zone: Tree): Tree {
  return Object.fromEntries(Object.entries(zone).filter(([, root]) => !isRecord(root) || Object.keys(root).length > 0))
}

/** Allowed names in the configuration of EMQX. */
export const isZoneName = (name: string): boolean =>
  /^(?!(?:constructor|prototype)$)[A-Za-z0-9][A-Za-z0-9_-]{0,254}$/.test(name)

/** The listeners that use each zone. */
export function listenersByZone(listeners: Iterable<{ readonly id: string; readonly zone?: string | undefined }>) {
  const listenerIds = new Map<string, readonly string[]>()
  for (const { id, zone = globalZone } of listeners) listenerIds.set(zone, [...(listenerIds.get(zone) ?? []), id])
  return listenerIds
}

/** Reported zones and zones used by listeners, with the global zone first. */
export function zoneNames(zones: Zones | undefined, used: Iterable<string>): readonly string[] {
  const named = new Set([...Object.keys(zones ?? {}), ...used])
  named.delete(globalZone)
  return [globalZone, ...[...named].sort()]
}

/**
 * Converts an error with line and path, such as `line 3, zones.mine.mqtt.max_inflight: must be between 1 and 65535`, to an error of
 * the field in the form.
 */
export function toFieldError(error: unknown, name: string): unknown {
  if (!(error instanceof ApiError)) return error
  const start = `zones.${name}.`
  const at = error.message.indexOf(start)
  const match = at < 0 ? undefined : /^([^\s:"]+): (.+)/.exec(error.message.slice(at + start.length))
  if (!match) return error
  const [, path, reason] = match
  return new ApiError(error.status, {
    code: error.code,
    message: JSON.stringify({ kind: 'validation_error', path, reason }),
  })
}
