import { isRecord } from '../../../lib/json/json-path.ts'

export interface Check {
  readonly type: string
  readonly sql?: string | undefined
  readonly schema?: string | undefined
  readonly message_type?: string | undefined
}

/** The checks in a form. */
export const checksOf = ({ checks }: Readonly<Record<string, unknown>>): readonly Check[] =>
  (Array.isArray(checks) ? checks : []).filter(isRecord).map(({ type, sql, schema, message_type }) => ({
    type: String(type),
    sql: textOf(sql),
    schema: textOf(schema),
    message_type: textOf(message_type),
  }))

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

export function passes({ strategy }: Readonly<Record<string, unknown>>, results: readonly boolean[]): boolean {
  return strategy === 'any_pass' ? results.some((one) => one) : results.every((one) => one)
}

interface CheckSql {
  readonly name: string
  /** Undefined if the check cannot be tested with a payload that is not text. */
  readonly sql: string | undefined
}

/**
 * Rule SQL that fails with the reason or selects nothing, unless the check passes. Checks by SQL have no FROM.
 * @param isBase64 the payload is base64, because the test of SQL accepts only text
 */
export function sqlOfCheck({ type, sql = '', schema = '', message_type }: Check, isBase64 = false): CheckSql {
  if (type === 'sql') {
    const name = sql.replace(/\s+/g, ' ').trim()
    const readable = isBase64 ? withDecodedPayload(sql) : sql
    return { name, sql: readable === undefined ? undefined : withFrom(readable) }
  }
  const more = message_type === undefined ? '' : `, '${message_type}'`
  const payload = isBase64 ? 'base64_decode(payload)' : 'payload'
  return {
    name: [type, schema, message_type].filter(Boolean).join(' '),
    sql: `SELECT schema_decode('${schema}', ${payload}${more}) AS valid FROM "#"`,
  }
}

const masked = (sql: string) => sql.replace(/'(?:[^'\\]|\\.)*'|"[^"]*"/g, (quoted) => ' '.repeat(quoted.length))

/** Reads the payload with `base64_decode`. Undefined if the statement gives the name to another value. */
function withDecodedPayload(sql: string): string | undefined {
  const outside = masked(sql)
  if (/\bas\s+payload\b/i.test(outside)) return undefined
  // Fields of the payload need JSON, which is text.
  const places = [...outside.matchAll(/(?<![\w.$])payload(?![\w.[])/g)].map(({ index }) => index)
  return places.reduceRight((text, at) => `${text.slice(0, at)}base64_decode(payload)${text.slice(at + 7)}`, sql)
}

/** Before the first WHERE outside of quotes, or at the end. */
function withFrom(sql: string): string {
  const at = /\bwhere\b/i.exec(masked(sql))?.index ?? sql.length
  return `${sql.slice(0, at).trimEnd()} FROM "#" ${sql.slice(at)}`.trim()
}
