/**
 * The text of the value at `keys` in a JSON object, as written, because JavaScript would round 12345678901234567890.
 * Undefined if there is none. `text` must be valid JSON.
 */
export function rawJsonAt(text: string, keys: readonly string[]): string | undefined {
  const tokens = [...text.matchAll(/"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g)]
  let at = 0
  for (const key of keys) {
    const inner = memberOf(tokens, at, key)
    if (inner === undefined) return undefined
    at = inner
  }
  const [first, last] = [tokens[at], tokens[endOf(tokens, at)]]
  return first && last && text.slice(first.index, last.index + last[0].length)
}

type Tokens = readonly RegExpExecArray[]

/** Offset of the value of `key` in the object that starts at `start`. */
function memberOf(tokens: Tokens, start: number, key: string): number | undefined {
  // A key follows the opening brace or a comma, and is followed by a colon.
  for (let before = start; opensMember.has(tokens[before]?.[0]); before = endOf(tokens, before + 3) + 1) {
    const name = tokens[before + 1]?.[0]
    if (name === undefined || name === '}' || tokens[start]?.[0] !== '{') return undefined
    if (JSON.parse(name) === key) return before + 3
  }
  return undefined
}

const opensMember: ReadonlySet<string | undefined> = new Set(['{', ','])

/** The last token of the value that starts at `start`. */
function endOf(tokens: Tokens, start: number): number {
  let depth = 0
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at]?.[0]
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
    if (depth === 0) return at
  }
  return tokens.length
}
