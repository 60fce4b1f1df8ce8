import { fail, within } from './text-failure.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters as a reader (and Erlang's `string`) counts them: several code points may form one. */
export function charactersOf(text: string): readonly string[] {
  if (!composing.test(text)) return Array.from(text)
  const characters: string[] = []
  let at = 0
  let size = pieceSize
  while (at < text.length) {
    const end = pieceEnd(text, at + size)
    const found = Array.from(segmenter.segment(text.slice(at, end)), ({ segment }) => segment)
    // The last one may continue after the piece.
    if (end < text.length) found.pop()
    size = found.length === 0 ? size * 2 : pieceSize
    for (const character of found) {
      characters.push(character)
      at += character.length
    }
  }
  return characters
}

/** Not within a surrogate pair. */
function pieceEnd(text: string, end: number): number {
  if (end >= text.length) return text.length
  return isLowSurrogate(text.charCodeAt(end)) ? end - 1 : end
}

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff

/** The segmenter takes time that grows with the square of the length. */
const pieceSize = 1024

/**
 * Without any of these, every code point is a character: marks, joiners and other format characters, CR LF, Hangul
 * parts, flags, emoji modifiers.
 */
const composing =
  /[\p{M}\p{Grapheme_Extend}\p{Regional_Indicator}\p{Emoji_Modifier}\p{Cf}\r\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u

/** White space of Erlang. */
const blanks = new Set('\t\n\v\f\r \u0085\u200e\u200f\u2028\u2029')

export function trimStart(text: string): string {
  let at = 0
  while (at < text.length && blanks.has(text.charAt(at))) at += 1
  return text.slice(at)
}

export function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && blanks.has(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

export const splitWays = ['notrim', 'leading', 'leading_notrim', 'trailing', 'trailing_notrim'] as const

/** Splits at the first, the last or every separator. Empty parts are omitted unless the option is `notrim`. */
export function split(text: string, separator: string, way: (typeof splitWays)[number] | undefined): string[] {
  // Erlang never finds the empty text.
  const parts = separator === '' ? [text] : partsOf(text, separator, way)
  return way?.endsWith('notrim') ? parts : parts.filter((part) => part !== '')
}

function partsOf(text: string, separator: string, way: string | undefined): string[] {
  if (way?.startsWith('leading')) return splitOnce(text, separator, text.indexOf(separator))
  if (way?.startsWith('trailing')) return splitOnce(text, separator, text.lastIndexOf(separator))
  return text.split(separator)
}

const splitOnce = (text: string, separator: string, at: number) =>
  at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]

/** Runs of characters between separators. */
export function tokens(text: string, separators: ReadonlySet<string>): string[] {
  const found: string[] = []
  let start = 0
  let at = 0
  for (const character of text) {
    if (separators.has(character)) {
      if (at > start) found.push(text.slice(start, at))
      start = at + character.length
    }
    at += character.length
  }
  if (at > start) found.push(text.slice(start))
  return found
}

export const padWays = ['leading', 'trailing', 'both'] as const

/** Repeats all of `by`, which may be several characters, for every missing character. */
export function pad(text: string, length: number, way: (typeof padWays)[number], by: string, longest: number): string {
  const missing = Math.max(0, length - charactersOf(text).length)
  within(text.length + missing * by.length, longest)
  const before = way === 'leading' ? missing : way === 'both' ? Math.floor(missing / 2) : 0
  return by.repeat(before) + text + by.repeat(missing - before)
}

export const replaceWays = ['all', 'leading', 'trailing'] as const

export function replace(
  text: string,
  what: string,
  by: string,
  way: (typeof replaceWays)[number],
  longest: number,
): string {
  if (what === '') return text
  if (way === 'all') {
    const parts = text.split(what)
    within(text.length + (parts.length - 1) * (by.length - what.length), longest)
    return parts.join(by)
  }
  const at = way === 'trailing' ? text.lastIndexOf(what) : text.indexOf(what)
  return at < 0 ? text : text.slice(0, at) + by + text.slice(at + what.length)
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\',
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  "'": "'",
  '"': '"',
  '?': '?',
}

/** C escapes, and `\x` with all hexadecimal digits that follow. */
export function unescapeText(text: string): string {
  return text.replaceAll(/\\(?:x([0-9A-Fa-f]+)|(.)|$)/gsu, (whole, hex: string | undefined, letter: string) => {
    if (hex === undefined)
      return escapes[letter] ?? (whole === '\\' ? whole : fail(`${whole} is not an escape sequence`))
    const code = Number.parseInt(hex, 16)
    const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : fail(`${whole.slice(0, 20)} is not a character`)
  })
}
