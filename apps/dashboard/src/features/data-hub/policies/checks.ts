import { isRecord } from '../../../lib/json-path.ts'

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

/**
 * Rule SQL that fails with the reason or selects nothing, unless the check passes. Checks by SQL have no FROM.
 */
export function sqlOfCheck({ type, sql = '', schema = '', message_type }: Check): {
  readonly name: string
  readonly sql: string
} {
  if (type === 'sql') return { name: sql.replace(/\s+/g, ' ').trim(), sql: withFrom(sql) }
  const more = message_type === undefined ? '' : `, '${message_type}'`
  return {
    name: [type, schema, message_type].filter(Boolean).join(' '),
    sql: `SELECT schema_decode('${schema}', payload${more}) AS valid FROM "#"`,
  }
}

/** Before the first WHERE outside of quotes, or at the end. */
function withFrom(sql: string): string {
  const masked = sql.replace(/'(?:[^'\\]|\\.)*'|"[^"]*"/g, (quoted) => ' '.repeat(quoted.length))
  const at = /\bwhere\b/i.exec(masked)?.index ?? sql.length
  return `${sql.slice(0, at).trimEnd()} FROM "#" ${sql.slice(at)}`.trim()
}
