import { SettingsError } from '@mqdeck/kit'
import { parseTemplate } from '@mqdeck/kit/template'
import type { Data } from '../port.ts'
import { dataLookup } from '../template.ts'
import { type Dialect, dialectOf, sqlNames } from './dialects.ts'

/** An INSERT with rendered rows. INSERTs with the same head can be joined. */
export interface Insert {
  /** Up to and including VALUES or FORMAT. */
  readonly head: string
  readonly rows: string
}

export interface SqlOptions {
  readonly sql: string
  /** Missing values are NULL, otherwise the text `undefined`. */
  readonly isMissingNull: boolean
}

/**
 * Parses an INSERT template. The returned function renders it and escapes each value inside or outside of quotes.
 * @throws {SettingsError} if it is not an INSERT with rows in a supported format, or has an unclosed quotation mark
 */
export function createInserts({ sql, isMissingNull }: SqlOptions): (data: Data) => Insert {
  const { head, rows, dialect } = split(sql)
  const fillHead = createFiller(head, sqlNames, (value, name) => {
    if (value === undefined) throw new Error(`the data has no value for \${${name}}`)
    return value
  })
  const fillRows = createFiller(rows, dialect, (value) => {
    if (isMissingNull) return value ?? undefined
    return value === undefined ? 'undefined' : value
  })
  return (data) => ({ head: fillHead(data), rows: fillRows(data) })
}

/** Replaces missing values. Undefined is rendered as NULL. */
type ValueMapper = (value: unknown, name: string) => unknown

function split(sql: string): { readonly head: string; readonly rows: string; readonly dialect: Dialect } {
  const text = sql.trim().replace(/\s*;$/, '')
  const found = keywordOf(text)
  if (!found || !/^insert\s/i.test(text))
    // Message of EMQX.
    throw new SettingsError('sql', 'The SQL template should be an SQL INSERT statement but it is something else.')
  const dialect = dialectOf(found.format)
  if (!dialect)
    throw new SettingsError(
      'sql',
      `the format ${found.format} is not supported, use VALUES, JSONEachRow, CSV or TabSeparated`,
    )
  const rows = text.slice(found.end).trimStart()
  if (rows === '') throw new SettingsError('sql', 'the statement has no rows')
  return { head: text.slice(0, found.end), rows, dialect }
}

/** The first VALUES or FORMAT that is not a quoted name or in a comment. */
function keywordOf(text: string): { readonly format: string; readonly end: number } | undefined {
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

function createFiller(text: string, dialect: Dialect, mapValue: ValueMapper): (data: Data) => string {
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
