/**
 * Formats rows as CSV (RFC 4180). Texts that a spreadsheet would run as formulas get a leading apostrophe, because
 * cells may contain untrusted data.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !isNumber(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const isNumber = (text: string) => /^[+-]?\d+(\.\d+)?$/.test(text)
