import { RE2JS, RE2JSException } from 're2js'
import { fail, within } from './text-failure.ts'

/** Compiled patterns. Most are written in rules, so there are few. */
const compiled = new Map<string, RE2JS>()
const maxCompiled = 200

/**
 * RE2, which searches in linear time, because clients send the searched text. EMQX's PCRE also has look-around and
 * back-references.
 */
export const matches = (text: string, pattern: string): boolean => compile(pattern).matcher(text).find()

/** Groups of the first match, up to the last group that took part. */
export function extract(text: string, pattern: string): string[] {
  const matcher = compile(pattern).matcher(text)
  if (!matcher.find()) return []
  const groups = Array.from({ length: matcher.groupCount() }, (_, index) => matcher.group(index + 1))
  return groups.slice(0, groups.findLastIndex((group) => group !== null) + 1).map((group) => group ?? '')
}

/** As in Erlang, `&` is the whole match, `\1`, `\g1` and `\g{1}` the first group, and `\&` an ampersand. */
export function replaceMatches(text: string, pattern: string, by: string, longest: number): string {
  const parts = piecesOf(by)
  const matcher = compile(pattern).matcher(text)
  const result: string[] = []
  let length = 0
  let at = 0
  const add = (piece: string) => {
    length = within(length + piece.length, longest)
    result.push(piece)
  }
  while (matcher.find()) {
    add(text.slice(at, matcher.start()))
    for (const part of parts) {
      if (typeof part === 'string') add(part)
      else if (part <= matcher.groupCount()) add(matcher.group(part) ?? '')
    }
    at = matcher.end()
  }
  add(text.slice(at))
  return result.join('')
}

/** Texts, and the numbers of groups. */
function piecesOf(replacement: string): readonly (string | number)[] {
  return Array.from(
    replacement.matchAll(/\\(?:g\{(\d+)\}|g?(\d+)|([&\\]))|&|[^\\&]+|\\/g),
    ([written, inBraces, plain, literal]) => {
      if (written === '&') return 0
      const group = inBraces ?? plain
      return group === undefined ? (literal ?? written) : Number(group)
    },
  )
}

function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern)
  if (known) return known
  try {
    const fresh = RE2JS.compile(pattern)
    if (compiled.size >= maxCompiled) compiled.clear()
    compiled.set(pattern, fresh)
    return fresh
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return fail(`the pattern ${pattern.slice(0, 100)} cannot be used: ${error.message}`)
  }
}
