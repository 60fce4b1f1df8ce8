import { toError } from '@mqdeck/contract'
import { isList, isText, type Value, type ValueMap } from '@mqdeck/kit/json'
import type { FunctionEnvironment } from '../functions/function.ts'
import { SqlError } from '../sql-error.ts'
import type {
  Expression,
  ExpressionField,
  Field,
  ForeachStatement,
  SelectStatement,
  SqlProblem,
  Statement,
} from './ast.ts'
import { checkExpression, checkSql, type Functions } from './check.ts'

import type { Columns } from './columns.ts'
import { type Compiler, compileCondition, compileExpression } from './compile-expression.ts'
import { compileFields } from './compile-fields.ts'
import { compileSteps } from './compile-path.ts'
import { awaited, direct, type Evaluate } from './evaluation.ts'
import { parseIfJson, withValue } from './nested.ts'
import { type ParseOptions, parseExpression, parseSql } from './parse.ts'
import { problemText } from './problem.ts'
import { putAllColumns, type Scope } from './scope.ts'
import { expressionsOf, isCall, within } from './walk.ts'

export type { Functions } from './check.ts'

/** Environment of a rule. Columns and `scratch` are added by each run. */
export type RuleEnvironment = Omit<FunctionEnvironment, 'column' | 'scratch'>

export type Clause = 'SELECT' | 'WHERE' | 'FOREACH' | 'DO' | 'INCASE'

/**
 * Result of a run. `no_match`: the WHERE condition is false. `matched` has one output for SELECT and one per item for
 * FOREACH. Without items EMQX counts "no result" but returns an empty list in the SQL test.
 */
export type RuleResult =
  | { readonly kind: 'matched'; readonly outputs: readonly ValueMap[] }
  | { readonly kind: 'no_match' }
  | { readonly kind: 'failed'; readonly clause: Clause; readonly error: Error }

export interface CompiledRule {
  readonly statement: Statement
  /** True if `run` returns a promise, because the statement calls an asynchronous function. */
  readonly isAsync: boolean
  /** Never throws and never rejects. Outputs can share objects with the columns and must not be modified. */
  readonly run: (columns: Columns, environment: RuleEnvironment) => RuleResult | Promise<RuleResult>
}

export type Compilation =
  | { readonly kind: 'compiled'; readonly rule: CompiledRule }
  | { readonly kind: 'refused'; readonly problems: readonly SqlProblem[] }

/** Refuses unknown functions, wrong numbers of arguments and incomplete statements. */
export function compileSql(statement: Statement, functions: Functions): Compilation {
  const problems = checkSql(statement, functions)
  if (problems.length > 0) return { kind: 'refused', problems }
  const calls = [...expressionsOf(statement)].filter(isCall)
  const isAsync = calls.some(({ name }) => functions.get(name)?.isAsync === true)
  const compiler: Compiler = { evaluation: isAsync ? awaited : direct, functions }
  const whole = statement.kind === 'select' ? compileSelect(statement, compiler) : compileForeach(statement, compiler)
  const evaluate = compiler.evaluation.guard(whole, failure)
  return {
    kind: 'compiled',
    rule: { statement, isAsync, run: (columns, environment) => evaluate(scopeOf(columns, environment)) },
  }
}

export function prepareSql(text: string, functions: Functions, options: ParseOptions = {}): Compilation {
  const { statement, problems } = parseSql(text, options)
  if (statement === undefined || problems.length > 0) return { kind: 'refused', problems }
  return compileSql(statement, functions)
}

/** Parses, compiles and evaluates an expression, for examples and tests. Throws or rejects with `SqlError`. */
export function evaluateExpression(
  text: string,
  functions: Functions,
  columns: Columns,
  environment: RuleEnvironment,
): Value | Promise<Value> {
  const { expression, problems: syntax } = parseExpression(text)
  const problems = syntax.length > 0 ? syntax : checkExpression(expression, text, functions)
  if (problems.length > 0) throw new SqlError(problemText(problems))
  const calls = [...within(expression)].filter(isCall)
  const evaluation = calls.some(({ name }) => functions.get(name)?.isAsync === true) ? awaited : direct
  return compileExpression(expression, { evaluation, functions })(scopeOf(columns, environment))
}

