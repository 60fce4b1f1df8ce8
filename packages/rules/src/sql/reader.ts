import type { Text } from '@mqdeck/contract'
import type { Span, SqlProblem } from './ast.ts'
import { problemAt } from './problem.ts'
import { scanSql, type Token } from './scan.ts'

/** Longer statements are rejected without parsing. UTF-16 units. */
const maxSqlLength = 262_144

/** Limit for nested brackets, CASEs and signs and for operators in a row, which limits the depth of the tree. */
const maxDepth = 200

/** Limits the number of problems, because each one scans the text for its line. */
const maxProblems = 100

/** Reads the tokens of a text without comments and collects problems. */
export interface Reader {
  readonly text: string
  readonly peek: (ahead?: number) => Token
  readonly next: () => Token
  /** End of the previous token. */
  readonly end: () => number
  readonly is: (value: string, ahead?: number) => boolean
  /** Takes the next token if it is the given keyword, operator or punctuation. */
  readonly takes: (value: string) => boolean
  /**
   * Adds a problem at the next token. Problems before the next `found` are ignored, because they mostly follow from the
   * first one.
   */
  readonly fail: (message: Text, span?: Span) => void
  readonly found: () => void
  readonly isLost: () => boolean
  /** Runs `read` one level deeper. Beyond the limit it adds a problem and runs `instead`. */
  readonly deeper: <T>(read: () => T, instead: () => T) => T
  readonly problems: readonly SqlProblem[]
}

const fixed: ReadonlySet<string> = new Set(['keyword', 'operator', 'punctuation'])

export function createReader(text: string): Reader {
  const tokens = text.length > maxSqlLength ? [] : scanSql(text).filter(({ kind }) => kind !== 'comment')
  const last: Token = { kind: 'unknown', value: '', from: text.length, to: text.length }
  const problems: SqlProblem[] = []
  let at = 0
  let depth = 0
  let isLost = false

  const peek = (ahead = 0) => tokens[at + ahead] ?? last
  const is = (value: string, ahead = 0) => {
    const token = peek(ahead)
    return token.value === value && fixed.has(token.kind)
  }
  const fail = (message: Text, span: Span = peek()) => {
    if (!isLost && problems.length < maxProblems) problems.push(problemAt(text, span, message))
    isLost = true
  }
  if (text.length > maxSqlLength) {
    fail({ en: `The statement is longer than ${maxSqlLength} characters`, zh: `语句超过 ${maxSqlLength} 个字符` }, last)
  }
  return {
    text,
    peek,
    next: () => {
      const token = peek()
      if (at < tokens.length) at += 1
      return token
    },
    end: () => tokens[at - 1]?.to ?? 0,
    is,
    takes: (value) => {
      const isIt = is(value)
      if (isIt) at += 1
      return isIt
    },
    fail,
    found: () => {
      isLost = false
    },
    isLost: () => isLost,
    deeper: (read, instead) => {
      if (depth >= maxDepth) {
        fail({ en: 'The expression is nested too deeply', zh: '表达式嵌套过深' })
        at = tokens.length
        return instead()
      }
      depth += 1
      const result = read()
      depth -= 1
      return result
    },
    problems,
  }
}

export const isAtEnd = (reader: Reader) => reader.peek().to === reader.peek().from

/** Name of a token for messages. */
function named(token: Token): Text {
  if (token.from === token.to) return { en: 'the end of the statement', zh: '结尾' }
  if (token.kind === 'keyword') return { en: token.value.toUpperCase(), zh: token.value.toUpperCase() }
  if (token.kind === 'string') return { en: `'${token.value}'`, zh: `'${token.value}'` }
  if (token.kind === 'quoted') return { en: `"${token.value}"`, zh: `"${token.value}"` }
  return { en: token.value, zh: token.value }
}

/** Adds "Expected a comma, found END", or the problem of an invalid token. */
export function expected(reader: Reader, what: Text) {
  const token = reader.peek()
  const found = named(token)
  reader.fail(
    token.problem ?? { en: `Expected ${what.en}, found ${found.en}`, zh: `此处应为${what.zh}，而不是 ${found.zh}` },
  )
}
