/** A JSON value of limited size. */
export type PlainValue =
  | string
  | number
  | boolean
  | null
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue }

const maxTextLength = 4096
const maxItems = 32
const deepest = 4
/** Approximate number of characters per entry. */
const maxCharacters = 32_768

/** Fields of an entry as plain values. Never throws. Long, large or deep values are cut with a note. */
export function toPlainFields(fields: Readonly<Record<string, unknown>>): [name: string, value: PlainValue][] {
  const room = { left: maxCharacters }
  const found: [string, PlainValue][] = []
  for (const name of Object.keys(fields)) {
    const value = readField(fields, name)
    if (value !== undefined) found.push([clip(name, room), toPlain(value, deepest, room)])
  }
  return found
}

interface Room {
  left: number
}

function toPlain(value: unknown, depth: number, room: Room): PlainValue {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return clip(value, room)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value !== 'object') return clip(String(value), room)
  if (value instanceof Error) return clip(describeError(value), room)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof Uint8Array) return clip(Buffer.from(value.subarray(0, maxTextLength)).toString('hex'), room)
  if (depth === 0 || room.left <= 0) return '...'
  if (Array.isArray(value) || value instanceof Set) return toPlainList([...value], depth, room)
  return toPlainObject(value instanceof Map ? Object.fromEntries(value) : value, depth, room)
}

function toPlainList(items: readonly unknown[], depth: number, room: Room): PlainValue {
  const shown = items.slice(0, maxItems).map((item) => toPlain(item, depth - 1, room))
  return items.length > maxItems ? [...shown, `...(${items.length - maxItems} more)`] : shown
}

function toPlainObject(value: object, depth: number, room: Room): PlainValue {
  const names = Object.keys(value)
  const shown = names.slice(0, maxItems).flatMap((name): [string, PlainValue][] => {
    const inner = readField(value, name)
    return inner === undefined ? [] : [[clip(name, room), toPlain(inner, depth - 1, room)]]
  })
  if (names.length > maxItems) shown.push(['...', `${names.length - maxItems} more`])
  return Object.fromEntries(shown)
}

/** A getter may throw. */
function readField(value: object, name: string): unknown {
  try {
    return Reflect.get(value, name)
  } catch {
    return '(cannot be read)'
  }
}

function describeError(error: Error, depth = deepest): string {
  const own = error.stack ?? `${error.name}: ${error.message}`
  return error.cause instanceof Error && depth > 0 ? `${own}\ncaused by ${describeError(error.cause, depth - 1)}` : own
}

function clip(text: string, room: Room): string {
  const length = Math.max(0, Math.min(maxTextLength, room.left))
  room.left -= Math.min(text.length, length)
  return text.length <= length ? text : `${text.slice(0, length)}...(${text.length - length} more characters)`
}
