/** A search in lines of text. */
export interface LineSearch {
  readonly isIn: (text: string) => boolean
  /** Splits the text so that every second piece (index 1, 3, ...) is a match. */
  readonly split: (text: string) => readonly string[]
}

export type SearchFault = 'invalid' | 'slow'

/** Regular expressions only search this many characters of a line, since their time may grow with the cube of the length. */
const maxSearchedLength = 1000

/**
 * Parses a query: a case-insensitive text, or `/expression/` with the flags i, m, s, u. Expressions that could take too long
 * are rejected, since a running expression cannot be stopped. Returns undefined for an empty query, which matches everything.
 */
export function toLineSearch(query: string): LineSearch | SearchFault | undefined {
  if (query === '') return undefined
  const [, source, flags = ''] = /^\/(.+)\/([imsu]*)$/.exec(query) ?? []
  if (source === undefined) return searchFor(new RegExp(escapeText(query), 'gi'), Number.POSITIVE_INFINITY)
  if (isSlow(source)) return 'slow'
  try {
    return searchFor(new RegExp(source, `g${flags}`), maxSearchedLength)
  } catch {
    return 'invalid'
  }
}

function searchFor(pattern: RegExp, length: number): LineSearch {
  return {
    isIn: (text) => text.slice(0, length).search(pattern) >= 0,
    split(text) {
      const pieces: string[] = []
      let end = 0
      for (const { 0: found, index } of text.slice(0, length).matchAll(pattern)) {
        if (found === '') continue
        pieces.push(text.slice(end, index), found)
        end = index + found.length
      }
      return [...pieces, text.slice(end)]
    },
  }
}

const escapeText = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/**
 * Whether the running time of an expression may explode: it has a repeated group that contains repetitions or alternatives,
 * a back reference, more than two long repetitions, or many optional parts.
 */
function isSlow(source: string): boolean {
  if (/\\[1-9k]/.test(source)) return true
  // Remove escapes, character classes and group prefixes, whose characters are not quantifiers.
  const bare = source
    .replaceAll(/\\./g, 'x')
    .replaceAll(/\[[^\]]*\]/g, 'x')
    .replaceAll(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(')
  const repetitions = [...bare.matchAll(/[*+]|\{\d+,(?:\d{2,})?\}/g)].length
  if (repetitions > 2 || countPaths(bare) > maxPaths / 8 ** repetitions) return true
  return groupsOf(bare).some(({ inside, isRepeated }) => isRepeated && /[*+|?{]/.test(inside))
}

const maxPaths = 1000

/** Number of ways to match the optional parts and short repetitions. */
const countPaths = (bare: string) =>
  [...bare.matchAll(/\?|\{(\d+),(\d)\}/g)].reduce(
    (paths, [, min, max]) => paths * (min === undefined ? 2 : Number(max) - Number(min) + 1),
    1,
  )

function groupsOf(bare: string): readonly { readonly inside: string; readonly isRepeated: boolean }[] {
  const open: number[] = []
  return [...bare].flatMap((character, index) => {
    if (character === '(') open.push(index)
    if (character !== ')') return []
    const from = open.pop()
    if (from === undefined) return []
    return [{ inside: bare.slice(from + 1, index), isRepeated: /^[*+{]/.test(bare.slice(index + 1)) }]
  })
}
