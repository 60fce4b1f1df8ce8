import type { Call } from '@mqdeck/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCall } from './connection.tsx'
import { isAborted } from './errors/errors.ts'
import type { Loaded } from './query.ts'

/** A list that is read page by page with cursors. Declared once per feature in `queries.ts`. */
export interface CursorQueryDefinition<Args, Item> {
  /** Unique among all queries, as with `defineQuery`. */
  readonly name: string
  /** `from` is undefined for the first page; `next` is undefined on the last one. */
  readonly load: (
    call: Call,
    args: Args,
    from: string | undefined,
    signal: AbortSignal,
  ) => Promise<{ readonly items: readonly Item[]; readonly next: string | undefined }>
}

export function defineCursorQuery<Args, Item>(
  definition: CursorQueryDefinition<Args, Item>,
): CursorQueryDefinition<Args, Item> {
  return definition
}

/** All pages that were read so far, as one list. `refresh` reads the same number of pages again. */
export interface CursorData<Item> extends Loaded<readonly Item[]> {
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
}

export function useCursorData<Args, Item>(
  query: CursorQueryDefinition<Args, Item>,
  args: Args,
  { enabled = true }: { readonly enabled?: boolean } = {},
): CursorData<Item> {
  const call = useCall()
  const result = useInfiniteQuery({
    queryKey: [query.name, args],
    queryFn: ({ signal, pageParam }) => query.load(call, args, pageParam, signal),
    // The cast gives the parameter its type; the first page has no cursor.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    enabled,
  })
  const error = result.error && !isAborted(result.error) ? result.error : undefined
  const hasData = result.data !== undefined
  return {
    data: result.data,
    error,
    isLoading: !hasData && !error && enabled,
    isRefreshing: result.isFetching && !result.isFetchingNextPage,
    isPrevious: false,
    updatedAt: hasData && result.dataUpdatedAt > 0 ? result.dataUpdatedAt : undefined,
    isStale: hasData && error !== undefined,
    every: 0,
    refresh: () => void result.refetch(),
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    loadMore: () => void result.fetchNextPage(),
  }
}
