import { SettingsError, type SqlParameters } from '@mqdeck/kit'

/** An INSERT whose rows can be repeated: `head` ends with VALUES, `rows` are `(...)` or several, `tail` is what comes behind. */
export interface ParsedInsert {
  readonly head: string
  readonly rows: string
  readonly tail: string
}

/**
 * Takes `INSERT INTO t(a) VALUES (${a}) ON DUPLICATE KEY UPDATE ...` apart, as EMQX does, so that one statement can have the rows
 * of many messages. Undefined for everything else, and where place holders stand outside of the rows: there they have one value.
 * @throws {SettingsError} a place holder stands inside of a longer literal, where no parameter can be
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
    // Room between the two: a comment may end where a row ends.
    tail: sql.slice(end + 1).replace(/\s*;\s*$/, ''),
  }
}

interface Token {
  readonly kind: 'word' | 'place' | 'literal' | 'sign'
  readonly text: string
  readonly at: number
  /** Of parentheses around it. */
  readonly depth: number
}

const isWord = ({ kind }: Token) => kind === 'word'

/** The parenthesis that ends the last of `(...), (...)`; -1 where there is none. */
function endOfRows(tokens: readonly Token[], open: number): number {
  if (tokens[open]?.text !== '(') return -1
  const close = tokens.findIndex(({ text, depth }, index) => index > open && text === ')' && depth === 0)
  const hasMoreRows = close >= 0 && tokens[close + 1]?.text === ',' && tokens[close + 2]?.text === '('
  return hasMoreRows ? endOfRows(tokens, close + 2) : close
}

// In this order: comments, literals and names in quotes, place holders, words, everything else.
const patterns: Readonly<Record<SqlParameters, RegExp>> = {
  '?': /(?<gap>\s+|--\s[^\n]*|#[^\n]*|\/\*.*?\*\/)|(?<literal>'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`[^`]*`)|(?<place>\$\{\.?[\w\-.]+\})|(?<word>[\p{L}_][\p{L}\d_$]*)|(?<sign>.)/gsu,
  // In PostgreSQL a backslash is one, unless an E stands before the text; and $tag$ begins and ends another kind of text.
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
  // Alone in its quotes it stands for the text.
  if (place !== undefined || (literal !== undefined && /^.\$\{.*\}.$/s.test(literal))) return 'place'
  if (literal !== undefined) return 'literal'
  return word === undefined ? 'sign' : 'word'
}

function refuseInside(literal: string): void {
  if (!/\$\{\.?[\w\-.]+\}/.test(literal) || /^(["'])\$\{\.?[\w\-.]+\}\1$/.test(literal)) return
  throw new SettingsError('sql', 'a placeholder must be the whole string, use a database function to join strings')
}
