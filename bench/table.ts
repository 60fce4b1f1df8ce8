/** A measurement with its own columns, apart from the scenarios. One file each, listed in main.ts. */
export interface Table {
  /** Name for `--only`. */
  readonly name: string
  readonly measure: () => Promise<Measured>
}

export interface Measured {
  /** For `--json`. */
  readonly rows: readonly unknown[]
  readonly print: () => void
}

export function defineTable<Row>({
  name,
  measure,
  header,
  cellsOf,
}: {
  readonly name: string
  readonly measure: () => Promise<readonly Row[]>
  readonly header: readonly string[]
  readonly cellsOf: (row: Row) => readonly string[]
}): Table {
  return {
    name,
    async measure() {
      const rows = await measure()
      return { rows, print: () => printTable(header, rows.map(cellsOf)) }
    },
  }
}

/** The first column is aligned left, the others right. */
export function printTable(header: readonly string[], body: readonly (readonly string[])[]): void {
  const widths = header.map((_, column) => Math.max(...[header, ...body].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  console.log(['', line(header), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line)].join('\n'))
}
