import { quote, unindent } from './quoted.ts'

const words = new Set(['true', 'false', 'null', 'include'])

/**
 * A string as EMQX prints it: a plain word without quotes; one with quotes, backslashes, tabs or line breaks in triple
 * quotes; any other in quotes.
 * @param indent columns of the line it stands in
 */
export function writeString(text: string, indent: number): string {
  if (/^[A-Za-z][\w%|]*$/.test(text) && !words.has(text)) return text
  if (!/["\\\t\r\n]/.test(text) || !isPrintable(text)) return quote(text)
  const inside = insideTriple(text, indent)
  // Text that is indented itself, or has three quotes, would come back as another.
  return inside.includes('"""') || inside.endsWith('"') || unindent(inside) !== text ? quote(text) : `"""${inside}"""`
}

/** Without control characters other than tabs and line breaks, and without half surrogates. */
const isPrintable = (text: string): boolean => !/(?![\t\r\n])[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)

function insideTriple(text: string, indent: number): string {
  if (!/\n|^"|"$/.test(text)) return text
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  const indented = lines.map((line) => (line === '' || line === '\r' ? line : pad(indent + 2) + line))
  return ['~', ...indented, pad(last === '' ? indent : indent + 2) + last].join('\n').concat('~')
}

export const pad = (columns: number): string => ' '.repeat(columns)
