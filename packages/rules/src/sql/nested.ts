import { decodeJson, isList, isMap, isText, setKey, type Value, type ValueMap } from '@mqdeck/kit/json'

/** A step with its resolved index. Undefined if the index is not an integer. */
export type Step = { readonly key: string } | { readonly index: Index }
export type Index = bigint | 'head' | 'tail' | undefined

/** Reads one step of a path. Strings with JSON are decoded. Undefined if it does not exist. */
export function valueAt(value: Value, step: Step): Value {
  const whole = isText(value) ? parseIfJson(value) : value
  if ('key' in step) return isMap(whole) && Object.hasOwn(whole, step.key) ? whole[step.key] : undefined
  if (!isList(whole) || typeof step.index !== 'bigint' || step.index === 0n) return undefined
  return whole.at(placeOf(step.index))
}

/**
 * A copy of `value` with `put` at the end of the steps. Other types on the path are replaced by maps and lists. `[0]`
 * inserts at the start of a list and `[-0]` at its end. An index outside of the list changes nothing.
 */
export function withValue(value: Value, steps: readonly Step[], put: Value, from = 0): Value {
  const step = steps[from]
  if (step === undefined) return put
  const inner = withValue(valueAt(value, step), steps, put, from + 1)
  if ('key' in step) return withKey(isMap(value) ? value : {}, step.key, inner)
  return isList(value) ? withIndex(value, step.index, inner) : [inner]
}

export function withKey(map: ValueMap, key: string, value: Value): ValueMap {
  const copy: Record<string, Value> = { ...map }
  setKey(copy, key, value)
  return copy
}

function withIndex(list: readonly Value[], index: Index, value: Value): readonly Value[] {
  if (index === 'head') return [value, ...list]
  if (index === 'tail') return [...list, value]
  if (typeof index !== 'bigint' || index === 0n) return list
  const place = placeOf(index)
  return place >= list.length || place < -list.length ? list : list.with(place, value)
}

const placeOf = (index: bigint) => Number(index > 0n ? index - 1n : index)

/** Undefined if the text is not JSON. Fast for texts that do not start like a list or map. */
export function parseIfJson(text: string | Uint8Array): Value {
  const start = typeof text === 'string' ? text : String.fromCharCode(...text.subarray(0, 1))
  if (!/^\s*(?:[[{]|$)/.test(start)) return undefined
  try {
    return decodeJson(text)
  } catch {
    return undefined
  }
}
