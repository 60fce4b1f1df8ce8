export type JsonText =
  | { readonly isValid: true; readonly value: unknown }
  /** Position of the first error, counted from 1. */
  | { readonly isValid: false; readonly line: number; readonly column: number }

/** Invalid JSON from the user. Kept as the form's value until it is fixed. */
export class MalformedJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Empty or blank text results in undefined. */
export function parseJsonText(text: string): JsonText {
  if (text.trim() === '') return { isValid: true, value: undefined }
  try {
    return { isValid: true, value: JSON.parse(text) }
  } catch {
    // Browsers report the position in their own words, or not at all.
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

/** Offset of the first error in text that is not JSON. */
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
  // The error is at the next token, not at the space before it; at the end of the text it is the end.
  return offset + (/^\s*/.exec(text.slice(offset))?.[0].length ?? 0)
}

interface Token {
  readonly kind: string
  readonly end: number
}
