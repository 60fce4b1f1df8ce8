import { decodeJson, setKey } from '@mqdeck/kit/json'
import { isList, isMap, isText, type Value, type ValueMap } from '../value.ts'

/** A step whose index has been looked up; undefined for an index that is no integer. */
export type Step = { readonly key: string } | { readonly index: Index }
export type Index = bigint | 'head' | 'tail' | undefined

/** One step into a value; texts that are JSON are looked into. Undefined where there is nothing. */
export function valueAt(value: Value, step: Step): Value {
  const whole = isText(value) ? parseIfJson(value) : value
  if ('key' in step) return isMap(whole) && Object.hasOwn(whole, step.key) ? whole[step.key] : undefined
  if (!isList(whole) || typeof step.index !== 'bigint' || step.index === 0n) return undefined
  return whole.at(placeOf(step.index))
}

/**
 * A copy of `value` with `put` at the end of the steps. What is in the way gives way: a map where there is a key, a list where
 * there is an index. `[0]` puts before a list and `[-0]` behind; a place that the list does not have changes nothing.
 */
export function withValue(value: Value, steps: readonly Step[], put: Value, from = 0): Value {
  const step = steps[from]
  if (step === undefined) return put
  const inner = withValue(valueAt(value, step), steps, put, from + 1)
  if ('key' in step) return withKey(isMap(value) ? value : {}, step.key, inner)
  return isList(value) ? withIndex(value, step.index, inner) : [inner]
}

function withKey(map: ValueMap, key: string, value: Value): ValueMap {
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

/** What a text that is JSON says; undefined for any other. Cheap for texts that do not even begin like a list or map. */
export function parseIfJson(text: string | Uint8Array): Value {
  const start = typeof text === 'string' ? text : String.fromCharCode(...text.subarray(0, 1))
  if (!/^\s*(?:[[{]|$)/.test(start)) return undefined
  try {
    return decodeJson(text)
  } catch {
    return undefined
  }
}
