import type { ArithmeticOperator, CallExpression, CaseBranch, ComparisonOperator, Expression } from './ast.ts'
import { parseBracketed, parsePath } from './parse-path.ts'
import { expected, type Reader } from './reader.ts'
import type { Token } from './scan.ts'

type Parse = (reader: Reader) => Expression

const comparisons: ReadonlySet<string> = new Set(['=', '!=', '<>', '<', '<=', '>', '>=', '=~'])
const isComparison = (text: string): text is ComparisonOperator => comparisons.has(text)
const sums: ReadonlySet<string> = new Set(['+', '-'])
const products: ReadonlySet<string> = new Set(['*', '/', 'div', 'mod'])

/** Parses an expression, starting with OR as the weakest operator. */
export const parseAny: Parse = (reader) =>
  reader.deeper(
    () => parseChain(reader, 'or', (inner) => parseChain(inner, 'and', parseNot)),
    () => missing(reader),
  )

const missing = (reader: Reader): Expression => {
  const { from } = reader.peek()
  return { kind: 'missing', from, to: from }
}

function parseChain(reader: Reader, operator: 'and' | 'or', parseOperand: Parse): Expression {
  const first = parseOperand(reader)
  if (!reader.is(operator)) return first
  const operands = [first]
  while (reader.takes(operator)) operands.push(parseOperand(reader))
  return { kind: 'logic', operator, operands, from: first.from, to: reader.end() }
}

function parseNot(reader: Reader): Expression {
  const { from } = reader.peek()
  if (!reader.takes('not')) return parseComparison(reader)
  const operand = reader.deeper(
    () => parseNot(reader),
    () => missing(reader),
  )
  return { kind: 'not', operand, from, to: reader.end() }
}

function parseComparison(reader: Reader): Expression {
  const left = parseSum(reader)
  const { value, kind } = reader.peek()
  if (kind === 'operator' && isComparison(value)) {
    reader.next()
    const right = parseSum(reader)
    if (isComparison(reader.peek().value) && reader.peek().kind === 'operator') {
      reader.fail({ en: 'Comparisons cannot be chained. Join them with AND.', zh: '比较不能连写，请用 AND 连接。' })
    }
    return { kind: 'comparison', operator: value, left, right, from: left.from, to: reader.end() }
  }
  if (reader.is('in') || (reader.is('not') && reader.is('in', 1))) return parseIn(reader, left)
  return left
}

function parseIn(reader: Reader, details: Expression): Expression {
  const isNegated = reader.takes('not')
  reader.next()
  if (!reader.is('(') || reader.is(')', 1)) expected(reader, { en: 'a list in brackets', zh: '括号中的列表' })
  const choices = reader.takes('(') ? parseList(reader, ')') : []
  return { kind: 'in', details, choices, isNegated, from: details.from, to: reader.end() }
}

const parseSum: Parse = (reader) => parseArithmetic(reader, sums, parseProduct)
const parseProduct: Parse = (reader) => parseArithmetic(reader, products, parseSigned)

function parseArithmetic(reader: Reader, operators: ReadonlySet<string>, parseOperand: Parse): Expression {
  const left = parseOperand(reader)
  return arithmeticAfter(reader, left, operators, parseOperand)
}

/** Left-associative. Each operator counts as a level of depth. */
function arithmeticAfter(reader: Reader, left: Expression, operators: ReadonlySet<string>, parse: Parse): Expression {
  const operator = operatorOf(reader.peek(), operators)
  if (operator === undefined) return left
  reader.next()
  return reader.deeper(
    () => {
      const right = parse(reader)
      const whole: Expression = { kind: 'arithmetic', operator, left, right, from: left.from, to: reader.end() }
      return arithmeticAfter(reader, whole, operators, parse)
    },
    () => missing(reader),
  )
}

function operatorOf({ kind, value }: Token, operators: ReadonlySet<string>): ArithmeticOperator | undefined {
  // `div` and `mod` can also be names, as in `div(7, 2)` or `payload.mod`.
  if (kind !== 'operator' && kind !== 'name') return undefined
  const operator = kind === 'name' ? value.toLowerCase() : value
  return operators.has(operator) ? asOperator(operator) : undefined
}

