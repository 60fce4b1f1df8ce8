import { SettingsError } from '@mqdeck/kit'
import { parseTemplate } from '@mqdeck/kit/template'
import type { Data } from '../port.ts'
import { dataLookup } from '../template.ts'

// For systems without prepared statements: values become a part of the statement.

/** Escapes values for a format, so that a value cannot change the statement. */
export interface Dialect {
  /** Matches quoted literals. */
  readonly literals: RegExp
  /** Characters that start a literal. */
  readonly quotes: string
  /** Escapes a value inside of a quoted literal. */
  readonly toQuoted: (value: unknown, quote: string) => string
  /** Formats a value outside of quotes. */
  readonly toLiteral: (value: unknown) => string
  readonly nullText: string
}

/** Replaces missing values. Undefined is rendered as NULL. */
export type ValueMapper = (value: unknown, name: string) => unknown

/** Strings, quoted names and comments. */
export const sqlLiterals = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/gs

/** The first VALUES or FORMAT that is not a quoted name or in a comment. */
export function keywordOf(text: string): { readonly format: string; readonly end: number } | undefined {
  const tokens = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|--[^\n]*|\/\*.*?\*\/|\$\{[^}]*\}|\w+/gs
  const words = [...text.matchAll(tokens)]
  for (const [index, match] of words.entries()) {
    const [word] = match
    if (/^values$/i.test(word)) return { format: 'values', end: match.index + word.length }
    const next = words[index + 1]
    if (/^format$/i.test(word) && next && /^\w+$/.test(next[0]))
      return { format: next[0], end: next.index + next[0].length }
  }
  return undefined
}

type Piece = string | ((data: Data) => string)

/**
 * Renders a text with placeholders, and escapes each value inside or outside of quotes.
 * @throws {SettingsError} for an unclosed quotation mark
 */
export function createFiller(text: string, dialect: Dialect, mapValue: ValueMapper): (data: Data) => string {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(dialect.literals)) {
    pieces.push(...outside(text.slice(end, match.index), dialect, mapValue))
    pieces.push(...literal(match[0], dialect, mapValue))
    end = match.index + match[0].length
  }
  pieces.push(...outside(text.slice(end), dialect, mapValue))
  return (data) => pieces.map((piece) => (typeof piece === 'string' ? piece : piece(data))).join('')
}

function outside(text: string, { quotes, toLiteral, nullText }: Dialect, mapValue: ValueMapper): readonly Piece[] {
  if ([...quotes].some((quote) => text.includes(quote)))
    throw new SettingsError('sql', 'a quotation mark is not closed')
  return parseTemplate(text).parts.map((part) => {
    if (typeof part === 'string') return part
    return (data) => {
      const value = mapValue(dataLookup(data)(part.path, part.name), part.name)
      return value === undefined ? nullText : toLiteral(value)
    }
  })
}

function literal(text: string, { toQuoted, nullText }: Dialect, mapValue: ValueMapper): readonly Piece[] {
  const { parts } = parseTemplate(text)
  const quote = text.charAt(0)
  const [open, only, close] = parts
  // NULL must not be in quotes.
  if (parts.length === 3 && typeof only === 'object' && open === quote && close === quote)
    return [
      (data) => {
        const value = mapValue(dataLookup(data)(only.path, only.name), only.name)
        return value === undefined ? nullText : `${quote}${toQuoted(value, quote)}${quote}`
      },
    ]
  return parts.map((part) => {
    if (typeof part === 'string') return part
    return (data) => toQuoted(mapValue(dataLookup(data)(part.path, part.name), part.name) ?? 'undefined', quote)
  })
}
