import type { TracePayload } from '@mqdeck/contract'
import { showPayload } from './payload.ts'

/** Characters of one text, and of all that one entry shows. */
const longestText = 4096
const mostCharacters = 65_536
const mostItems = 100
const deepest = 8

/**
 * The value of a field as it may be written: of bounded size, with payloads (a field of that name, however deep) as the trace
 * wants them. What is left out says so. Numbers, bigints among them, stay what they are.
 */
export function toShownValue(name: string, value: unknown, encode: TracePayload): unknown {
  return show(name, value, encode, deepest, { left: mostCharacters })
}

interface Room {
  left: number
}

function show(name: string, value: unknown, encode: TracePayload, depth: number, room: Room): unknown {
  if (name === 'payload') {
    const bytes = typeof value === 'string' ? Buffer.from(value) : value
    if (bytes instanceof Uint8Array) return clip(showPayload(bytes, encode).text, room)
    if (encode === 'hidden' && value !== undefined) return '******'
  }
  if (secret.test(name) && value !== undefined && value !== null) return '******'
  if (typeof value === 'string') return clip(value, room)
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value
  if (value instanceof Uint8Array) return clip(showPayload(value, 'text').text, room)
  if (value instanceof Error) return clip(value.message, room)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (depth === 0 || room.left <= 0) return '...'
  if (Array.isArray(value)) {
    const shown = value.slice(0, mostItems).map((item: unknown) => show('', item, encode, depth - 1, room))
    return value.length > mostItems ? [...shown, `...(${value.length - mostItems} more)`] : shown
  }
  const entries = Object.entries(value)
  const shown = entries
    .slice(0, mostItems)
    .map(([key, inner]) => [clip(key, room), show(key, inner, encode, depth - 1, room)] as const)
    .filter(([, inner]) => inner !== undefined)
  if (entries.length > mostItems) shown.push(['...', `${entries.length - mostItems} more`])
  return Object.fromEntries(shown)
}

/** Nothing of this is for a file that is handed around. */
const secret = /^(password|.*_password|secret|token|authorization|proxy-authorization)$/i

function clip(text: string, room: Room): string {
  const length = Math.max(0, Math.min(longestText, room.left))
  room.left -= Math.min(text.length, length)
  return text.length <= length ? text : `${text.slice(0, length)}...(${text.length - length} more characters)`
}
