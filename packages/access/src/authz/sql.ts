import type { Log } from '@mqdeck/kit'
import { authzLookup, authzNames } from '../placeholders.ts'
import { createSqlQuery, type SqlQueryOptions } from '../sql/query.ts'
import type { AuthzSource } from './port.ts'
import { answerByRows } from './rules/row.ts'

export interface SqlSourceOptions extends Omit<SqlQueryOptions, 'names' | 'timeout'> {
  /** The `type` of the source, for the log. */
  readonly source: string
  readonly log: Log
}

/** Milliseconds. EMQX has no setting for it. */
const timeout = 5_000

/** Looks up the rules of a client with a query. The first matching row decides. */
export function createSqlSource({ source, log, ...options }: SqlSourceOptions): AuthzSource {
  const { rows, ...backend } = createSqlQuery({ ...options, names: authzNames, timeout })
  return {
    ...backend,
    async authorize(client, action, note) {
      const found = await rows(authzLookup(client, action), note)
      return answerByRows(found, client, action, { log, source, note })
    },
  }
}
