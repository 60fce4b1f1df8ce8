export type JsonText =
  | { readonly isValid: true; readonly value: unknown }
  /** The place where it stops being JSON, both from 1. */
  | { readonly isValid: false; readonly line: number; readonly column: number }

/** What somebody has typed where JSON belongs: stands in the form's value until it is mended. */
export class MalformedJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Nothing but spaces is no value. */
export function parseJsonText(text: string): JsonText {
  if (text.trim() === '') return { isValid: true, value: undefined }
  try {
    return { isValid: true, value: JSON.parse(text) }
  } catch {
    // Browsers tell the place in words of their own, or not at all.
    const lines = text.slice(0, faultOffset(text)).split('\n')
    return { isValid: false, line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
  }
}

export function toJsonText(value: unknown): string {
  if (value instanceof MalformedJson) return value.text
  return value === undefined ? '' : JSON.stringify(value, undefined, 2)
}

const token =
  /\s*(?:([{}[\],:])|"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)/y

/** How far a text that is not JSON reads as JSON. */
function faultOffset(text: string): number {
  let offset = 0
  const read = (): Token | undefined => {
    token.lastIndex = offset
    const match = token.exec(text)
    if (!match) return undefined
    const whole = match[0].trim()
    return { end: token.lastIndex, kind: match[1] ?? (whole.startsWith('"') ? 'text' : 'scalar') }
  }
  const take = (...kinds: readonly string[]): string | undefined => {
    const next = read()
    if (!next || !kinds.includes(next.kind)) return undefined
    offset = next.end
    return next.kind
  }
  const members = (end: string, member: () => boolean): boolean => {
    if (take(end)) return true
    for (;;) {
      if (!member()) return false
      const next = take(',', end)
      if (next !== ',') return next === end
    }
  }
  const value = (): boolean => {
    const kind = take('{', '[', 'text', 'scalar')
    if (kind === '{') return members('}', () => take('text') !== undefined && take(':') !== undefined && value())
    return kind === '[' ? members(']', value) : kind !== undefined
  }
  value()
  // The fault is what comes next, not the space before it; at the end of the text it is the end.
  return offset + (/^\s*/.exec(text.slice(offset))?.[0].length ?? 0)
}

interface Token {
  readonly kind: string
  readonly end: number
}
