interface Page<T> {
  readonly data: readonly T[]
  readonly meta: { readonly count?: number | undefined }
}

const limit = 1000

/**
 * Reads all pages of a list, 1000 rows at a time, until `meta.count` rows are read or a page is empty. Rows may be
 * repeated or missing when the list changes meanwhile; the API has no snapshots.
 */
export async function fetchAll<T>(
  loadPage: (query: { readonly page: number; readonly limit: number }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const rows: T[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await loadPage({ page, limit })
    rows.push(...data)
    const isComplete = meta.count !== undefined && rows.length >= meta.count
    if (data.length === 0 || isComplete) return rows
  }
}
