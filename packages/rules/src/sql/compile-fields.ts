import { setKey, type Value, type ValueMap } from '@mqdeck/kit/json'
import type { Expression, ExpressionField, Field, PathExpression, Segment } from './ast.ts'
import { type Compiler, compileExpression } from './compile-expression.ts'
import { compileSteps } from './compile-path.ts'
import type { Evaluate } from './evaluation.ts'
import { withValue } from './nested.ts'
import { payloadOf, putAllColumns, type Scope } from './scope.ts'

/** Evaluates fields in order, because each field can use the previous ones. Returns their values. */
export function compileFields(fields: readonly Field[], compiler: Compiler): Evaluate<Scope, Value[]> {
  const steps = fields.map((field, position) =>
    field.kind === 'all' ? putAll : compileField(field, position, compiler),
  )
  return compiler.evaluation.all(steps, (values) => values)
}

/** Path of a field in the output: its alias, or the default name of the expression. */
export function pathOf({ alias, expression }: ExpressionField, position: number): PathExpression {
  if (alias !== undefined) return alias
  if (expression.kind === 'path') return expression
  if (expression.kind === 'slice') return expression.of
  const { from, to } = expression
  const name = nameOf(expression, position)
  return { kind: 'path', segments: [{ kind: 'key', name, from, to }], from, to }
}

function putAll(scope: Scope): Value {
  putAllColumns(scope.output, scope)
  return undefined
}

function compileField(field: ExpressionField, position: number, compiler: Compiler): Evaluate<Scope, Value> {
  const [root, ...rest] = pathOf(field, position).segments
  const put = rest.length === 0 ? putter(root.name) : nestedPutter(root.name, rest)
  return compiler.evaluation.one(compileExpression(field.expression, compiler), (value, scope) => {
    put(scope, value)
    return value
  })
}

type Put = (scope: Scope, value: Value) => void

function putter(name: string): Put {
  return (scope, value) => setKey(scope.output, name, value)
}

function nestedPutter(name: string, rest: readonly Segment[]): Put {
  const stepsOf = compileSteps(rest)
  return (scope, value) => {
    const { output } = scope
    setKey(output, name, withValue(insideOf(output, name, scope), stepsOf(scope), value))
  }
}

/** The value that is already in the output. A payload is decoded first, so that fields can be added. */
function insideOf(output: ValueMap, name: string, { columns }: Scope): Value {
  if (!Object.hasOwn(output, name)) return undefined
  return name === 'payload' ? payloadOf(output, columns) : output[name]
}

/** EMQX appends the time to generated names. Here the position makes them unique. */
function nameOf(expression: Expression, position: number): string {
  if (expression.kind === 'literal' && typeof expression.value === 'string') return expression.value
  return `_v_${hint(expression)}_${position + 1}`
}

function hint(expression: Expression): string {
  if (expression.kind === 'call') return `fun_${expression.name}`
  if (expression.kind === 'arithmetic' || expression.kind === 'comparison') return `op_${expression.operator}`
  return expression.kind === 'literal' ? `const_${expression.value}` : expression.kind
}
