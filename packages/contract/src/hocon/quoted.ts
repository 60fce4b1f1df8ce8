/** A string in quotes, with escapes for quotes, control characters, line separators and lone surrogates. */
export const quote = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029]/g, (char) => `\\u${hex(char.charCodeAt(0))}`)

const hex = (code: number): string => code.toString(16).padStart(4, '0')

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/**
 * Unescapes the content of `"…"` as in JSON. Unknown escapes keep their backslash, as in EMQX, so that `"\d+"` is a
 * regular expression.
 */
export const unescapeQuoted = (inside: string): string =>
  inside.includes('\\')
    ? inside.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (whole, code?: string, char?: string) =>
        code === undefined ? (escapes[char ?? ''] ?? whole) : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : inside

/**
 * The content of `"""…"""`, which has no escapes. As in EMQX, if it starts with `~` and a line break, the common
 * indentation of the lines is removed, and a `~` before the closing quotes.
 */
export function unindent(inside: string): string {
  const opening = /^~\r?\n/.exec(inside)
  if (!opening) return inside
  const lines = inside.slice(opening[0].length).split('\n')
  const last = (lines.pop() ?? '').replace(/~$/, '')
  // A last line of spaces belongs to the closing quotes and may be indented less.
  const measured = last.trim() === '' ? lines : [...lines, last]
  const indentation = measured.filter((line) => line !== '' && line !== '\r').reduce(smallerIndentation, Infinity)
  return [...lines, last].map((line) => line.slice(Math.min(indentation, leadingSpaces(line)))).join('\n')
}

const leadingSpaces = (line: string): number => line.length - line.replace(/^ +/, '').length

const smallerIndentation = (smallest: number, line: string): number => Math.min(smallest, leadingSpaces(line))
