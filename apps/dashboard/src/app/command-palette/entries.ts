import type { PaletteItem } from '../../ui/index.ts'

/** An entry of the palette. Its id starts with its kind: `page /clients`, `client dev-1`. */
export interface PaletteEntry extends PaletteItem {
  /** Additional search terms. */
  readonly keywords?: readonly string[]
  readonly run: () => void
  /** The palette stays open, because the entry only fills in a text. */
  readonly staysOpen?: true
  /** Not listed as recent: destructive entries should not be within easy reach. */
  readonly isForgotten?: true
}

/** Results of one source. */
export interface SearchResults {
  readonly entries: readonly PaletteEntry[]
  readonly note?: string | undefined
}

export const noResults: SearchResults = { entries: [] }

/** The entries that contain every typed word; those whose name starts with the text come first. */
export function matching(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const typed = text.trim().toLowerCase()
  const words = typed.split(/\s+/)
  const found = entries.filter(({ label, hint = '', keywords = [] }) => {
    const haystack = [label, hint, ...keywords].join(' ').toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
  const rank = ({ label }: PaletteEntry) => {
    const name = label.toLowerCase()
    return name.startsWith(typed) ? 0 : words.every((word) => name.includes(word)) ? 1 : 2
  }
  return found.toSorted((a, b) => rank(a) - rank(b))
}

/** A typed command: `kick dev-1` has a verb and a client ID. */
export interface Command {
  readonly verb: 'kick' | 'ban'
  readonly clientid: string
}

const verbs: readonly (readonly [RegExp, Command['verb']])[] = [
  [/^(?:kick|踢除|踢出)\s+(.*)$/i, 'kick'],
  [/^(?:ban|封禁)\s+(.*)$/i, 'ban'],
]

export function parseCommand(text: string): Command | undefined {
  for (const [pattern, verb] of verbs) {
    const clientid = pattern.exec(text.trimStart())?.[1]
    if (clientid !== undefined) return { verb, clientid: clientid.trim() }
  }
  return undefined
}
