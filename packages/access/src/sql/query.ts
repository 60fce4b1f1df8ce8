import type { SqlConnection, SqlRow } from '@mqdeck/drivers'
import {
  type Clock,
  type Lookup,
  parseSqlTemplate,
  type ResourceType,
  SettingsError,
  type SqlParameters,
  templateText,
} from '@mqdeck/kit'
import type { Note } from '../authn/port.ts'
import { type Backend, createBackend } from '../backend.ts'
import { unknownPlaceholder } from '../placeholders.ts'

export interface SqlQueryOptions {
  /** SQL template with placeholders. */
  readonly query: string
  /** Placeholders that are available in the query. */
  readonly names: readonly string[]
  readonly parameters: SqlParameters
  /** Connection type for this statement. */
  readonly type: (statement: string) => ResourceType<SqlConnection>
  /** Milliseconds for each query, including the wait for a connection. */
  readonly timeout: number
  readonly clock: Clock
}

/** A configured query that is executed for each client or action. */
export interface SqlQuery extends Omit<Backend<SqlConnection>, 'ask'> {
  /** Rejects if the database is unavailable, too slow or rejects the query. */
  rows(lookup: Lookup, note?: Note): Promise<readonly SqlRow[]>
}

/** @throws {SettingsError} for an unknown placeholder */
export function createSqlQuery({ query, names, parameters, type, timeout, clock }: SqlQueryOptions): SqlQuery {
  const unknown = unknownPlaceholder(query, names)
  if (unknown !== undefined) throw new SettingsError('query', `the placeholder \${${unknown}} is not available here`)
  const template = parseSqlTemplate(query, parameters)
  const { ask, ...rest } = createBackend(type(template.statement), { clock })
  return {
    ...rest,
    async rows(lookup, note) {
      note?.('query', template.statement)
      if (note) describeValues(template.names, lookup, note)
      // Missing values are replaced by an empty string, as in EMQX.
      const rows = await ask(({ query: run }) => run(template.statement, template.values(lookup, ''), timeout))
      note?.('rows found', String(rows.length))
      return rows
    },
  }
}

/** Without the password. */
function describeValues(names: readonly string[], lookup: Lookup, note: Note): void {
  const shown = names.map((name) => {
    const value = name === 'password' ? '******' : templateText(lookup(name.split('.'), name) ?? '')
    return `${name} = ${JSON.stringify(value)}`
  })
  if (shown.length > 0) note('parameters', shown.join(', '))
}
