/** The part of rule SQL that runs in browsers, for the editor, completion and help. It does not use Node APIs. */
export type { Value, ValueMap } from '@mqdeck/kit/json'
export { columnHelp, eventOfSource, eventOfType, type RuleEventKind, ruleEvents, sampleOf } from './events/index.ts'
export { fromPlainMap } from './from-plain.ts'
export {
  type FunctionFamily,
  functionFamilies,
  functionsByName,
  type Parameter,
  type SqlFunction,
} from './functions/index.ts'
export type * from './sql/ast.ts'
export { checkSql } from './sql/check.ts'
export { type ClauseName, contextAt, type SqlContext } from './sql/context.ts'
export {
  type Condition,
  type ConditionGroup,
  readCall,
  readConditions,
  readFields,
  readWhere,
  type WrittenField,
  withFields,
  withWhere,
  writeConditions,
} from './sql/edit.ts'
export { formatSql } from './sql/format.ts'
export { outputsOf } from './sql/outputs.ts'
export { type Parsed, parseSql } from './sql/parse.ts'
export { problemText } from './sql/problem.ts'
export { keywords, scanSql, type Token } from './sql/scan.ts'
export { sourceKind, withFrom } from './sql/sources.ts'
export { findWarnings } from './sql/warnings.ts'
