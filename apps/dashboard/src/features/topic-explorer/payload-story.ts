import { changedPaths } from '../../lib/changed-paths.ts'
import { toPreview, toText } from '../../lib/payload.ts'
import type { KeptPayload } from './payload-ring.ts'

/** One payload of a topic in a line. */
export interface PayloadLine {
  readonly seq: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** Bytes. */
  readonly size: number
  readonly qos: number
  readonly isRetained: boolean
  /** Undefined for what is no text. */
  readonly preview: string | undefined
  /** Where it differs from the payload before it, where both are JSON. Undefined without one before it, or when either is not. */
  readonly changes: readonly ChangeText[] | undefined
  /** How many there are beyond those. */
  readonly moreChanges: number
  readonly isSame: boolean
}

export interface ChangeText {
  /** Empty: the payload itself. */
  readonly path: string
  /** Undefined where it was not there. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** A number that payloads of a topic carry, over time. */
export interface NumberField {
  /** Empty: the payload itself is the number. */
  readonly path: string
  readonly points: readonly { readonly time: number; readonly value: number }[]
}

const mostChanges = 3
const mostFields = 12
/** Longer payloads are not read as JSON. */
const longest = 16 * 1024

/** What payloads of one topic say, read once each. */
export interface PayloadStory {
  /** The newest first, as `payloads` are. */
  readonly lines: (payloads: readonly KeptPayload[]) => readonly PayloadLine[]
  /** Those that come in most payloads first. */
  readonly fields: (payloads: readonly KeptPayload[]) => readonly NumberField[]
}

export function createPayloadStory(): PayloadStory {
  const known = new Map<number, unknown>()
  const jsonOf = ({ seq, payload, size }: KeptPayload): unknown => {
    if (!known.has(seq)) known.set(seq, size > longest ? undefined : parsed(payload))
    return known.get(seq)
  }
  const forget = (payloads: readonly KeptPayload[]) => {
    const oldest = payloads.at(-1)?.seq ?? 0
    for (const seq of known.keys()) if (seq < oldest) known.delete(seq)
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
          changes: changes?.slice(0, mostChanges),
          moreChanges: Math.max(0, (changes?.length ?? 0) - mostChanges),
          isSame: before !== undefined && isSame(before, payload),
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
        .slice(0, mostFields)
    },
  }
}

function parsed(payload: Uint8Array): unknown {
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
    before: inWords(change.before),
    after: inWords(change.after),
  }))
}

/** Fractions have more digits than anybody compares. */
const inWords = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(Number(value.toPrecision(6))) : JSON.stringify(value)
  return text !== undefined && text.length > 40 ? `${text.slice(0, 39)}…` : text
}

function isSame(one: KeptPayload, other: KeptPayload): boolean {
  return (
    one.size === other.size &&
    one.payload.length === other.payload.length &&
    one.payload.every((byte, index) => byte === other.payload[index])
  )
}

/** Deeper, and further, nobody reads. */
const deepest = 5
const mostNumbers = 60

function numbersIn(value: unknown): readonly (readonly [string, number])[] {
  const found: (readonly [string, number])[] = []
  const visit = (part: unknown, path: string, depth: number) => {
    if (found.length >= mostNumbers) return
    if (typeof part === 'number') found.push([path, part])
    else if (typeof part === 'object' && part !== null && depth < deepest)
      for (const [name, child] of Object.entries(part)) visit(child, path === '' ? name : `${path}.${name}`, depth + 1)
  }
  visit(value, '', 0)
  return found
}
