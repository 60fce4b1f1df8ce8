import { type Lookup, parseTemplate, type TemplatePart } from './template.ts'

/** Syntax of parameters in prepared statements: MySQL `?`, PostgreSQL `$1`, `$2` ... */
export type SqlParameters = '?' | '$n'

/** A query with placeholders, split into a constant statement and its values. */
export interface SqlTemplate {
  readonly statement: string
  /** Names of the placeholders, each once. */
  readonly names: readonly string[]
  /** One value per parameter, in order; `missing` for those without a value. */
  readonly values: (lookup: Lookup, missing?: unknown) => readonly unknown[]
}

/**
 * `WHERE name = ${username}` becomes `WHERE name = ?` with the username as a parameter, so that client values are never
 * read as SQL. Quotes directly around a placeholder are removed, as in EMQX, so `'${username}'` is the same.
 * Placeholders within a longer literal are not supported: the database rejects such a statement.
 */
export function parseSqlTemplate(text: string, parameters: SqlParameters): SqlTemplate {
  const { parts, names } = parseTemplate(withoutQuotes(text))
  const places = parts.filter((part) => typeof part !== 'string')
  let count = 0
  const nextParameter = () => {
    count += 1
    return parameters === '?' ? '?' : `$${count}`
  }
  return {
    statement: parts.map((part: TemplatePart) => (typeof part === 'string' ? part : nextParameter())).join(''),
    names,
    values: (lookup, missing = null) => places.map(({ path, name }) => lookup(path, name) ?? missing),
  }
}

// A name as in template.ts. `${$}` is not a name.
const withoutQuotes = (text: string): string =>
  text.replaceAll(/(["'])(\$\{\.?[a-zA-Z0-9_\-.]+\})\1/g, (_, __, place: string) => place)
