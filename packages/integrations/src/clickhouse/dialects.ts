import { encodeJson, floatText } from '@mqdeck/kit/json'
import { ruleText } from '@mqdeck/kit/template'
import { type Dialect, sqlLiterals } from '../sql/text-template.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Escapes bytes that are not UTF-8 with the syntax of ClickHouse. */
function sqlEscaped(value: unknown): string {
  if (value instanceof Uint8Array) {
    try {
      return sqlEscaped(utf8.decode(value))
    } catch {
      return [...value].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
    }
  }
  return ruleText(value).replace(/[\\'"`]/g, '\\$&')
}

function sqlLiteral(value: unknown): string {
  switch (typeof value) {
    case 'bigint':
      return String(value)
    case 'number':
      return Number.isFinite(value) ? floatText(value) : 'NULL'
    case 'boolean':
      return value ? '1' : '0'
    default:
      if (value === null) return 'NULL'
      // EMQX inserts values unchanged, so numeric strings can be used for numbers.
      if (typeof value === 'string' && /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)) return value
      return Array.isArray(value) ? `[${value.map(sqlLiteral).join(', ')}]` : `'${sqlEscaped(value)}'`
  }
}

const sqlValues: Dialect = {
  literals: sqlLiterals,
  quotes: `'"\``,
  toQuoted: sqlEscaped,
  toLiteral: sqlLiteral,
  nullText: 'NULL',
}

/** For the names before the rows. */
export const sqlNames: Dialect = {
  literals: sqlLiterals,
  quotes: `'"\``,
  toQuoted: sqlEscaped,
  toLiteral: (value) => `\`${sqlEscaped(value)}\``,
  nullText: 'NULL',
}

const json: Dialect = {
  literals: /"(?:[^"\\]|\\.)*"/gs,
  quotes: '"',
  toQuoted: (value) => JSON.stringify(ruleText(value)).slice(1, -1),
  toLiteral: (value) => encodeJson(value),
  nullText: 'null',
}

const csv: Dialect = {
  literals: /"(?:[^"]|"")*"|'(?:[^']|'')*'/gs,
  quotes: `"'`,
  toQuoted: (value, quote) => ruleText(value).replaceAll(quote, quote + quote),
  toLiteral: (value) =>
    typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
      ? ruleText(value)
      : `"${ruleText(value).replaceAll('"', '""')}"`,
  nullText: '\\N',
}

const tsvEscapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' }
const tsvText = (value: unknown) => ruleText(value).replace(/[\t\n\r\\]/g, (char) => tsvEscapes[char] ?? char)
const tsv: Dialect = { literals: /(?!)/g, quotes: '', toQuoted: tsvText, toLiteral: tsvText, nullText: '\\N' }

/** Undefined for formats in which values cannot be escaped. */
export function dialectOf(format: string): Dialect | undefined {
  if (/^values$/i.test(format)) return sqlValues
  if (/^json(strings|compact|compactstrings)?eachrow$/i.test(format)) return json
  if (/^csv$/i.test(format)) return csv
  return /^(tsv|tabseparated)$/i.test(format) ? tsv : undefined
}
