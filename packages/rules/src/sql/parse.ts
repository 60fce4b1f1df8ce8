import type { Expression, ExpressionField, Field, PathExpression, Source, SqlProblem, Statement } from './ast.ts'
import { parseAny } from './parse-expression.ts'
import { parsePath } from './parse-path.ts'
import { createReader, expected, isAtEnd, type Reader } from './reader.ts'
import { sourceKind } from './sources.ts'

export interface Parsed {
  /** The parsed statement, with placeholders at problems. Undefined if it has no SELECT or FOREACH. */
  readonly statement: Statement | undefined
  /** In the order of the text. Empty if the statement is valid. */
  readonly problems: readonly SqlProblem[]
}

export interface ParseOptions {
  /** False for schema validation, whose SQL has no FROM: `SELECT payload.a as a WHERE a > 1`. */
  readonly hasFrom?: boolean
}

/** Never throws. */
export function parseSql(text: string, { hasFrom = true }: ParseOptions = {}): Parsed {
  const reader = createReader(text)
  const statement = parseStatement(reader, hasFrom)
  return { statement, problems: reader.problems }
}

/** Parses one expression of a SELECT. Never throws. */
export function parseExpression(text: string): {
  readonly expression: Expression
  readonly problems: readonly SqlProblem[]
} {
  const reader = createReader(text)
  const expression = parseAny(reader)
  expectEnd(reader)
  return { expression, problems: reader.problems }
}

function parseStatement(reader: Reader, hasFrom: boolean): Statement | undefined {
  const { from } = reader.peek()
  if (reader.takes('foreach')) return parseForeach(reader, from, hasFrom)
  if (!reader.takes('select')) {
    expected(reader, { en: 'SELECT or FOREACH', zh: ' SELECT 或 FOREACH' })
    return undefined
  }
  const fields = parseFields(reader)
  return { kind: 'select', text: reader.text, fields, ...parseRest(reader, hasFrom), from, to: reader.end() }
}

function parseForeach(reader: Reader, from: number, hasFrom: boolean): Statement {
  const fields = parseFields(reader).filter((field) => isExpression(reader, field))
  const each = reader.takes('do') ? parseFields(reader) : undefined
  const incase = reader.takes('incase') ? parseCondition(reader) : undefined
  const rest = parseRest(reader, hasFrom)
  return { kind: 'foreach', text: reader.text, fields, do: each, incase, ...rest, from, to: reader.end() }
}

function isExpression(reader: Reader, field: Field): field is ExpressionField {
  if (field.kind === 'field') return true
  reader.fail({ en: 'FOREACH needs a list, not *', zh: 'FOREACH 需要列表，而不是 *' }, field)
  reader.found()
  return false
}

function parseRest(reader: Reader, hasFrom: boolean) {
  const sources = hasFrom ? parseFrom(reader) : []
  const where = reader.takes('where') ? parseCondition(reader) : undefined
  expectEnd(reader)
  return { sources, where }
}

function parseCondition(reader: Reader): Expression {
  const condition = parseAny(reader)
  if (!isClause(reader) && !isAtEnd(reader)) {
    expected(reader, { en: 'AND, OR or the next clause', zh: ' AND、OR 或下一个子句' })
    skip(reader, isClause)
  }
  reader.found()
  return condition
}

function parseFields(reader: Reader): Field[] {
  const fields: Field[] = []
  do {
    fields.push(parseField(reader))
    if (!isClause(reader) && !reader.is(',') && !isAtEnd(reader)) {
      expected(reader, { en: 'a comma or the next clause', zh: '逗号或下一个子句' })
      skip(reader, () => isClause(reader) || reader.is(','))
    }
    reader.found()
  } while (reader.takes(','))
  return fields
}

function parseField(reader: Reader): Field {
  const { from, to } = reader.peek()
  if (reader.takes('*')) return { kind: 'all', from, to }
  const expression = parseAny(reader)
  return { kind: 'field', expression, alias: parseAlias(reader), from, to: reader.end() }
}

/** Parses `as a.b[1]`. AS is optional. */
function parseAlias(reader: Reader): PathExpression | undefined {
  const hasAs = reader.takes('as')
  const { kind } = reader.peek()
  if (kind === 'name' || kind === 'quoted') return parsePath(reader, 'alias')
  if (hasAs) expected(reader, { en: 'a name', zh: '名称' })
  return undefined
}

function parseFrom(reader: Reader): Source[] {
  if (!reader.takes('from')) {
    expected(reader, { en: 'FROM', zh: ' FROM' })
    skip(reader, () => reader.is('from') || reader.is('where'))
    if (!reader.takes('from')) return []
  }
  reader.found()
  const sources: Source[] = []
  do {
    const source = parseSource(reader)
    if (source !== undefined) sources.push(source)
    if (!isClause(reader) && !reader.is(',') && !isAtEnd(reader)) {
      expected(reader, { en: 'a comma, WHERE or the end of the statement', zh: '逗号、WHERE 或结尾' })
      skip(reader, () => isClause(reader) || reader.is(','))
    }
    reader.found()
  } while (reader.takes(','))
  return sources
}

function parseSource(reader: Reader): Source | undefined {
  const { kind, value, from, to } = reader.peek()
  if (kind === 'name' || kind === 'quoted' || kind === 'string') {
    reader.next()
    if (value === '') reader.fail({ en: 'The input is empty', zh: '数据输入为空' }, { from, to })
    return { kind: sourceKind(value), text: value, from, to }
  }
  expected(reader, { en: 'a topic, an event or a source in double quotes', zh: '双引号中的主题、事件或 Source' })
  return undefined
}

const clauses = ['select', 'foreach', 'do', 'incase', 'from', 'where']
const isClause = (reader: Reader) => clauses.some((clause) => reader.is(clause))

function expectEnd(reader: Reader) {
  if (!isAtEnd(reader)) expected(reader, { en: 'the end of the statement', zh: '结尾' })
}

/** Skips to a token at which parsing can continue. */
function skip(reader: Reader, isSafe: (reader: Reader) => boolean) {
  while (!isAtEnd(reader) && !isSafe(reader)) reader.next()
}
