import type { TracePayload } from '@mqdeck/contract'
import { showPayload } from './payload.ts'

/** Maximum characters per text and per entry. */
const maxTextLength = 4096
const maxCharacters = 65_536
const maxItems = 100
const maxDepth = 8

/**
 * Limits the size of a field value and encodes payloads (fields with this name at any depth) as configured for the trace.
 * Omitted parts are marked. Numbers, including bigints, are unchanged.
 */
export function toShownValue(name: string, value: unknown, encode: TracePayload): unknown {
  return show(name, value, encode, maxDepth, { left: maxCharacters })
}

interface CharacterBudget {
  left: number
}

function show(name: string, value: unknown, encode: TracePayload, depth: number, budget: CharacterBudget): unknown {
  if (name === 'payload') {
    const bytes = typeof value === 'string' ? Buffer.from(value) : value
    if (bytes instanceof Uint8Array) return clip(showPayload(bytes, encode).text, budget)
    if (encode === 'hidden' && value !== undefined) return '******'
  }
  if (secret.test(name) && value !== undefined && value !== null) return '******'
  if (typeof value === 'string') return clip(value, budget)
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value
  if (value instanceof Uint8Array) return clip(showPayload(value, 'text').text, budget)
  if (value instanceof Error) return clip(value.message, budget)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (depth === 0 || budget.left <= 0) return '...'
  if (Array.isArray(value)) {
    const shown = value.slice(0, maxItems).map((item: unknown) => show('', item, encode, depth - 1, budget))
    return value.length > maxItems ? [...shown, `...(${value.length - maxItems} more)`] : shown
  }
  const entries = Object.entries(value)
  const shown = entries
    .slice(0, maxItems)
    .map(([key, inner]) => [clip(key, budget), show(key, inner, encode, depth - 1, budget)] as const)
    .filter(([, inner]) => inner !== undefined)
  if (entries.length > maxItems) shown.push(['...', `${entries.length - maxItems} more`])
  return Object.fromEntries(shown)
}

/** Secrets are never written, since trace files are shared. */
const secret = /^(password|.*_password|secret|token|authorization|proxy-authorization)$/i

function clip(text: string, budget: CharacterBudget): string {
  const length = Math.max(0, Math.min(maxTextLength, budget.left))
  budget.left -= Math.min(text.length, length)
  return text.length <= length ? text : `${text.slice(0, length)}...(${text.length - length} more characters)`
}
