/** The way from the first page to the present one, as the URL holds it. */
export interface CursorTrail {
  /** From 1. */
  readonly page: number
  /** The cursors that led here; the last one asks for the present page, none for the first. */
  readonly cursor: readonly string[]
}

export const firstPage: CursorTrail = { page: 1, cursor: [] }

/** A URL holds so many cursors; who goes back further than that arrives at the first page. */
export const longestTrail = 20

export function forward({ page, cursor }: CursorTrail, next: string): CursorTrail {
  return { page: page + 1, cursor: [...cursor, next].slice(-longestTrail) }
}

export function back({ page, cursor }: CursorTrail): CursorTrail {
  return page > 2 && cursor.length > 1 ? { page: page - 1, cursor: cursor.slice(0, -1) } : firstPage
}

/** The trail of a URL that anybody may have written: a page number says nothing without the cursor that leads there. */
export function mendTrail({ page, cursor }: CursorTrail): CursorTrail {
  return cursor.length === 0 ? firstPage : { page: Math.max(page, cursor.length + 1), cursor }
}
