/** Finds what somebody looks for in lines. */
export interface LineSearch {
  readonly isIn: (text: string) => boolean
  /** The text in pieces, in turns without and with what was found: the second, fourth, ... one is to be marked. */
  readonly split: (text: string) => readonly string[]
}

export type SearchFault = 'invalid' | 'slow'

/** What stands behind so many characters of a line is not looked at by an expression: its time may grow with their cube. */
const mostLooked = 1000

/**
 * What to look for: a text in any case, or `/expression/` with the flags i, m, s, u. An expression that could take for ever
 * is refused, since nothing can stop it once it runs. Undefined: everything.
 */
export function toLineSearch(query: string): LineSearch | SearchFault | undefined {
  if (query === '') return undefined
  const [, source, flags = ''] = /^\/(.+)\/([imsu]*)$/.exec(query) ?? []
  if (source === undefined) return searchFor(new RegExp(escapeText(query), 'gi'), Number.POSITIVE_INFINITY)
  if (isSlow(source)) return 'slow'
  try {
    return searchFor(new RegExp(source, `g${flags}`), mostLooked)
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
 * Whether the time an expression takes may grow without measure: a repeated group that itself repeats or chooses, a
 * reference back, more than two long repetitions, or many parts that may be missing.
 */
function isSlow(source: string): boolean {
  if (/\\[1-9k]/.test(source)) return true
  // What stands in brackets or after a backslash repeats nothing; nor does what tells the kind of a group.
  const bare = source
    .replaceAll(/\\./g, 'x')
    .replaceAll(/\[[^\]]*\]/g, 'x')
    .replaceAll(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(')
  const repetitions = [...bare.matchAll(/[*+]|\{\d+,(?:\d{2,})?\}/g)].length
  if (repetitions > 2 || waysThrough(bare) > mostWays / 8 ** repetitions) return true
  return groupsOf(bare).some(({ inside, isRepeated }) => isRepeated && /[*+|?{]/.test(inside))
}

const mostWays = 1000

/** How many there are past what may be missing, or repeat a few times. */
const waysThrough = (bare: string) =>
  [...bare.matchAll(/\?|\{(\d+),(\d)\}/g)].reduce(
    (ways, [, least, most]) => ways * (least === undefined ? 2 : Number(most) - Number(least) + 1),
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
