import type { ComparisonOperator, Expression } from './ast.ts'
import { parseExpression } from './parse.ts'
import { scanSql, type Token } from './scan.ts'

/** A field of SELECT as written: `payload.t`, `upper(topic)` or `*`. The alias is empty without AS. */
export interface WrittenField {
  readonly expression: string
  readonly alias: string
}

/** The fields of SELECT. Undefined for FOREACH and invalid statements. Comments between the fields are left out. */
export function readFields(text: string): readonly WrittenField[] | undefined {
  const clause = clauseOf(text, 'select')
  if (clause === undefined || clause.tokens.length === 0) return undefined
  return splitAt(clause.tokens, (token) => isPunctuation(token, ',')).map((tokens) => {
    const [expression = [], alias = []] = splitAt(tokens, (token) => isKeyword(token, 'as'))
    return { expression: written(text, expression), alias: written(text, alias) }
  })
}

/** Replaces the fields of SELECT and keeps everything else. Unchanged for FOREACH. */
export function withFields(text: string, fields: readonly WrittenField[]): string {
  const clause = clauseOf(text, 'select')
  if (clause === undefined) return text
  const list = fields
    .map(({ expression, alias }) => (alias === '' ? expression : `${expression} as ${alias}`))
    .join(',\n  ')
  return `${text.slice(0, clause.keyword.to)}\n  ${list}\n${text.slice(clause.end).trimStart()}`
}

/** The condition of WHERE as written. Undefined without WHERE. */
export function readWhere(text: string): string | undefined {
  const clause = clauseOf(text, 'where')
  return clause && written(text, clause.tokens)
}

/** Replaces, adds or removes WHERE, which is the last clause. */
export function withWhere(text: string, condition: string | undefined): string {
  const clause = clauseOf(text, 'where')
  const before = (clause ? text.slice(0, clause.keyword.from) : text).trimEnd()
  return condition === undefined || condition.trim() === '' ? before : `${before}\nWHERE\n  ${condition.trim()}`
}

/** A call as written, such as `substr` with `topic` and `2, 3`. Undefined for other expressions. */
export function readCall(expression: string): { readonly name: string; readonly args: readonly string[] } | undefined {
  const { expression: node, problems } = parseExpression(expression)
  if (node.kind !== 'call' || problems.length > 0 || node.to < expression.trimEnd().length) return undefined
  const tokens = scanSql(expression).filter(({ from }) => from >= node.nameSpan.to)
  const inside = tokens.slice(1, -1)
  const args = inside.length === 0 ? [] : splitAt(inside, (token) => isPunctuation(token, ','))
  return { name: node.name, args: args.map((one) => written(expression, one)) }
}

/** `value` is the text of a string, or the digits of a number. */
type ConditionValue =
  | { readonly kind: 'text' | 'number' | 'field'; readonly value: string }
  | { readonly kind: 'flag'; readonly value: 'true' | 'false' }

export type Condition = { readonly field: string; readonly operator: ComparisonOperator } & ConditionValue

/** Conditions joined by AND or OR, with at most one level of groups below. */
export interface ConditionGroup<Item = Condition | ConditionGroup<Condition>> {
  readonly operator: 'and' | 'or'
  readonly items: readonly Item[]
}

/** The conditions of a WHERE. Undefined if it has anything but comparisons of a field with a value or another field. */
export function readConditions(where: string): ConditionGroup | undefined {
  const { expression, problems } = parseExpression(where)
  if (problems.length > 0) return undefined
  const top = expression.kind === 'logic' ? expression : { operator: 'and' as const, operands: [expression] }
  const items: (Condition | ConditionGroup<Condition>)[] = []
  for (const operand of top.operands) {
    const item =
      operand.kind === 'logic' ? readGroup(where, operand.operator, operand.operands) : readOne(where, operand)
    if (item === undefined) return undefined
    items.push(item)
  }
  return { operator: top.operator, items }
}

function readGroup(
  text: string,
  operator: 'and' | 'or',
  operands: readonly Expression[],
): ConditionGroup<Condition> | undefined {
  const items = operands.map((operand) => readOne(text, operand))
  return items.every((item) => item !== undefined) ? { operator, items } : undefined
}

function readOne(text: string, node: Expression): Condition | undefined {
  if (node.kind !== 'comparison' || node.left.kind !== 'path') return undefined
  const value = readValue(text, node.right)
  return value && { field: text.slice(node.left.from, node.left.to), operator: node.operator, ...value }
}

function readValue(text: string, node: Expression): ConditionValue | undefined {
  if (node.kind === 'path') return { kind: 'field', value: text.slice(node.from, node.to) }
  if (node.kind === 'sign' && node.operand.kind === 'literal' && typeof node.operand.value !== 'string')
    return { kind: 'number', value: text.slice(node.from, node.to) }
  if (node.kind !== 'literal') return undefined
  if (typeof node.value === 'string') return { kind: 'text', value: node.value }
  if (typeof node.value === 'boolean') return { kind: 'flag', value: node.value ? 'true' : 'false' }
  return { kind: 'number', value: text.slice(node.from, node.to) }
}

/** The SQL of conditions. An empty group gives an empty text. */
export function writeConditions({ operator, items }: ConditionGroup): string {
  const parts = items.flatMap((item) => {
    if (!('items' in item)) return [writeOne(item)]
    const inner = item.items.map(writeOne).join(` ${item.operator.toUpperCase()} `)
    return item.items.length === 0 ? [] : [item.items.length === 1 ? inner : `(${inner})`]
  })
  return parts.join(`\n  ${operator.toUpperCase()} `)
}

const writeOne = ({ field, operator, kind, value }: Condition): string =>
  `${field} ${operator} ${kind === 'text' ? `'${value}'` : value}`

interface Clause {
  readonly keyword: Token
  /** Without comments. */
  readonly tokens: readonly Token[]
  /** Position of the next clause, or of the end. */
  readonly end: number
}

/** Undefined if the statement starts otherwise, or without such a clause. */
function clauseOf(text: string, word: 'select' | 'where'): Clause | undefined {
  const tokens = scanSql(text).filter(({ kind }) => kind !== 'comment')
  const at = tokens.findIndex((token) => isKeyword(token, word))
  const keyword = tokens[at]
  if (keyword === undefined || (word === 'select' && at > 0)) return undefined
  const end = tokens.findIndex((token, index) => index > at && (isKeyword(token, 'from') || isKeyword(token, 'where')))
  const inside = tokens.slice(at + 1, end < 0 ? tokens.length : end)
  return { keyword, tokens: inside, end: tokens[end]?.from ?? text.length }
}

/** Splits at tokens that are not in brackets or CASE. */
function splitAt(tokens: readonly Token[], isSeparator: (token: Token) => boolean): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (opens.some((is) => is(token))) depth += 1
    if (closes.some((is) => is(token))) depth -= 1
    if (depth === 0 && isSeparator(token)) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

const isKeyword = ({ kind, value }: Token, word: string) => kind === 'keyword' && value === word
const isPunctuation = ({ kind, value }: Token, sign: string) => kind === 'punctuation' && value === sign
const opens = [
  (token: Token) => isPunctuation(token, '('),
  (token: Token) => isPunctuation(token, '['),
  (token: Token) => isKeyword(token, 'case'),
]
const closes = [
  (token: Token) => isPunctuation(token, ')'),
  (token: Token) => isPunctuation(token, ']'),
  (token: Token) => isKeyword(token, 'end'),
]

const written = (text: string, tokens: readonly Token[]): string =>
  text.slice(tokens[0]?.from ?? 0, tokens.at(-1)?.to ?? 0)
