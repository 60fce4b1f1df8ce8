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
  /** What could be understood of it. */
  readonly statement: Statement | undefined
  /** What no broker takes. */
  readonly errors: readonly SqlProblem[]
  /** What this dashboard's engine does not know (a newer broker may), and what is probably not meant. */
  readonly warnings: readonly SqlProblem[]
}

/** What the text says, a moment after it was typed. */
export function useStatement(sql: string, events: readonly RuleEvent[]): ReadSql {
  const typed = useDeferredValue(sql)
  return useMemo(() => readSql(typed, events), [typed, events])
}

export function readSql(sql: string, events: readonly RuleEvent[]): ReadSql {
  const { statement, problems } = parseSql(sql)
  if (!statement || problems.length > 0) return { statement, errors: problems, warnings: [] }
  const warnings = [...checkSql(statement, functionsByName)]
  const columns = statement.sources.map((source) => columnsOf(source, events))
  // Of a source that nobody knows any column may come.
  if (columns.every((all) => all !== undefined))
    warnings.push(...findWarnings(statement, (source) => columnsOf(source, events) ?? []))
  return { statement, errors: [], warnings: warnings.sort((a, b) => a.from - b.from) }
}