function scopeOf(columns: Columns, environment: RuleEnvironment): Scope {
  let made: FunctionEnvironment | undefined
  const makeEnvironment = (): FunctionEnvironment => {
    made ??= { ...environment, scratch: new Map(), column: (name) => columns.get(name) }
    return made
  }
  return { columns, selected: undefined, item: undefined, items: [], output: {}, environment: makeEnvironment }
}

/** Adds the name of the clause to an error. */
class ClauseError extends Error {
  readonly clause: Clause
  readonly error: Error

  constructor(clause: Clause, error: unknown) {
    super(clause)
    this.clause = clause
    this.error = toError(error)
  }
}

function failure(error: unknown): RuleResult {
  const { clause, error: cause } = error instanceof ClauseError ? error : new ClauseError('SELECT', error)
  return { kind: 'failed', clause, error: cause }
}

type Ready = Evaluate<Scope, RuleResult>

function inClause<R>(clause: Clause, part: Evaluate<Scope, R>, { evaluation }: Compiler): Evaluate<Scope, R> {
  return evaluation.guard(part, (error): R => {
    throw new ClauseError(clause, error)
  })
}

function compileSelect({ fields, where }: SelectStatement, compiler: Compiler): Ready {
  const select = inClause('SELECT', compileFields(fields, compiler), compiler)
  const matched = compileWhere(where, ({ output }) => ({ kind: 'matched', outputs: [output] }), compiler)
  return compiler.evaluation.next(select, () => matched)
}

function compileWhere(where: Expression | undefined, matched: Ready, compiler: Compiler): Ready {
  if (where === undefined) return matched
  const condition = inClause('WHERE', compileCondition(where, compiler), compiler)
  return compiler.evaluation.next(condition, (holds) => (holds ? matched : () => ({ kind: 'no_match' })))
}

/**
 * The fields are evaluated as in SELECT. Their values can be used in all other clauses, and the last field is the list.
 * A value that is not a list has no items.
 */
function compileForeach({ fields, incase, do: body, where }: ForeachStatement, compiler: Compiler): Ready {
  const { one, each } = compiler.evaluation
  const collected = inClause('FOREACH', compileFields(fields, compiler), compiler)
  const itemOf = compileItem(fields)
  const items = one(collected, (values, scope) => {
    scope.selected = scope.output
    scope.output = {}
    scope.items = listOf(values.at(-1))
  })
  const outputs = each(
    ({ items: found }) => found,
    (item, scope) => ({ ...scope, item: itemOf(item, scope), output: {} }),
    compileEach(incase, body, compiler),
  )
  const matched = compileWhere(
    where,
    one(outputs, (list) => ({ kind: 'matched', outputs: list })),
    compiler,
  )
  return compiler.evaluation.next(items, () => matched)
}

/** Limits memory, because without DO each item gets a copy of all columns. */
const maxItems = 100_000

/** Also accepts JSON text, as in `FOREACH payload`. */
function listOf(value: Value): readonly Value[] {
  const list = isText(value) ? parseIfJson(value) : value
  if (!isList(list)) return []
  if (list.length > maxItems) throw new ClauseError('FOREACH', new SqlError(`the list has more than ${maxItems} items`))
  return list
}

/** The item with its name, which is `item` unless the last field has an alias. */
function compileItem(fields: readonly ExpressionField[]): (item: Value, scope: Scope) => ValueMap {
  const [root, ...rest] = fields.at(-1)?.alias?.segments ?? []
  const name = root?.name ?? 'item'
  const stepsOf = compileSteps(rest)
  return (item, scope) => ({ [name]: withValue(undefined, stepsOf(scope), item) })
}

function everything(scope: Scope): ValueMap {
  putAllColumns(scope.output, scope)
  return scope.output
}

/** Undefined if INCASE is false. Without DO the output has all columns. */
function compileEach(
  incase: Expression | undefined,
  body: readonly Field[] | undefined,
  compiler: Compiler,
): Evaluate<Scope, ValueMap | undefined> {
  const { one, next } = compiler.evaluation
  const output: Evaluate<Scope, ValueMap | undefined> =
    body === undefined
      ? everything
      : one(inClause('DO', compileFields(body, compiler), compiler), (_, scope) => scope.output)
  if (incase === undefined) return output
  const condition = inClause('INCASE', compileCondition(incase, compiler), compiler)
  return next(condition, (holds) => (holds ? output : () => undefined))
}
