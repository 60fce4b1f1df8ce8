import type { Source, Span, Statement } from './ast.ts'
import { fieldName, itemOf } from './outputs.ts'
import { parseSql } from './parse.ts'
import { scanSql, type Token } from './scan.ts'

export type ClauseName = 'start' | 'select' | 'foreach' | 'do' | 'incase' | 'from' | 'where'

/** Context of the cursor in a complete or incomplete statement, for completion. */
export interface SqlContext {
  readonly clause: ClauseName
  /**
   * `key`: after the dot of `path`. `operator`: after a complete expression, before an operator or the next clause.
   * `nothing`: in a string or comment.
   */
  readonly place: 'expression' | 'key' | 'operator' | 'alias' | 'source' | 'nothing'
  /** The text that a completion replaces, including quotes. Empty if no word has been typed. */
  readonly word: Span
  /**
   * The keys before the dot without indexes, such as `['payload', 'a']` for `payload.a[1].
   * `.
   */
  readonly path: readonly string[]
  readonly sources: readonly Source[]
  /** Names from SELECT or FOREACH that can be used here. */
  readonly aliases: readonly string[]
  /** Name of an item in DO and INCASE. */
  readonly item: string | undefined
  /** The innermost function call around the cursor. `argument` starts at 0. */
  readonly call: { readonly name: string; readonly argument: number } | undefined
}

export function contextAt(text: string, offset: number): SqlContext {
  const tokens = scanSql(text)
  const { statement } = parseSql(text)
  const touched = tokens.find(({ from, to }) => from < offset && offset <= to)
  const isWord = touched !== undefined && wordKinds.has(touched.kind)
  const word = isWord ? { from: touched.from, to: touched.to } : { from: offset, to: offset }
  const before = tokens.filter(({ kind, to }) => kind !== 'comment' && to <= word.from)
  const clause = clauseAfter(before)
  return {
    clause,
    place: placeAfter(before, clause, touched, offset),
    word: openQuote(touched, clause) ?? word,
    path: pathBefore(before),
    sources: statement?.sources ?? [],
    aliases: statement === undefined ? [] : aliasesAt(statement, offset),
    item: statement !== undefined && (clause === 'do' || clause === 'incase') ? itemOf(statement) : undefined,
    call: callAround(before),
  }
}

const wordKinds: ReadonlySet<string> = new Set(['name', 'keyword', 'quoted', 'integer', 'float'])
const clauses: readonly ClauseName[] = ['select', 'foreach', 'do', 'incase', 'from', 'where']

function clauseAfter(before: readonly Token[]): ClauseName {
  const last = before.findLast(({ kind, value }) => kind === 'keyword' && clauses.some((clause) => clause === value))
  return clauses.find((clause) => clause === last?.value) ?? 'start'
}

function placeAfter(
  before: readonly Token[],
  clause: ClauseName,
  touched: Token | undefined,
  offset: number,
): SqlContext['place'] {
  if (clause === 'from' && touched?.kind !== 'comment') return 'source'
  if (touched !== undefined && isInside(touched, offset)) return 'nothing'
  const last = before.at(-1)
  if (last === undefined) return 'expression'
  if (last.value === '.' && last.kind === 'punctuation') return 'key'
  if (last.kind === 'keyword') return last.value === 'as' ? 'alias' : last.value === 'end' ? 'operator' : 'expression'
  return endsOperand(last) ? 'operator' : 'expression'
}

/** Inside a string or comment. A line comment includes the end of its line. */
function isInside({ kind, value, to, problem }: Token, offset: number): boolean {
  if (kind === 'comment') return offset < to || value.startsWith('--')
  if (kind === 'string') return offset < to
  return kind === 'unknown' && problem !== undefined && value.length > 1
}

const endsOperand = ({ kind, value }: Token) =>
  kind === 'string' || wordKinds.has(kind) || (kind === 'punctuation' && (value === ')' || value === ']'))

/** For an unclosed quote such as `FROM "t/`: the completion replaces the rest of the line. */
function openQuote(touched: Token | undefined, clause: ClauseName): Span | undefined {
  if (touched?.kind !== 'unknown' || clause !== 'from') return undefined
  const line = touched.value.indexOf('\n')
  return { from: touched.from, to: line === -1 ? touched.to : touched.from + 1 + line }
}

function pathBefore(before: readonly Token[]): readonly string[] {
  const path: string[] = []
  let at = before.length - 1
  while (isPunctuation(before[at], '.')) {
    at -= 1
    while (isPunctuation(before[at], ']')) at = openingOf(before, at) - 1
    const key = before[at]
    if (key === undefined || (!wordKinds.has(key.kind) && key.kind !== 'string')) break
    path.unshift(key.value)
    at -= 1
  }
  return path
}

function openingOf(before: readonly Token[], closing: number): number {
  let depth = 0
  for (let at = closing; at > 0; at -= 1) {
    if (isPunctuation(before[at], ']')) depth += 1
    else if (isPunctuation(before[at], '[')) depth -= 1
    if (depth === 0) return at
  }
  return 0
}

function callAround(before: readonly Token[]): SqlContext['call'] {
  let depth = 0
  let argument = 0
  for (let at = before.length - 1; at > 0; at -= 1) {
    const token = before[at]
    if (token?.kind === 'keyword' && clauses.some((clause) => clause === token.value)) return undefined
    if (isPunctuation(token, ')') || isPunctuation(token, ']')) depth += 1
    else if (depth > 0 && (isPunctuation(token, '(') || isPunctuation(token, '['))) depth -= 1
    else if (depth === 0 && isPunctuation(token, ',')) argument += 1
    else if (depth === 0 && isPunctuation(token, '[')) argument = 0
    else if (depth === 0 && isPunctuation(token, '(')) {
      const name = before[at - 1]
      if (name?.kind === 'name') return { name: name.value, argument }
      argument = 0
    }
  }
  return undefined
}

const isPunctuation = (token: Token | undefined, value: string) =>
  token?.kind === 'punctuation' && token.value === value

/** In SELECT and FOREACH the aliases before the cursor, after FROM all of them. */
function aliasesAt(statement: Statement, offset: number): readonly string[] {
  const names = statement.fields.flatMap((field, position) =>
    field.kind === 'field' && field.to < offset ? [fieldName(field, position)] : [],
  )
  return [...new Set(names)].filter((name) => name !== '' && !name.startsWith('_v_'))
}
