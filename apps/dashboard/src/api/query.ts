import type { Call } from '@mqdeck/contract'
import { type QueryClient, type QueryFunctionContext, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useCall, useOutage } from './connection.tsx'
import { isAborted } from './errors/errors.ts'
import { tabVisibility } from './page-visibility.ts'
import { type Answer, measured, type RefreshChoice, refreshIntervals, useRefresh, useRefreshChoice } from './refresh.ts'

/** A query to the broker. Declared once per feature in `queries.ts`, used with `useData`. */
export interface QueryDefinition<Args, T> {
  /** Unique among all queries: the first part of the cache key, so that changes can name what they invalidate. */
  readonly name: string
  readonly load: (call: Call, args: Args, signal: AbortSignal) => Promise<T>
  /**
   * Milliseconds between two refreshes while a page shows the data, or `chosen`: the interval that the user chose on the
   * page, `interval` by default. `useRefresh` explains when refreshes are less frequent. Without `poll`: no refreshes.
   */
  readonly poll?: number | 'chosen'
  /** With `chosen`: milliseconds; `refreshIntervals.statistics` unless given. */
  readonly interval?: number
  /** With `chosen`: minimum milliseconds between two refreshes, because the broker has no new data earlier. */
  readonly minInterval?: (args: Args) => number
}

export function defineQuery<Args, T>(definition: QueryDefinition<Args, T>): QueryDefinition<Args, T> {
  return definition
}

/** State of a query. */
export interface Loaded<T> {
  /** The latest successful answer; kept while later requests fail. */
  readonly data: T | undefined
  /** Error of the last request; undefined after a success. Show it in one place, with `refresh` to retry. */
  readonly error: Error | undefined
  /** Waiting for the first answer: show a skeleton. */
  readonly isLoading: boolean
  readonly isRefreshing: boolean
  /** `data` belongs to the previous arguments until the new answer arrives: show it dimmed. */
  readonly isPrevious: boolean
  /** Time of `data`, in milliseconds; undefined without data. */
  readonly updatedAt: number | undefined
  /** There is data, but the broker does not answer: show it dimmed, with its age. */
  readonly isStale: boolean
  /** Milliseconds between two refreshes; 0: none. */
  readonly every: number
  readonly refresh: () => void
}

interface Options {
  /** False sends no requests, for example while an argument is missing. */
  readonly enabled?: boolean
  /** Keeps the answer to the previous arguments until the new one arrives (paging, ranges). */
  readonly keepPrevious?: boolean
}

export function useData<Args, T>(
  query: QueryDefinition<Args, T>,
  args: Args,
  { enabled = true, keepPrevious = false }: Options = {},
): Loaded<T> {
  const call = useCall()
  const isOutage = useOutage() !== undefined
  const every = intervalOf(query, args, useRefreshChoice())
  const result = useQuery<Answer<T>>({
    ...answerOf(query, args, call),
    ...useRefresh(every),
    enabled,
    ...(keepPrevious && { placeholderData: (previous: Answer<T> | undefined) => previous }),
  })
  // An aborted request is not an error: the page was left or the session has ended.
  const error = result.error && !isAborted(result.error) ? result.error : undefined
  const hasData = result.data !== undefined
  return {
    data: result.data?.value,
    error,
    isLoading: !hasData && !error && enabled,
    isRefreshing: result.isFetching,
    isPrevious: result.isPlaceholderData,
    updatedAt: hasData && result.dataUpdatedAt > 0 ? result.dataUpdatedAt : undefined,
    isStale: hasData && (error !== undefined || isOutage),
    every,
    refresh: () => void result.refetch(),
  }
}

/** Sends the request now, for data that is needed before a change. The answer also updates `useData`. */
export function useFresh<Args, T>(query: QueryDefinition<Args, T>, args: Args): () => Promise<T> {
  const call = useCall()
  const queries = useQueryClient()
  return useCallback(async () => {
    const { value } = await queries.fetchQuery({ ...answerOf(query, args, call), staleTime: 0, retry: false })
    return value
  }, [call, queries, query, args])
}

/** Key and function of a query for TanStack Query. */
function answerOf<Args, T>({ name, load }: QueryDefinition<Args, T>, args: Args, call: Call) {
  const queryKey = [name, args]
  return {
    queryKey,
    queryFn: ({ signal, client }: QueryFunctionContext) =>
      measured(() => load(call, args, signal), client.getQueryState(queryKey)?.errorUpdateCount),
  }
}

/** Marks queries as outdated: visible ones are refetched, in a hidden tab when it becomes visible. */
export function invalidate(queries: QueryClient, invalidated: readonly { readonly name: string }[]): void {
  const refetchType = tabVisibility.isVisible() ? 'active' : 'none'
  for (const { name } of invalidated) void queries.invalidateQueries({ queryKey: [name], refetchType })
}

/** Milliseconds; 0 without polling. */
function intervalOf<Args>(
  { poll = 0, interval = refreshIntervals.statistics, minInterval }: QueryDefinition<Args, unknown>,
  args: Args,
  chosen: RefreshChoice,
): number {
  if (poll !== 'chosen') return poll
  if (chosen === 0) return 0
  return Math.max(chosen === 'auto' ? interval : chosen * 1000, minInterval?.(args) ?? 0)
}

/** An answer with its time in milliseconds. */
export interface Dated<T> {
  readonly data: T
  readonly at: number
}

/**
 * The previous answer, for rates between two refreshes; undefined until there are two answers to the same query.
 * `question` identifies the query where its arguments can change.
 */
export function usePreviousAnswer<T>(loaded: Loaded<T>, question = ''): Dated<T> | undefined {
  return useRecentAnswers(loaded, 0, question).at(-2)
}

/** The latest answer, the previous one and those of the last `span` milliseconds, oldest first. */
export function useRecentAnswers<T>({ data, updatedAt }: Loaded<T>, span: number, question = ''): readonly Dated<T>[] {
  const [kept, setKept] = useState<{ readonly question: string; readonly answers: readonly Dated<T>[] }>({
    question,
    answers: [],
  })
  const latest = kept.question === question ? kept.answers.at(-1) : undefined
  if (data === undefined || updatedAt === undefined || latest?.at === updatedAt)
    return kept.question === question ? kept.answers : []
  const earlier =
    latest === undefined ? [] : kept.answers.filter(({ at }) => at === latest.at || at >= updatedAt - span)
  const answers = [...earlier, { data, at: updatedAt }]
  setKept({ question, answers })
  return answers
}
