import { type Lookup, parseTemplate, type TemplatePart } from './template.ts'

/** How a database writes the parameters of a prepared statement: MySQL `?`, PostgreSQL `$1`, `$2` ... */
export type SqlParameters = '?' | '$n'

/** A query with place holders, as a statement that is always the same and the values that go beside it. */
export interface SqlTemplate {
  readonly statement: string
  /** Every place holder by its name, each once. */
  readonly names: readonly string[]
  /** One value for each parameter, in their order. `missing` where there is none. */
  readonly values: (lookup: Lookup, missing?: unknown) => readonly unknown[]
}

/**
 * `WHERE name = ${username}` becomes `WHERE name = ?` with the user name beside it: what a client sends is never read as SQL.
 * Quotes directly around a place holder go, as in EMQX the double ones: `'${username}'` means the text, too. Within a longer
 * literal a place holder cannot stand; the database refuses such a statement.
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

// A name as in template.ts; `${$}` is none.
const withoutQuotes = (text: string): string =>
  text.replaceAll(/(["'])(\$\{\.?[a-zA-Z0-9_\-.]+\})\1/g, (_, __, place: string) => place)
