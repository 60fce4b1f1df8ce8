/** One record of a CSV text (RFC 4180), as a row of fields. */
type CsvRow = readonly string[]

export interface CsvReader {
  /** The rows that the text completes. @throws {Error} for a quote where none can be */
  read(text: string): CsvRow[]
  /** The last row, when no line break ended it. */
  end(): CsvRow[]
}

/** Reads CSV in pieces of any length. Empty lines are skipped. */
export function createCsvReader(): CsvReader {
  let row: string[] = []
  let field = ''
  /** `quoted`: between quotes. `closed`: after the second one, which may have been the first of two for one. */
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  let rows: CsvRow[] = []
  let afterReturn = false

  function endField(): void {
    row.push(field)
    field = ''
    state = 'start'
  }

  function endRow(): void {
    const isEmpty = row.length === 0 && field === '' && state === 'start'
    endField()
    if (!isEmpty) rows.push(row)
    row = []
  }

  function take(char: string): void {
    const isLineFeedOfPair = afterReturn && char === '\n'
    afterReturn = false
    if (state === 'quoted') {
      if (char === '"') state = 'closed'
      else field += char
      return
    }
    if (char === '"' && state === 'closed') {
      field += '"'
      state = 'quoted'
    } else if (char === '"' && state === 'start') state = 'quoted'
    else if (char === ',') endField()
    else if (char === '\n' || char === '\r') {
      if (!isLineFeedOfPair) endRow()
      afterReturn = char === '\r'
    } else if (state === 'closed') throw new Error('text after the closing quote of a field')
    else {
      field += char
      state = 'plain'
    }
  }

  const flush = () => {
    const complete = rows
    rows = []
    return complete
  }

  return {
    read(text) {
      for (const char of text) take(char)
      return flush()
    },
    end() {
      if (state === 'quoted') throw new Error('unclosed quote')
      if (row.length > 0 || field !== '' || state !== 'start') endRow()
      return flush()
    },
  }
}
