import { setKey, type Value, type ValueMap } from '@mqdeck/kit/json'
import type { FunctionEnvironment } from '../functions/function.ts'
import { type Columns, readPayload } from './columns.ts'

/** Names of a running rule. They are looked up in `output`, then in `item`, `selected` and `columns`. */
export interface Scope {
  readonly columns: Columns
  /** Values of the FOREACH fields. */
  selected: ValueMap | undefined
  /** The current item of FOREACH with its name. */
  readonly item: ValueMap | undefined
  /** The list of FOREACH. */
  items: readonly Value[]
  /** Values of the fields so far, so that later fields can use them. */
  output: Record<string, Value>
  /** Created when the first function is called. */
  readonly environment: () => FunctionEnvironment
}

export function lookUp({ output, item, selected, columns }: Scope, name: string): Value {
  // `??` would also skip null, which is a value.
  let found = ownOf(output, name)
  if (found === undefined) found = ownOf(item, name)
  if (found === undefined) found = ownOf(selected, name)
  return found === undefined ? columns.get(name) : found
}

/** Looks up a nested value, with the same order as for names. */
export function valueInside(scope: Scope, name: string, walk: (value: Value) => Value): Value {
  for (const map of [scope.output, scope.item, scope.selected]) {
    if (map === undefined || !Object.hasOwn(map, name)) continue
    const found = walk(name === 'payload' ? payloadOf(map, scope.columns) : map[name])
    if (found !== undefined) return found
  }
  return walk(name === 'payload' ? scope.columns.decodedPayload() : scope.columns.get(name))
}

/** The decoded payload. If it is the payload of the event, the cached value is used. */
export function payloadOf({ payload }: ValueMap, columns: Columns): Value {
  return payload === columns.get('payload') ? columns.decodedPayload() : readPayload(payload)
}

function ownOf(map: ValueMap | undefined, name: string): Value {
  return map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined
}

/** Copies all columns to `target`, for `*`. */
export function putAllColumns(target: Record<string, Value>, { columns, selected, item }: Scope) {
  for (const name of columns.names) setKey(target, name, columns.get(name))
  for (const map of [selected, item]) {
    if (map !== undefined) for (const name of Object.keys(map)) setKey(target, name, map[name])
  }
}
