import { RE2JS, RE2JSException } from 're2js'
import { fail, toText } from './values.ts'

/** Patterns that were compiled; mostly they are written in the expression, so there are few. */
const compiled = new Map<string, RE2JS>()
const mostCompiled = 100

/** RE2, whose searches take linear time: clients choose the texts. Look-around and back-references are not in it. */
export const matches = (text: string, pattern: string): boolean => compile(pattern).matcher(text).find()

/** The groups of the first match. */
export function extract(text: string, pattern: string): string[] {
  const matcher = compile(pattern).matcher(text)
  if (!matcher.find()) return []
  return Array.from({ length: matcher.groupCount() }, (_, index) => matcher.group(index + 1) ?? '')
}

/** As in Erlang, `\1` is the first group, `&` the whole match, and a group that is not there is empty. */
export function replaceMatches(text: string, pattern: string, by: string): string {
  const parts = [...by.matchAll(/\\(?<group>\d)|\\(?<literal>&)|(?<whole>&)|[^\\&]+|\\/g)]
  const matcher = compile(pattern).matcher(text)
  let result = ''
  let at = 0
  while (matcher.find()) {
    const groupOf = (index: number) => (index <= matcher.groupCount() ? (matcher.group(index) ?? '') : '')
    const replaced = parts.map(([part, group, literal, whole]) =>
      group === undefined ? (literal ?? (whole ? groupOf(0) : part)) : groupOf(Number(group)),
    )
    result = toText(result + text.slice(at, matcher.start()) + replaced.join(''))
    at = matcher.end()
  }
  return result + text.slice(at)
}

function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern)
  if (known) return known
  try {
    const fresh = RE2JS.compile(pattern, RE2JS.DOTALL)
    if (compiled.size >= mostCompiled) compiled.clear()
    compiled.set(pattern, fresh)
    return fresh
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return fail(`the pattern ${pattern.slice(0, 100)} cannot be used: ${error.message}`)
  }
}
