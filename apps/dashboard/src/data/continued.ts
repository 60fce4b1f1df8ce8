import type { Call } from '@mqdeck/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCall } from './connection.tsx'
import { isAborted } from './errors.ts'
import type { Loaded } from './query.ts'

/** A list read on from positions, each answer saying where the next begins. Declared once per feature in `queries.ts`. */
export interface ContinuedDefinition<Args, Item> {
  /** Unique among all queries, as with `defineQuery`. */
  readonly name: string
  /** `from` is undefined for the beginning; no `next` means the end. */
  readonly load: (
    call: Call,
    args: Args,
    from: string | undefined,
    signal: AbortSignal,
  ) => Promise<{ readonly items: readonly Item[]; readonly next: string | undefined }>
}

export function defineContinued<Args, Item>(
  definition: ContinuedDefinition<Args, Item>,
): ContinuedDefinition<Args, Item> {
  return definition
}

/** What has been read so far, in one list. `refresh` reads it anew from the beginning, as far as before. */
export interface Continued<Item> extends Loaded<readonly Item[]> {
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
}

export function useContinued<Args, Item>(
  query: ContinuedDefinition<Args, Item>,
  args: Args,
  { enabled = true }: { readonly enabled?: boolean } = {},
): Continued<Item> {
  const call = useCall()
  const result = useInfiniteQuery({
    queryKey: [query.name, args],
    queryFn: ({ signal, pageParam }) => query.load(call, args, pageParam, signal),
    // Gives the parameter its type; the beginning has no position.
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
    refresh: () => void result.refetch(),
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    loadMore: () => void result.fetchNextPage(),
  }
}
