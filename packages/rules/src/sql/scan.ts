import type { Text } from '@mqdeck/contract'
import type { Span } from './ast.ts'

type TokenKind =
  | 'keyword'
  /** Identifiers and the operators `div` and `mod`, which can also be names. */
  | 'name'
  /** A name in double quotes. `value` is without quotes. */
  | 'quoted'
  /** A string in single quotes. `value` is without quotes. */
  | 'string'
  | 'integer'
  | 'float'
  | 'operator'
  /** Brackets, commas and dots. */
  | 'punctuation'
  | 'comment'
  /** An invalid token, described by `problem`. */
  | 'unknown'

export interface Token extends Span {
  readonly kind: TokenKind
  /** Keywords in lower case, quoted text without quotes, all other tokens unchanged. */
  readonly value: string
  readonly problem?: Text
}

export const keywords: ReadonlySet<string> = new Set([
  ...['select', 'foreach', 'do', 'incase', 'from', 'where', 'as', 'and', 'or', 'not', 'in'],
  ...['case', 'when', 'then', 'else', 'end'],
  // Reserved but unused.
  ...['if', 'elsif'],
])

const pattern = new RegExp(
  [
    /(?<space>[ \t\r\n\f\v\u00a0\ufeff]+)/,
    /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)/,
    /(?<openComment>\/\*[\s\S]*)/,
    /(?<string>'[^']*(?:''[^']*)*')/,
    /(?<quoted>"[^"]*(?:""[^"]*)*")/,
    /(?<openString>['"][\s\S]*)/,
    /(?<float>\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)(?![\w$@~]))/,
    /(?<badNumber>\d+(?:\.\d+)?[A-Za-z_$@~][\w$@~]*)/,
    /(?<integer>\d+)/,
    /(?<name>[A-Za-z_][\w$@~]*)/,
    /(?<badComparison>==|~=)/,
    /(?<operator>=~|!=|<>|<=|>=|[=<>+\-*/])/,
    /(?<punctuation>\.\.|[()[\],.])/,
    /(?<foreign>[\p{L}\p{N}_]+)/u,
    /(?<other>[\s\S])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'uy',
)

/** Splits any text into tokens. White space is omitted. */
export function scanSql(text: string): readonly Token[] {
  const tokens: Token[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const from = pattern.lastIndex
    const groups = pattern.exec(text)?.groups
    // The last alternative matches any character, including half of a surrogate pair.
    if (groups === undefined) break
    if (groups.space === undefined) tokens.push(tokenOf(groups, from, pattern.lastIndex))
  }
  return tokens
}

function tokenOf(groups: Record<string, string | undefined>, from: number, to: number): Token {
  const { name, string, quoted, integer, float, operator, punctuation, comment } = groups
  if (name !== undefined) {
    const lower = name.toLowerCase()
    return keywords.has(lower) ? { kind: 'keyword', value: lower, from, to } : { kind: 'name', value: name, from, to }
  }
  // Doubled quotes and backslashes are kept, as in EMQX. Use `unescape` to convert backslashes.
  if (string !== undefined) return { kind: 'string', value: string.slice(1, -1), from, to }
  if (quoted !== undefined) return { kind: 'quoted', value: quoted.slice(1, -1), from, to }
  if (integer !== undefined) return { kind: 'integer', value: integer, from, to }
  if (float !== undefined) return { kind: 'float', value: float, from, to }
  if (operator !== undefined) return { kind: 'operator', value: operator, from, to }
  if (punctuation !== undefined) return { kind: 'punctuation', value: punctuation, from, to }
  if (comment !== undefined) return { kind: 'comment', value: comment, from, to }
  return unknownToken(groups, from, to)
}

function unknownToken(groups: Record<string, string | undefined>, from: number, to: number): Token {
  const { openString, openComment, badNumber, badComparison, foreign, other = '' } = groups
  if (openString !== undefined) {
    const value = openString.slice(1)
    return { kind: 'unknown', value, from, to, problem: openString.startsWith("'") ? unclosed.string : unclosed.name }
  }
  if (openComment !== undefined) return { kind: 'unknown', value: openComment, from, to, problem: unclosed.comment }
  if (badNumber !== undefined) {
    const problem = { en: `${badNumber} is neither a number nor a name`, zh: `${badNumber} 既不是数字也不是名称` }
    return { kind: 'unknown', value: badNumber, from, to, problem }
  }
  if (badComparison !== undefined) {
    const right = badComparison === '==' ? '=' : '=~'
    const problem = { en: `Write ${right} instead of ${badComparison}`, zh: `请写 ${right}，而不是 ${badComparison}` }
    return { kind: 'unknown', value: badComparison, from, to, problem }
  }
  if (foreign !== undefined) {
    const problem = {
      en: `Put the name in double quotes, as in "${foreign}"`,
      zh: `请用双引号括起名称，如 "${foreign}"`,
    }
    return { kind: 'unknown', value: foreign, from, to, problem }
  }
  return {
    kind: 'unknown',
    value: other,
    from,
    to,
    problem: { en: `Unexpected character ${other}`, zh: `意外的字符 ${other}` },
  }
}

const unclosed = {
  string: { en: "A closing ' is missing", zh: "缺少结尾的 '" },
  name: { en: 'A closing " is missing', zh: '缺少结尾的 "' },
  comment: { en: 'A closing */ is missing', zh: '缺少结尾的 */' },
}
