import type { Text } from '@mqdeck/contract'
import type { SqlFunction } from '../functions/function.ts'
import type { CallExpression, Expression, SqlProblem, Statement } from './ast.ts'
import { problemAt } from './problem.ts'
import { expressionsOf, within } from './walk.ts'

/** Functions by name, see `functions/index.ts`. */
export type Functions = ReadonlyMap<string, SqlFunction>

/** Finds unknown functions, wrong numbers of arguments and missing expressions. */
export const checkSql = (statement: Statement, functions: Functions): readonly SqlProblem[] =>
  problemsOf(expressionsOf(statement), statement.text, functions)

export const checkExpression = (expression: Expression, text: string, functions: Functions): readonly SqlProblem[] =>
  problemsOf(within(expression), text, functions)

function problemsOf(expressions: Iterable<Expression>, text: string, functions: Functions): readonly SqlProblem[] {
  const problems: SqlProblem[] = []
  let inRanges = 0
  for (const expression of expressions) {
    if (expression.kind === 'range') {
      inRanges += expression.last - expression.first + 1
      if (inRanges > maxRangeNumbers) problems.push(problemAt(text, expression, tooMuchInRanges))
    }
    if (expression.kind === 'missing') {
      problems.push(problemAt(text, expression, { en: 'An expression is missing here', zh: '此处缺少表达式' }))
    }
    if (expression.kind !== 'call') continue
    const message = callProblem(expression, functions)
    if (message !== undefined) problems.push(problemAt(text, expression.nameSpan, message))
  }
  return problems
}

/** Limit for the numbers of all ranges of a statement, because they are created when it is compiled. */
const maxRangeNumbers = 100_000
const tooMuchInRanges = {
  en: `The ranges of the statement have more than ${maxRangeNumbers} numbers`,
  zh: `语句中的范围合计超过 ${maxRangeNumbers} 个数字`,
}

function callProblem({ name, args }: CallExpression, functions: Functions): Text | undefined {
  const known = functions.get(name)
  if (known === undefined) return unknownFunction(name, functions)
  const [least, most] = arity(known)
  if (args.length >= least && args.length <= most) return undefined
  const wanted = least === most ? String(least) : most === Number.POSITIVE_INFINITY ? `${least}+` : `${least}-${most}`
  return {
    en: `${name} needs ${wanted} argument${wanted === '1' ? '' : 's'}, but has ${args.length}`,
    zh: `${name} 需要 ${wanted} 个参数，而不是 ${args.length} 个`,
  }
}

function unknownFunction(name: string, functions: Functions): Text {
  const similar = functions.has(name.toLowerCase()) ? name.toLowerCase() : undefined
  if (similar === undefined) return { en: `Unknown function ${name}`, zh: `未知函数 ${name}` }
  return { en: `Unknown function ${name}. Did you mean ${similar}?`, zh: `未知函数 ${name}，是否应为 ${similar}？` }
}

/** Minimum and maximum number of arguments. */
function arity({ parameters }: SqlFunction): readonly [least: number, most: number] {
  const least = parameters.filter(({ isOptional }) => isOptional !== true).length
  const isOpen = parameters.some(({ isRepeated }) => isRepeated === true)
  return [least, isOpen ? Number.POSITIVE_INFINITY : parameters.length]
}
