import { SettingsError } from '@mqdeck/kit'
import { floatText } from '@mqdeck/kit/json'
import { ruleText } from '@mqdeck/kit/template'
import type { Data } from '../port.ts'
import { createFiller, type Dialect, keywordOf, sqlLiterals } from '../sql/text-template.ts'

/** Rows of one table. */
export interface Insert {
  /** Behind `INSERT INTO`, up to and including VALUES: the table, its supertable and tags, the columns. */
  readonly table: string
  readonly rows: string
}

export interface StatementOptions {
  readonly sql: string
  /** Missing values are NULL, otherwise the text `undefined`. */
  readonly isMissingNull: boolean
}

/**
 * Parses an INSERT template. The returned function renders it and escapes each value.
 * @throws {SettingsError} if it is not an INSERT with VALUES, or has an unclosed quotation mark
 */
export function createInserts({ sql, isMissingNull }: StatementOptions): (data: Data) => Insert {
  const text = sql.trim().replace(/\s*;$/, '')
  const start = /^insert\s+into\s+/i.exec(text)?.[0]
  const values = start && keywordOf(text)
  if (start === undefined || !values || values.format !== 'values')
    throw new SettingsError('sql', 'the statement must be INSERT INTO with VALUES')
  const rows = text.slice(values.end).trim()
  if (rows === '') throw new SettingsError('sql', 'the statement has no rows')
  const fillTable = createFiller(text.slice(start.length, values.end), names, (value, name) => {
    if (value === undefined) throw new Error(`the data has no value for \${${name}}`)
    return value
  })
  const fillRows = createFiller(rows, literals, (value) => {
    if (isMissingNull) return value ?? undefined
    return value === undefined ? 'undefined' : value
  })
  return (data) => ({ table: fillTable(data), rows: fillRows(data) })
}

/** One statement for all of them; it may have several tables. */
export function statementOf(inserts: readonly Insert[]): string {
  const byTable = new Map<string, string[]>()
  for (const { table, rows } of inserts) byTable.set(table, [...(byTable.get(table) ?? []), rows])
  return `INSERT INTO ${[...byTable].map(([table, rows]) => `${table} ${rows.join(' ')}`).join(' ')}`
}

/** TDengine has no escape for a backquote in a quoted name. */
function escaped(value: unknown, quote: string): string {
  const text = ruleText(value)
  if (quote !== '`') return text.replace(/[\\'"]/g, '\\$&')
  if (/[`\\]/.test(text)) throw new Error('a value for a quoted name has a backquote or a backslash')
  return text
}

function literal(value: unknown): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number') return Number.isFinite(value) ? floatText(value) : 'NULL'
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  // EMQX inserts values unchanged, so numeric strings can be used for numbers.
  if (typeof value === 'string' && /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)) return value
  return `'${escaped(value, "'")}'`
}

function name(value: unknown): string {
  const text = ruleText(value)
  if (!/^\w+$/.test(text))
    throw new Error('a value for a name has other characters than letters, digits and underscores')
  return text
}

const literals: Dialect = {
  literals: sqlLiterals,
  quotes: `'"\``,
  toQuoted: escaped,
  toLiteral: literal,
  nullText: 'NULL',
}
/** Before the rows: names, and the tags of a supertable in quotes. */
const names: Dialect = { ...literals, toLiteral: name }
