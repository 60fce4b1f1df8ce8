/** A pattern in which `*` is any text and `?` any one character; it matches the whole text. */
export interface Wildcard {
  readonly matches: (text: string) => boolean
  /** The longest literal part of the pattern, which EMQX can search for. Empty when the pattern has none. */
  readonly literal: string
}

/** Undefined for a text without wildcards. */
export function parseWildcard(pattern: string | undefined): Wildcard | undefined {
  if (pattern === undefined || !/[*?]/.test(pattern)) return undefined
  const literal = pattern.split(/[*?]+/).reduce((longest, part) => (part.length > longest.length ? part : longest), '')
  return { literal, matches: (text) => matchesFrom(pattern, text) }
}

/** Backtracks to the last `*` only, so that the time is at most proportional to the product of both lengths. */
function matchesFrom(pattern: string, text: string): boolean {
  let at = 0
  let star = -1
  let resume = 0
  for (let index = 0; index < text.length; ) {
    const symbol = pattern[at]
    if (symbol === '*') {
      star = at
      resume = index
      at += 1
    } else if (symbol === '?' || (symbol !== undefined && symbol === text[index])) {
      at += 1
      index += 1
    } else if (star >= 0) {
      at = star + 1
      resume += 1
      index = resume
    } else return false
  }
  return /^\**$/.test(pattern.slice(at))
}
