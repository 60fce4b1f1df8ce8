/** For whom a bulk action is. */
export interface Audience {
  readonly clientids: readonly string[]
  /** There are more clients than one action takes. */
  readonly isCut: boolean
}

/** Clients that one action takes at most: as many ids fit into the memory of a page without harm. */
export const largestAudience = 100_000

interface Portion {
  readonly rows: readonly { readonly clientid: string }[]
  readonly hasNext: boolean
  readonly cursor: string | undefined
}

interface Place {
  /** From 1. */
  readonly page: number
  readonly cursor: string | undefined
}

/**
 * Walks the list of clients from portion to portion and keeps the ids. Who moves to another node meanwhile may be met twice,
 * and counts once; who connects meanwhile may be missing.
 */
export async function collectClients(
  load: (place: Place) => Promise<Portion>,
  onFound: (count: number) => void,
  most = largestAudience,
): Promise<Audience> {
  const ids = new Set<string>()
  let place: Place = { page: 1, cursor: undefined }
  for (;;) {
    const { rows, hasNext, cursor } = await load(place)
    for (const { clientid } of rows) {
      if (ids.size >= most && !ids.has(clientid)) return { clientids: [...ids], isCut: true }
      ids.add(clientid)
    }
    // Behind the last client a list with page numbers may say that there is more; with cursors, an empty portion may lead on.
    const isAtEnd = rows.length === 0 && (cursor === undefined || cursor === place.cursor)
    if (!hasNext || isAtEnd) return { clientids: [...ids], isCut: false }
    onFound(ids.size)
    place = { page: place.page + 1, cursor }
  }
}
