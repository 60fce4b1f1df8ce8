import type { Text } from '@mqdeck/contract'
import type { Span, SqlProblem } from './ast.ts'
import { problemAt } from './problem.ts'
import { scanSql, type Token } from './scan.ts'

/** Longer texts are not read at all: nobody writes them, and a parser has to end. UTF-16 units. */
const maxSqlLength = 262_144

/** Brackets, CASEs and signs within one another, and operators in a row; the same bounds the depth of a tree. */
const maxDepth = 200

/** Nobody reads more of them, and each costs a look through the text. */
const maxProblems = 100

/** The tokens of a text without comments, with a place in them, and what was found wrong so far. */
export interface Reader {
  readonly text: string
  readonly peek: (ahead?: number) => Token
  readonly next: () => Token
  /** The end of the token before. */
  readonly end: () => number
  readonly is: (value: string, ahead?: number) => boolean
  /** Takes the token if it is this keyword, operator or punctuation. */
  readonly takes: (value: string) => boolean
  /**
   * Notes a problem at the coming token, unless one has been noted since the last `found`: what follows a mistake is mostly a
   * consequence of it.
   */
  readonly fail: (message: Text, span?: Span) => void
  readonly found: () => void
  readonly isLost: () => boolean
  /** Runs `read` one level deeper; too deep, it notes that and runs `instead`. */
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

/** Whether there is nothing more to read. */
export const isAtEnd = (reader: Reader) => reader.peek().to === reader.peek().from

/** What a token is called in a sentence. */
function named(token: Token): Text {
  if (token.from === token.to) return { en: 'the end of the statement', zh: '结尾' }
  if (token.kind === 'keyword') return { en: token.value.toUpperCase(), zh: token.value.toUpperCase() }
  if (token.kind === 'string') return { en: `'${token.value}'`, zh: `'${token.value}'` }
  if (token.kind === 'quoted') return { en: `"${token.value}"`, zh: `"${token.value}"` }
  return { en: token.value, zh: token.value }
}

/** "Expected a comma, found END": or what the scanner knew about the token. */
export function expected(reader: Reader, what: Text) {
  const token = reader.peek()
  const found = named(token)
  reader.fail(
    token.problem ?? { en: `Expected ${what.en}, found ${found.en}`, zh: `此处应为${what.zh}，而不是 ${found.zh}` },
  )
}
