import { SettingsError } from '@mqdeck/kit'
import type { Data } from '../port.ts'
import { createFiller, type Dialect, keywordOf } from '../sql/text-template.ts'
import { dialectOf, sqlNames } from './dialects.ts'

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
