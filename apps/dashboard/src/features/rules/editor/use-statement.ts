import type { RuleEvent } from '@mqdeck/contract'
import {
  checkSql,
  findWarnings,
  functionsByName,
  parseSql,
  type SqlProblem,
  type Statement,
} from '@mqdeck/rules/catalog'
import { useDeferredValue, useMemo } from 'react'
import { columnsOf } from './columns.ts'

export interface ReadSql {
  /** The parsed statement, also if it is incomplete. */
  readonly statement: Statement | undefined
  /** Syntax errors. */
  readonly errors: readonly SqlProblem[]
  /** Unknown functions, which a newer broker may have, and likely mistakes. */
  readonly warnings: readonly SqlProblem[]
}

/** Parses the SQL with a short delay while it is being typed. */
export function useStatement(sql: string, events: readonly RuleEvent[]): ReadSql {
  const typed = useDeferredValue(sql)
  return useMemo(() => readSql(typed, events), [typed, events])
}

export function readSql(sql: string, events: readonly RuleEvent[]): ReadSql {
  const { statement, problems } = parseSql(sql)
  if (!statement || problems.length > 0) return { statement, errors: problems, warnings: [] }
  const warnings = [...checkSql(statement, functionsByName)]
  const columns = statement.sources.map((source) => columnsOf(source, events))
  // Inputs with unknown columns can have any column.
  if (columns.every((all) => all !== undefined))
    warnings.push(...findWarnings(statement, (source) => columnsOf(source, events) ?? []))
  return { statement, errors: [], warnings: warnings.sort((a, b) => a.from - b.from) }
}
