import { setKey } from '@mqdeck/kit/json'
import type { FunctionEnvironment } from '../functions/function.ts'
import type { Value, ValueMap } from '../value.ts'
import { type Columns, readPayload } from './columns.ts'

/** What names stand for while a rule runs. Names are looked for in `output` first, then in `item`, `selected` and `columns`. */
export interface Scope {
  readonly columns: Columns
  /** What the FOREACH fields came to. */
  selected: ValueMap | undefined
  /** The item that FOREACH is at, under its name. */
  readonly item: ValueMap | undefined
  /** What FOREACH walks through. */
  items: readonly Value[]
  /** What the fields so far came to: an alias can be used right behind it. */
  output: Record<string, Value>
  /** Made when the first function is called. */
  readonly environment: () => FunctionEnvironment
}

export function lookUp({ output, item, selected, columns }: Scope, name: string): Value {
  // Not `??`: null is a value.
  let found = ownOf(output, name)
  if (found === undefined) found = ownOf(item, name)
  if (found === undefined) found = ownOf(selected, name)
  return found === undefined ? columns.get(name) : found
}

/** The same for what is within: the next one is asked when the first has not got it. */
export function valueInside(scope: Scope, name: string, walk: (value: Value) => Value): Value {
  for (const map of [scope.output, scope.item, scope.selected]) {
    if (map === undefined || !Object.hasOwn(map, name)) continue
    const found = walk(name === 'payload' ? payloadOf(map, scope.columns) : map[name])
    if (found !== undefined) return found
  }
  return walk(name === 'payload' ? scope.columns.decodedPayload() : scope.columns.get(name))
}

/** The payload of a map, read as JSON; the columns have already done so when it is theirs. */
export function payloadOf({ payload }: ValueMap, columns: Columns): Value {
  return payload === columns.get('payload') ? columns.decodedPayload() : readPayload(payload)
}

function ownOf(map: ValueMap | undefined, name: string): Value {
  return map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined
}

/** Everything there is, for `*`, put into `target`. */
export function putAllColumns(target: Record<string, Value>, { columns, selected, item }: Scope) {
  for (const name of columns.names) setKey(target, name, columns.get(name))
  for (const map of [selected, item]) {
    if (map !== undefined) for (const name of Object.keys(map)) setKey(target, name, map[name])
  }
}
