import { encodeJson } from './encode-json.ts'

/** Levels of nested values that are kept. */
const maxDepth = 8

/**
 * Valid JSON of about `maxLength` characters at most: long texts end with an ellipsis, and further entries are left
 * out, as are those without a value. The time depends on `maxLength` and not on the size of the value.
 */
export function encodeBoundedJson(value: unknown, maxLength: number): string {
  let left = maxLength

  function cut(one: unknown, depth: number): unknown {
    if (typeof one === 'string') {
      const kept = one.length > left ? `${one.slice(0, Math.max(0, left))}…` : one
      left -= kept.length
      return kept
    }
    if (one instanceof Uint8Array) {
      const kept = one.subarray(0, Math.max(0, left))
      left -= kept.length
      return kept
    }
    left -= 8
    if (typeof one !== 'object' || one === null) return one
    if (depth === maxDepth) return '…'
    return Array.isArray(one) ? cutList(one, depth) : cutMap(one as Readonly<Record<string, unknown>>, depth) // any other object is one
  }

  function cutList(list: readonly unknown[], depth: number): unknown[] {
    const kept: unknown[] = []
    for (const item of list) {
      if (left <= 0) break
      kept.push(cut(item, depth + 1))
    }
    return kept
  }

  function cutMap(map: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
    const kept: [string, unknown][] = []
    for (const key in map) {
      if (left <= 0) break
      if (!Object.hasOwn(map, key) || map[key] === undefined) continue
      left -= key.length
      kept.push([key, cut(map[key], depth + 1)])
    }
    return Object.fromEntries(kept)
  }

  return encodeJson(cut(value, 0))
}
