import { decodeJson, encodeJson, isMap, type ValueMap } from '@mqdeck/kit/json'
import { functionsByName } from '../functions/index.ts'
import { columnsFromMap } from './columns.ts'
import { prepareSql, type RuleEnvironment, type RuleResult } from './compile.ts'
import { problemText } from './problem.ts'

export const environment: RuleEnvironment = {
  now: () => 1_700_000_000_000,
  variable: () => undefined,
  store: new Map(),
}

/** Columns from JSON text. */
export function columnsOf(json: string): ValueMap {
  const columns = decodeJson(json)
  if (!isMap(columns)) throw new Error(`No object: ${json}`)
  return columns
}

/** Runs a valid, synchronous statement. */
export function run(sql: string, columns: ValueMap): RuleResult {
  const compiled = prepareSql(sql, functionsByName)
  if (compiled.kind === 'refused') throw new Error(problemText(compiled.problems))
  const result = compiled.rule.run(columnsFromMap(columns), environment)
  if (result instanceof Promise) throw new Error('The rule waits')
  return result
}

/** Short form of the result: outputs as JSON, `no match`, or the clause that failed. */
export function outcome(sql: string, columns: ValueMap): string {
  const result = run(sql, columns)
  if (result.kind === 'matched') return result.outputs.map(encodeJson).join(' ')
  return result.kind === 'no_match' ? 'no match' : `${result.clause}: ${result.error.message}`
}
