import { quote, unindent } from './quoted.ts'

const words = new Set(['true', 'false', 'null', 'include'])

/**
 * Prints a string like EMQX: plain words without quotes; strings with quotes, backslashes, tabs or line breaks in
 * triple quotes; others in quotes.
 * @param indent indentation of the line
 */
export function writeString(text: string, indent: number): string {
  if (/^[A-Za-z][\w%|]*$/.test(text) && !words.has(text)) return text
  if (!/["\\\t\r\n]/.test(text) || !isPrintable(text)) return quote(text)
  const inside = insideTriple(text, indent)
  // Indented text, or text with three quotes, would be read back differently.
  return inside.includes('"""') || inside.endsWith('"') || unindent(inside) !== text ? quote(text) : `"""${inside}"""`
}

/** Without control characters except tabs and line breaks, and without lone surrogates. */
const isPrintable = (text: string): boolean => !/(?![\t\r\n])[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)

function insideTriple(text: string, indent: number): string {
  if (!/\n|^"|"$/.test(text)) return text
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  const indented = lines.map((line) => (line === '' || line === '\r' ? line : pad(indent + 2) + line))
  return ['~', ...indented, pad(last === '' ? indent : indent + 2) + last].join('\n').concat('~')
}

export const pad = (columns: number): string => ' '.repeat(columns)
