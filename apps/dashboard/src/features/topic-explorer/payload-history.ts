import { changedPaths } from '../../lib/json/changed-paths.ts'
import { toPreview, toText } from '../../lib/payload/payload.ts'
import type { StoredPayload } from './payload-ring.ts'

/** Summary of a payload for the history. */
export interface PayloadLine {
  readonly seq: number
  /** Milliseconds since the epoch. */
  readonly at: number
  /** In bytes. */
  readonly size: number
  readonly qos: number
  readonly isRetained: boolean
  /** Undefined if the payload is not text. */
  readonly preview: string | undefined
  /** Differences from the previous payload. Undefined if there is none or one of them is not JSON. */
  readonly changes: readonly ChangeText[] | undefined
  /** Number of further changes. */
  readonly moreChanges: number
  readonly isUnchanged: boolean
}

export interface ChangeText {
  /** Empty for the payload itself. */
  readonly path: string
  /** Undefined if it did not exist. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** A numeric field of the payloads over time. */
export interface NumberField {
  /** Empty if the payload itself is the number. */
  readonly path: string
  readonly points: readonly { readonly time: number; readonly value: number }[]
}

const maxChanges = 3
const maxFields = 12
/** Longer payloads, in bytes, are not parsed as JSON. */
const maxJsonBytes = 16 * 1024

/** Changes and numbers of the payloads of one topic. Each payload is parsed once. */
export interface PayloadHistory {
  /** Newest first, like `payloads`. */
  readonly lines: (payloads: readonly StoredPayload[]) => readonly PayloadLine[]
  /** Most frequent fields first. */
  readonly fields: (payloads: readonly StoredPayload[]) => readonly NumberField[]
}

export function createPayloadHistory(): PayloadHistory {
  const parsedPayloads = new Map<number, unknown>()
  const jsonOf = ({ seq, payload, size }: StoredPayload): unknown => {
    if (!parsedPayloads.has(seq)) parsedPayloads.set(seq, size > maxJsonBytes ? undefined : parseJson(payload))
    return parsedPayloads.get(seq)
  }
  const forget = (payloads: readonly StoredPayload[]) => {
    const oldest = payloads.at(-1)?.seq ?? 0
    for (const seq of parsedPayloads.keys()) if (seq < oldest) parsedPayloads.delete(seq)
  }
  return {
    lines(payloads) {
      forget(payloads)
      return payloads.map((payload, index) => {
        const before = payloads[index + 1]
        const changes = before && changesBetween(jsonOf(before), jsonOf(payload))
        return {
          seq: payload.seq,
          at: payload.at,
          size: payload.size,
          qos: payload.qos,
          isRetained: payload.isRetained,
          preview: toPreview(payload.payload),
          changes: changes?.slice(0, maxChanges),
          moreChanges: Math.max(0, (changes?.length ?? 0) - maxChanges),
          isUnchanged: before !== undefined && hasSameBytes(before, payload),
        }
      })
    },
    fields(payloads) {
      const found = new Map<string, { time: number; value: number }[]>()
      for (const payload of payloads.toReversed())
        for (const [path, value] of numbersIn(jsonOf(payload))) {
          const points = found.get(path)
          if (points) points.push({ time: payload.at, value })
          else found.set(path, [{ time: payload.at, value }])
        }
      return [...found]
        .map(([path, points]) => ({ path, points }))
        .sort((a, b) => b.points.length - a.points.length)
        .slice(0, maxFields)
    },
  }
}

function parseJson(payload: Uint8Array): unknown {
  const text = toText(payload)
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function changesBetween(before: unknown, after: unknown): readonly ChangeText[] | undefined {
  if (before === undefined || after === undefined) return undefined
  return changedPaths(before, after).map((change) => ({
    path: change.path,
    before: shortText(change.before),
    after: shortText(change.after),
  }))
}

/** Shortens values for display. */
const shortText = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(Number(value.toPrecision(6))) : JSON.stringify(value)
  return text !== undefined && text.length > 40 ? `${text.slice(0, 39)}…` : text
}

function hasSameBytes(one: StoredPayload, other: StoredPayload): boolean {
  return (
    one.size === other.size &&
    one.payload.length === other.payload.length &&
    one.payload.every((byte, index) => byte === other.payload[index])
  )
}

/** Limits for the search of numbers. */
const maxDepth = 5
const maxNumbers = 60

function numbersIn(value: unknown): readonly (readonly [string, number])[] {
  const found: (readonly [string, number])[] = []
  const visit = (part: unknown, path: string, depth: number) => {
    if (found.length >= maxNumbers) return
    if (typeof part === 'number') found.push([path, part])
    else if (typeof part === 'object' && part !== null && depth < maxDepth)
      for (const [name, child] of Object.entries(part)) visit(child, path === '' ? name : `${path}.${name}`, depth + 1)
  }
  visit(value, '', 0)
  return found
}