const asOperator = (text: string): ArithmeticOperator | undefined =>
  text === '+' || text === '-' || text === '*' || text === '/' || text === 'div' || text === 'mod' ? text : undefined

function parseSigned(reader: Reader): Expression {
  const { kind, value, from } = reader.peek()
  if (kind !== 'operator' || (value !== '-' && value !== '+')) return parsePrimary(reader)
  reader.next()
  const operand = reader.deeper(
    () => parseSigned(reader),
    () => missing(reader),
  )
  return { kind: 'sign', operator: value, operand, from, to: reader.end() }
}

function parsePrimary(reader: Reader): Expression {
  const token = reader.peek()
  const { kind, value, from, to } = token
  if (kind === 'string') return literal(reader, value)
  if (kind === 'integer') return parseWholeLiteral(reader, value)
  if (kind === 'float') return parseFloatLiteral(reader, value)
  if (kind === 'name' || kind === 'quoted') return parseNamed(reader, token)
  if (reader.is('case')) return parseCase(reader)
  if (reader.is('[')) return parseBracketed(reader, () => parseList(reader, ']'))
  if (reader.takes('(')) {
    const inner = parseAny(reader)
    if (!reader.takes(')')) expected(reader, { en: 'a closing bracket', zh: '右括号' })
    return inner
  }
  expected(reader, { en: 'an expression', zh: '表达式' })
  // Skips invalid tokens to continue after them.
  if (token.problem !== undefined) reader.next()
  return { kind: 'missing', from, to: token.problem === undefined ? from : to }
}

function literal(reader: Reader, value: string | bigint | number | boolean): Expression {
  const { from, to } = reader.next()
  return { kind: 'literal', value, from, to }
}

/** Limit of digits, because the time to parse them grows with the square. */
const maxIntegerLength = 4096

function parseWholeLiteral(reader: Reader, text: string): Expression {
  if (text.length <= maxIntegerLength) return literal(reader, BigInt(text))
  reader.fail({ en: 'The number is too large', zh: '数字过大' })
  return literal(reader, 0n)
}

function parseFloatLiteral(reader: Reader, text: string): Expression {
  const value = Number(text)
  if (!Number.isFinite(value)) reader.fail({ en: 'The number is too large', zh: '数字过大' })
  return literal(reader, value)
}

function parseNamed(reader: Reader, { kind, value }: Token): Expression {
  if (kind === 'name' && reader.is('(', 1)) return parseCall(reader)
  if (kind === 'name' && (value === 'true' || value === 'false') && !reader.is('.', 1) && !reader.is('[', 1)) {
    return literal(reader, value === 'true')
  }
  return parsePath(reader, 'value')
}

function parseCall(reader: Reader): CallExpression {
  const { value: name, from, to } = reader.next()
  reader.next()
  const args = parseList(reader, ')')
  return { kind: 'call', name, nameSpan: { from, to }, args, from, to: reader.end() }
}

/** Expressions up to the closing bracket. The opening bracket is already taken. */
function parseList(reader: Reader, close: ')' | ']'): Expression[] {
  if (reader.takes(close)) return []
  const items = [parseAny(reader)]
  while (reader.takes(',')) items.push(parseAny(reader))
  if (!reader.takes(close)) {
    expected(reader, { en: `a comma or ${close}`, zh: `逗号或 ${close}` })
  }
  return items
}

function parseCase(reader: Reader): Expression {
  const { from } = reader.next()
  const details = reader.is('when') ? undefined : parseAny(reader)
  const branches: CaseBranch[] = []
  while (reader.is('when')) branches.push(parseBranch(reader))
  if (branches.length === 0) expected(reader, { en: 'WHEN', zh: ' WHEN' })
  const otherwise = reader.takes('else') ? parseAny(reader) : undefined
  if (!reader.takes('end')) expected(reader, { en: 'END', zh: ' END' })
  return { kind: 'case', details, branches, otherwise, from, to: reader.end() }
}

function parseBranch(reader: Reader): CaseBranch {
  const { from } = reader.next()
  const when = parseAny(reader)
  if (!reader.takes('then')) expected(reader, { en: 'THEN', zh: ' THEN' })
  const result = parseAny(reader)
  return { when, result, from, to: reader.end() }
}
