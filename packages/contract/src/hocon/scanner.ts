import { unescapeQuoted, unindent } from './quoted.ts'

/** Reads the tokens of a text in order. `at` is the offset of the next one. */
export interface Scanner {
  at: number
  /** The next character, empty at the end. */
  readonly peek: () => string
  /** Skips `word` if it is next. */
  readonly take: (word: string) => boolean
  /** Skips spaces within the line. */
  readonly skipBlanks: () => void
  /** Skips spaces, line breaks and comments. Returns whether a line ended. */
  readonly skipLines: () => boolean
  readonly atComment: () => boolean
  /** Reads `"…"` or `"""…"""`, which must be next. */
  readonly quoted: (fail: (reason: string, at: number) => never) => string
  /** Reads characters that need no quotes. `stop` is the code of an additional character to stop at. */
  readonly bare: (stop?: number) => string
  /** Reads the match of a sticky pattern. */
  readonly match: (sticky: RegExp) => string | undefined
}

const slash = 47

/** 1 for ASCII characters that end unquoted text: white space and special characters. EMQX allows `@`. */
const reserved = Uint8Array.from({ length: 128 }, (_, code) =>
  isBlank(code) || '\n$"{}[]:=,+#`^?!*&\\'.includes(String.fromCharCode(code)) ? 1 : 0,
)

export function createScanner(text: string): Scanner {
  const scanner: Scanner = {
    at: 0,
    peek: () => text.charAt(scanner.at),
    take(word) {
      if (!text.startsWith(word, scanner.at)) return false
      scanner.at += word.length
      return true
    },
    skipBlanks() {
      while (isBlank(text.charCodeAt(scanner.at))) scanner.at += 1
    },
    skipLines() {
      let ended = false
      for (;;) {
        scanner.skipBlanks()
        if (scanner.atComment()) scanner.at = indexOr(text, '\n', scanner.at, text.length)
        if (!scanner.take('\n')) return ended
        ended = true
      }
    },
    atComment: () => text.startsWith('#', scanner.at) || text.startsWith('//', scanner.at),
    quoted: (fail) =>
      text.startsWith('"""', scanner.at) ? readTriple(text, scanner, fail) : readSingle(text, scanner, fail),
    bare(stop) {
      const start = scanner.at
      while (isBare(text, scanner.at) && text.charCodeAt(scanner.at) !== stop) scanner.at += 1
      return text.slice(start, scanner.at)
    },
    match(sticky) {
      sticky.lastIndex = scanner.at
      const [word] = sticky.exec(text) ?? []
      scanner.at += word?.length ?? 0
      return word
    },
  }
  return scanner
}

function isBare(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < reserved.length) return reserved[code] === 0 && (code !== slash || text.charCodeAt(at + 1) !== slash)
  return !Number.isNaN(code) && !isBlank(code)
}

/** White space except line feeds, including byte order marks. NaN is the end of the text. */
function isBlank(code: number): boolean {
  if (code < 128) return code === 32 || (code >= 9 && code <= 13 && code !== 10) || (code >= 28 && code <= 31)
  return code >= 128 && /\s/.test(String.fromCharCode(code))
}

const indexOr = (text: string, word: string, from: number, otherwise: number): number => {
  const index = text.indexOf(word, from)
  return index < 0 ? otherwise : index
}

function readSingle(text: string, scanner: Scanner, fail: (reason: string, at: number) => never): string {
  const start = scanner.at
  let at = start + 1
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === 34) break
    if (code === 10 || Number.isNaN(code)) return fail('this string has no closing quote on its line', start)
    at += code === 92 && text.charCodeAt(at + 1) !== 10 ? 2 : 1
  }
  scanner.at = at + 1
  return unescapeQuoted(text.slice(start + 1, at))
}

function readTriple(text: string, scanner: Scanner, fail: (reason: string, at: number) => never): string {
  const start = scanner.at
  let end = text.indexOf('"""', start + 3)
  if (end < 0) return fail('this string has no closing """', start)
  // The last three of several quotes close the string, the others belong to it.
  while (text.charAt(end + 3) === '"') end += 1
  scanner.at = end + 3
  return unindent(text.slice(start + 3, end))
}
