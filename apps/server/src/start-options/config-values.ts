import { inspectInput, type Kind, type Setting } from '@mqdeck/contract'
import { type Override, rootKinds } from '../broker-config/roots.ts'

/** A value of the configuration that is set as a whole. */
export interface ConfigValue {
  /** `['mqtt', 'max_inflight']` */
  readonly path: readonly string[]
  readonly kind: Kind
  /** Label, help and default. Undefined for a root that is not a struct. */
  readonly about: Setting | undefined
  /** `MQDECK_MQTT_MAX_INFLIGHT`. Undefined if the value cannot be written as one word. */
  readonly variable: string | undefined
}

/** Variables from before the roots existed. They still work. */
const otherNames: Readonly<Record<string, string>> = {
  MQDECK_TOKEN_EXPIRED_TIME: 'MQDECK_DASHBOARD_TOKEN_EXPIRED_TIME',
}

/** All values of all roots in their order, except read-only ones. */
export const configValues: readonly ConfigValue[] = Object.entries(rootKinds).flatMap(([name, kind]) =>
  leavesOf(kind, [name]),
)

export const configValueByKey: ReadonlyMap<string, ConfigValue> = new Map(
  configValues.map((leaf) => [leaf.path.join('.'), leaf]),
)

export const configValueByVariable: ReadonlyMap<string, ConfigValue> = new Map(
  configValues.flatMap((leaf) => (leaf.variable === undefined ? [] : [[leaf.variable, leaf] as const])),
)

/** The leaf that a variable sets. */
export const configValueOf = (variable: string): ConfigValue | undefined =>
  configValueByVariable.get(otherNames[variable] ?? variable)

function leavesOf(kind: Kind, path: readonly string[], about?: Setting): readonly ConfigValue[] {
  if (about?.readOnly) return []
  if (kind.of) {
    return Object.entries(kind.of.fields).flatMap(([key, field]) => leavesOf(field.kind, [...path, key], field))
  }
  const variable = isOneWord(kind.wire) ? `MQDECK_${path.join('_').toUpperCase()}` : undefined
  return [{ path, kind, about, variable }]
}

/** Whether some of the allowed values can be written in a variable. */
function isOneWord({ type, oneOf }: Kind['wire']): boolean {
  if (Array.isArray(oneOf)) return oneOf.some(isOneWord)
  return type !== undefined && type !== 'array' && type !== 'object'
}

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
