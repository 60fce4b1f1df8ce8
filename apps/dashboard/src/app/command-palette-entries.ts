import type { PaletteItem } from '../ui/index.ts'

/** One line of the palette and what it does. Its id begins with its kind: `page /clients`, `client dev-1`. */
export interface Entry extends PaletteItem {
  /** Additional search terms. */
  readonly keywords?: readonly string[]
  readonly run: () => void
  /** The palette stays open: the entry only begins something in it. */
  readonly staysOpen?: true
  /** Not among the recent ones: what ends something should not lie at hand. */
  readonly isForgotten?: true
}

/** What one source found. */
export interface Found {
  readonly entries: readonly Entry[]
  readonly note?: string | undefined
}

export const nothingFound: Found = { entries: [] }

/** The entries in which every typed word occurs; those whose name begins with what was typed come first. */
export function matching(entries: readonly Entry[], text: string): readonly Entry[] {
  const typed = text.trim().toLowerCase()
  const words = typed.split(/\s+/)
  const found = entries.filter(({ label, hint = '', keywords = [] }) => {
    const haystack = [label, hint, ...keywords].join(' ').toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
  const rank = ({ label }: Entry) => {
    const name = label.toLowerCase()
    return name.startsWith(typed) ? 0 : words.every((word) => name.includes(word)) ? 1 : 2
  }
  return found.toSorted((a, b) => rank(a) - rank(b))
}

/** `kick dev-1`: what to do, and to whom. */
export interface Command {
  readonly verb: 'kick' | 'ban'
  readonly who: string
}

const verbs: readonly (readonly [RegExp, Command['verb']])[] = [
  [/^(?:kick|踢出)\s+(.*)$/i, 'kick'],
  [/^(?:ban|封禁)\s+(.*)$/i, 'ban'],
]

export function parseCommand(text: string): Command | undefined {
  for (const [pattern, verb] of verbs) {
    const who = pattern.exec(text.trimStart())?.[1]
    if (who !== undefined) return { verb, who: who.trim() }
  }
  return undefined
}
