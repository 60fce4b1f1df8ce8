import type { CallExpression, Expression, Statement } from './ast.ts'

/** All expressions of a statement with their operands, in the order of the text. */
export function* expressionsOf(statement: Statement): Generator<Expression> {
  const fields = statement.kind === 'foreach' ? [...statement.fields, ...(statement.do ?? [])] : statement.fields
  for (const field of fields) if (field.kind === 'field') yield* within(field.expression)
  if (statement.kind === 'foreach' && statement.incase !== undefined) yield* within(statement.incase)
  if (statement.where !== undefined) yield* within(statement.where)
}

/** An expression and all of its operands. */
export function* within(expression: Expression): Generator<Expression> {
  yield expression
  for (const child of childrenOf(expression)) yield* within(child)
}

export const isCall = (expression: Expression): expression is CallExpression => expression.kind === 'call'

function childrenOf(expression: Expression): readonly Expression[] {
  if (expression.kind === 'slice') return [expression.of]
  if (expression.kind === 'list') return expression.items
  if (expression.kind === 'call') return expression.args
  if (expression.kind === 'logic') return expression.operands
  if (expression.kind === 'sign' || expression.kind === 'not') return [expression.operand]
  if (expression.kind === 'arithmetic' || expression.kind === 'comparison') return [expression.left, expression.right]
  if (expression.kind === 'in') return [expression.details, ...expression.choices]
  if (expression.kind !== 'case') return []
  const { details, branches, otherwise } = expression
  const all = [details, ...branches.flatMap(({ when, result }) => [when, result]), otherwise]
  return all.filter((child) => child !== undefined)
}
