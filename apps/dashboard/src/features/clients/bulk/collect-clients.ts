/** The clients that a bulk action applies to. */
export interface TargetClients {
  readonly clientids: readonly string[]
  /** More clients match than one action handles. */
  readonly isLimited: boolean
}

/** Maximum number of clients of one action: so many client IDs fit into the memory of a page. */
export const maxTargetClients = 100_000

interface ClientListPage {
  readonly rows: readonly { readonly clientid: string }[]
  readonly hasNext: boolean
  readonly cursor: string | undefined
}

interface PagePosition {
  /** From 1. */
  readonly page: number
  readonly cursor: string | undefined
}

/**
 * Reads the list of clients page by page and collects the client IDs. A client that moves to another node meanwhile may be
 * listed twice and counts once. A client that connects meanwhile may be missing.
 */
export async function collectClients(
  load: (position: PagePosition) => Promise<ClientListPage>,
  onFound: (count: number) => void,
  limit = maxTargetClients,
): Promise<TargetClients> {
  const ids = new Set<string>()
  let position: PagePosition = { page: 1, cursor: undefined }
  for (;;) {
    const { rows, hasNext, cursor } = await load(position)
    for (const { clientid } of rows) {
      if (ids.size >= limit && !ids.has(clientid)) return { clientids: [...ids], isLimited: true }
      ids.add(clientid)
    }
    // A list with page numbers may announce more pages after its last client. With cursors, an empty page may still have a next one.
    const isAtEnd = rows.length === 0 && (cursor === undefined || cursor === position.cursor)
    if (!hasNext || isAtEnd) return { clientids: [...ids], isLimited: false }
    onFound(ids.size)
    position = { page: position.page + 1, cursor }
  }
}
