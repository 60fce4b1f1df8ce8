import { SettingsError, type SqlParameters } from '@mqdeck/kit'

/**
 * An INSERT with rows that can be repeated. `head` ends with VALUES, `rows` is one or more `(...)`, `tail` is the rest.
 */
export interface ParsedInsert {
  readonly head: string
  readonly rows: string
  readonly tail: string
}

/**
 * Parses `INSERT INTO t(a) VALUES (${a}) ON DUPLICATE KEY UPDATE ...` as EMQX does, so that one statement can insert
 * the rows of many messages. Undefined for other statements, and if there are placeholders outside of the rows.
 * @throws {SettingsError} if a placeholder is part of a longer string, which cannot be a parameter
 */
export function parseInsert(sql: string, parameters: SqlParameters): ParsedInsert | undefined {
  const tokens = tokensOf(sql, parameters)
  const [first, ...others] = tokens.filter(isWord)
  if (!/^(insert|replace)$/i.test(first?.text ?? '')) return undefined
  const values = others.find((token) => token.depth === 0 && /^values?$/i.test(token.text))
  if (!values) return undefined
  const open = tokens.findIndex((token) => token.at > values.at)
  const close = endOfRows(tokens, open)
  const [start, end] = [tokens[open]?.at, tokens[close]?.at]
  if (start === undefined || end === undefined) return undefined
  const hasPlace = tokens.some(({ kind, at }) => kind === 'place' && (at < start || at > end))
  const isOne = tokens.slice(close + 1).every(({ text }, index, rest) => text !== ';' || index === rest.length - 1)
  if (hasPlace || !isOne) return undefined
  return {
    head: sql.slice(0, start),
    rows: sql.slice(start, end + 1),
    // Starts after the row, so that a comment stays complete.
    tail: sql.slice(end + 1).replace(/\s*;\s*$/, ''),
  }
}

interface Token {
  readonly kind: 'word' | 'place' | 'literal' | 'sign'
  readonly text: string
  readonly at: number
  /** Depth of parentheses. */
  readonly depth: number
}

const isWord = ({ kind }: Token) => kind === 'word'

/** Index of the last closing parenthesis of `(...), (...)`, or -1. */
function endOfRows(tokens: readonly Token[], open: number): number {
  if (tokens[open]?.text !== '(') return -1
  const close = tokens.findIndex(({ text, depth }, index) => index > open && text === ')' && depth === 0)
  const hasMoreRows = close >= 0 && tokens[close + 1]?.text === ',' && tokens[close + 2]?.text === '('
  return hasMoreRows ? endOfRows(tokens, close + 2) : close
}

// In this order: comments, quoted literals and names, placeholders, words, all other characters.
const patterns: Readonly<Record<SqlParameters, RegExp>> = {
  '?': /(?<gap>\s+|--\s[^\n]*|#[^\n]*|\/\*.*?\*\/)|(?<literal>'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`[^`]*`)|(?<place>\$\{\.?[\w\-.]+\})|(?<word>[\p{L}_][\p{L}\d_$]*)|(?<sign>.)/gsu,
  // PostgreSQL has backslash escapes only in strings with the prefix E, and $tag$ quotes.
  $n: /(?<gap>\s+|--[^\n]*|\/\*.*?\*\/)|(?<literal>e'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?<tag>\w*)\$.*?\$\k<tag>\$)|(?<place>\$\{\.?[\w\-.]+\})|(?<word>[\p{L}_][\p{L}\d_$]*)|(?<sign>.)/gisu,
}

function tokensOf(sql: string, dialect: SqlParameters): readonly Token[] {
  const found: Token[] = []
  let depth = 0
  for (const { index: at, groups = {}, 0: text } of sql.matchAll(patterns[dialect])) {
    if (groups.gap !== undefined) continue
    if (groups.literal !== undefined) refuseInside(text)
    if (text === ')') depth -= 1
    found.push({ kind: kindOf(groups), text, at, depth })
    if (text === '(') depth += 1
  }
  return found
}

function kindOf({ literal, place, word }: Readonly<Record<string, string | undefined>>): Token['kind'] {
  // A placeholder that is a whole quoted string is a parameter without the quotes.
  if (place !== undefined || (literal !== undefined && /^.\$\{.*\}.$/s.test(literal))) return 'place'
  if (literal !== undefined) return 'literal'
  return word === undefined ? 'sign' : 'word'
}

function refuseInside(literal: string): void {
  if (!/\$\{\.?[\w\-.]+\}/.test(literal) || /^(["'])\$\{\.?[\w\-.]+\}\1$/.test(literal)) return
  throw new SettingsError('sql', 'a placeholder must be the whole string, use a database function to join strings')
}
