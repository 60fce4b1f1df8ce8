/**
 * RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe before it: what stands in the cells may come
 * from anybody.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !isNumber(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const isNumber = (text: string) => /^[+-]?\d+(\.\d+)?$/.test(text)
