import { inspectInput } from '@mqdeck/contract'
import type { Override } from '../broker-config/override.ts'
import type { ConfigValue } from './config-values.ts'

/** One value as an override. Returns nothing and adds to `problems` if the value is invalid. */
export function readOverride(
  leaf: ConfigValue,
  value: unknown,
  source: string,
  problems: string[],
): readonly Override[] {
  const { kind, path } = leaf
  const read = inspectInput(kind.schema, value, '')
  // A value for a map is only a part of it. The whole map is validated at the start.
  if ('value' in read || kind.wire.type === 'object') return [{ path, value, source }]
  const isSecret = kind.secret === true || kind.wire.format === 'password'
  const inside = read.path.length > 0 ? `${read.path.join('.')} ` : ''
  problems.push(`${source}: ${inside}${read.reason}${isSecret ? '' : `, got ${JSON.stringify(value)}`}`)
  return []
}
