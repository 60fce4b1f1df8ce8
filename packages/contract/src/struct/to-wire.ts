import type { WireSchema } from './kind.ts'
import type { AnyStruct, Setting } from './struct.ts'

/**
 * All structs reachable from `structs`, as `components.schemas` of `/schemas/*` lists them.
 * @throws Error if two different structs have the same name: one would get the defaults of the other
 */
export function toComponents(structs: readonly AnyStruct[]): Readonly<Record<string, WireSchema>> {
  const components: Record<string, WireSchema> = {}
  const seen = new Set<AnyStruct>()
  const add = (one: AnyStruct) => {
    if (seen.has(one)) return
    seen.add(one)
    const wire = toWire(one)
    const known = components[one.name]
    if (known && JSON.stringify(known) !== JSON.stringify(wire))
      throw new Error(`Two different structs are named ${one.name}`)
    if (known) return
    components[one.name] = wire
    for (const { kind } of Object.values(one.fields)) kind.structs.forEach(add)
  }
  structs.forEach(add)
  return components
}

/** A struct in EMQX's form schema dialect. */
export function toWire({ fields }: AnyStruct): WireSchema {
  const entries = Object.entries(fields).filter(([, { hidden }]) => !hidden)
  const required = entries.filter(([, { required }]) => required).map(([key]) => key)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, one]) => [key, fieldToWire(one)])),
    ...(required.length > 0 && { required }),
  }
}

function fieldToWire({ kind, wire, readOnly, deprecated, ...about }: Setting): WireSchema {
  return {
    ...kind.wire,
    ...(readOnly && { readOnly }),
    ...(deprecated && { deprecated }),
    ...wire,
    ...('default' in about && { default: about.default }),
  }
}
