/** The pages visited before the current one, as stored in the URL. */
export interface CursorTrail {
  /** From 1. */
  readonly page: number
  /** Cursors of the visited pages. The last one requests the current page; the first page has none. */
  readonly cursor: readonly string[]
}

export const firstPage: CursorTrail = { page: 1, cursor: [] }

/** Maximum number of cursors in a URL. Going back further leads to the first page. */
export const maxTrail = 20

export function forward({ page, cursor }: CursorTrail, next: string): CursorTrail {
  return { page: page + 1, cursor: [...cursor, next].slice(-maxTrail) }
}

export function back({ page, cursor }: CursorTrail): CursorTrail {
  return page > 2 && cursor.length > 1 ? { page: page - 1, cursor: cursor.slice(0, -1) } : firstPage
}

/** A consistent trail from a URL that may have been edited: without cursors only the first page can be requested. */
export function validTrail({ page, cursor }: CursorTrail): CursorTrail {
  return cursor.length === 0 ? firstPage : { page: Math.max(page, cursor.length + 1), cursor }
}
