import { isList, type Value } from '@mqdeck/kit/json'
import { SqlError } from '../sql-error.ts'
import { calculate, negate } from './arithmetic.ts'
import type { CallExpression, CaseExpression, Expression, InExpression, LogicExpression } from './ast.ts'
import type { Functions } from './check.ts'
import { compare, describeValue, isSame } from './compare.ts'
import { compilePath } from './compile-path.ts'
import type { Evaluate, Evaluation } from './evaluation.ts'
import type { Scope } from './scope.ts'

export interface Compiler {
  readonly evaluation: Evaluation
  readonly functions: Functions
}

/** Compiles an expression that `checkSql` has accepted. Evaluation can throw `SqlError`. */
export function compileExpression(expression: Expression, compiler: Compiler): Evaluate<Scope, Value> {
  const { one, two, all } = compiler.evaluation
  const ready = (inner: Expression) => compileExpression(inner, compiler)
  switch (expression.kind) {
    case 'literal':
      return constant(expression.value)
    case 'path':
      return compilePath(expression)
    case 'range':
      return constant(rangeOf(expression.first, expression.last))
    case 'slice': {
      const { first, last } = expression
      return one(compilePath(expression.of), (list) => sliceOf(list, first, last))
    }
    case 'list':
      return all(expression.items.map(ready), (items) => items)
    case 'sign':
      return expression.operator === '+' ? ready(expression.operand) : one(ready(expression.operand), negate)
    case 'arithmetic': {
      const { operator } = expression
      return two(ready(expression.left), ready(expression.right), (left, right) => calculate(operator, left, right))
    }
    case 'comparison': {
      const { operator } = expression
      return two(ready(expression.left), ready(expression.right), (left, right) => compare(operator, left, right))
    }
    case 'not':
      // Other values than booleans count as false, and so does their negation.
      return one(ready(expression.operand), (value) => value === false)
    case 'logic':
      return compileLogic(expression, compiler)
    case 'in':
      return compileIn(expression, compiler)
    case 'case':
      return compileCase(expression, compiler)
    case 'call':
      return compileCall(expression, compiler)
    case 'missing':
      throw new Error('An expression with a gap has been compiled')
  }
}

/** Compiles a condition of WHERE, INCASE, AND or OR. Values that are not booleans throw `SqlError`. */
export function compileCondition(expression: Expression, compiler: Compiler): Evaluate<Scope, boolean> {
  return compiler.evaluation.one(compileExpression(expression, compiler), (value) => {
    if (typeof value === 'boolean') return value
    throw new SqlError(`the condition must be true or false, not ${describeValue(value)}`)
  })
}

const constant =
  <T>(value: T) =>
  () =>
    value

/** Evaluates operands from left to right until the result is known. */
function compileLogic({ operator, operands }: LogicExpression, compiler: Compiler): Evaluate<Scope, Value> {
  const settled = operator === 'or'
  const conditions = operands.map((operand) => compileCondition(operand, compiler))
  return conditions.reduceRight((rest, condition) =>
    compiler.evaluation.next(condition, (is) => (is === settled ? constant(settled) : rest)),
  )
}

function compileIn({ details, choices, isNegated }: InExpression, compiler: Compiler): Evaluate<Scope, Value> {
  const parts = [details, ...choices].map((part) => compileExpression(part, compiler))
  return compiler.evaluation.all(
    parts,
    ([wanted, ...values]) => values.some((value) => isSame(value, wanted)) !== isNegated,
  )
}

function compileCase({ details, branches, otherwise }: CaseExpression, compiler: Compiler): Evaluate<Scope, Value> {
  const { one, two, next } = compiler.evaluation
  const ready = (inner: Expression) => compileExpression(inner, compiler)
  const fallback: Evaluate<Scope, Value> = otherwise === undefined ? constant(undefined) : ready(otherwise)
  return branches.reduceRight((rest, branch) => {
    const result = ready(branch.result)
    const holds =
      details === undefined
        ? one(ready(branch.when), (value) => value === true)
        : two(ready(details), ready(branch.when), isSame)
    return next(holds, (isIt) => (isIt ? result : rest))
  }, fallback)
}

function compileCall({ name, args }: CallExpression, compiler: Compiler): Evaluate<Scope, Value> {
  const known = compiler.functions.get(name)
  if (known === undefined) throw new Error(`An unknown function has been compiled: ${name}`)
  const parts = args.map((arg) => compileExpression(arg, compiler))
  const { all, settled } = compiler.evaluation
  return all<Scope, Value, Value>(parts, (values, { environment }) => settled(known.call(values, environment())))
}

const rangeOf = (first: number, last: number): readonly bigint[] =>
  Array.from({ length: last - first + 1 }, (_, index) => BigInt(first + index))

/** Both ends are included. Positions start at 1, negative ones count from the end. */
function sliceOf(list: Value, first: number, last: number): Value {
  if (!isList(list)) throw new SqlError(`a range needs a list, not ${describeValue(list)}`)
  const start = first < 0 ? list.length + first + 1 : first
  const end = last < 0 ? list.length + last + 1 : last
  if (start < 1 || end < start - 1)
    throw new SqlError(`the range ${first}..${last} exceeds the list of ${list.length} items`)
  return list.slice(start - 1, end)
}
