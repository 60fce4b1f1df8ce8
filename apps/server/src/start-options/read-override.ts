import { inspectInput } from '@mqdeck/contract'
import type { Override } from '../broker-config/override.ts'
import type { Leaf } from './leaves.ts'

/** One value as an override; none, and a sentence in `problems`, when it cannot stand there. */
export function readOverride(leaf: Leaf, value: unknown, source: string, problems: string[]): readonly Override[] {
  const { kind, path } = leaf
  const read = inspectInput(kind.schema, value, '')
  // What is laid over a map is one part of it: the whole is read at the start.
  if ('value' in read || kind.wire.type === 'object') return [{ path, value, source }]
  const isSecret = kind.secret === true || kind.wire.format === 'password'
  const inside = read.path.length > 0 ? `${read.path.join('.')} ` : ''
  problems.push(`${source}: ${inside}${read.reason}${isSecret ? '' : `, got ${JSON.stringify(value)}`}`)
  return []
}
