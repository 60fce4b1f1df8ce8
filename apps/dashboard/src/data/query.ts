import type { Call } from '@mqdeck/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useCall } from './connection.tsx'
import { isAborted, isTimeout } from './errors.ts'
import { useRefreshChoice } from './refresh-choice.ts'

/** One question to the broker. Declared once per feature in `queries.ts`, asked with `useData`. */
export interface QueryDefinition<Args, T> {
  /** Unique among all queries: the first part of the cache key, so that changes can name what they outdate. */
  readonly name: string
  readonly load: (call: Call, args: Args, signal: AbortSignal) => Promise<T>
  /**
   * Milliseconds between two refreshes while a page shows the data, or `chosen`: what the user chose on the page.
   * Nothing is asked in a hidden tab, and six times less often while answers take over 2 s. Without it: no polling.
   */
  readonly poll?: number | 'chosen'
  /** With `chosen`: milliseconds before which the broker has nothing new, whatever the user chose. */
  readonly atMostEvery?: (args: Args) => number
}

export function defineQuery<Args, T>(definition: QueryDefinition<Args, T>): QueryDefinition<Args, T> {
  return definition
}

/** What a page knows of a query at one moment. */
export interface Loaded<T> {
  /** The newest good answer; stays while later ones fail. */
  readonly data: T | undefined
  /** Why the last request failed; undefined after a good answer. Show it in one place, with `refresh` to retry. */
  readonly error: Error | undefined
  /** The first answer is awaited: show a skeleton. */
  readonly isLoading: boolean
  readonly isRefreshing: boolean
  /** `data` answers the previous arguments and stands in until the new answer is there: show it dimmed. */
  readonly isPrevious: boolean
  /** When `data` arrived, in milliseconds; undefined without data. */
  readonly updatedAt: number | undefined
  /** There is data, but the broker no longer answers: show it dimmed, with its age. */
  readonly isStale: boolean
  readonly refresh: () => void
}

interface Options {
  /** False asks nothing, e.g. while an argument is missing. */
  readonly enabled?: boolean
  /** Shows the answer to the previous arguments until the new one is there (paging, ranges). */
  readonly keepPrevious?: boolean
}

const slowAnswer = 2000
const slowFactor = 6

/** Answers carry how long they took, so that polling can slow down with the broker. */
interface Timed<T> {
  readonly value: T
  readonly took: number
}

export function useData<Args, T>(
  query: QueryDefinition<Args, T>,
  args: Args,
  { enabled = true, keepPrevious = false }: Options = {},
): Loaded<T> {
  const call = useCall()
  const chosen = useRefreshChoice()
  const interval = query.poll === 'chosen' ? chosenInterval(chosen, query.atMostEvery?.(args)) : (query.poll ?? 0)
  const result = useQuery<Timed<T>>({
    queryKey: [query.name, args],
    queryFn: ({ signal }) => timed(() => query.load(call, args, signal)),
    enabled,
    refetchInterval: ({ state }) => pollInterval(interval, state.data?.took, state.error),
    ...(keepPrevious && { placeholderData: (previous: Timed<T> | undefined) => previous }),
  })
  // An aborted request is nobody's error: the page is going away or the session has ended.
  const error = result.error && !isAborted(result.error) ? result.error : undefined
  const hasData = result.data !== undefined
  return {
    data: result.data?.value,
    error,
    isLoading: !hasData && !error && enabled,
    isRefreshing: result.isFetching,
    isPrevious: result.isPlaceholderData,
    updatedAt: hasData && result.dataUpdatedAt > 0 ? result.dataUpdatedAt : undefined,
    isStale: hasData && error !== undefined,
    refresh: () => void result.refetch(),
  }
}

/** Asks now, for what must be known before something is changed. What comes is what `useData` has from then on. */
export function useFresh<Args, T>(query: QueryDefinition<Args, T>, args: Args): () => Promise<T> {
  const call = useCall()
  const queries = useQueryClient()
  return useCallback(async () => {
    const { value } = await queries.fetchQuery<Timed<T>>({
      queryKey: [query.name, args],
      queryFn: ({ signal }) => timed(() => query.load(call, args, signal)),
      staleTime: 0,
      retry: false,
    })
    return value
  }, [call, queries, query, args])
}

function chosenInterval(seconds: number, atMostEvery = 0): number {
  return seconds === 0 ? 0 : Math.max(seconds * 1000, atMostEvery)
}

/** Milliseconds until the next poll, or false for none. */
export function pollInterval(interval: number, took: number | undefined, error: Error | null): number | false {
  if (interval <= 0) return false
  const isSlow = isTimeout(error) || (took !== undefined && took > slowAnswer)
  return isSlow ? interval * slowFactor : interval
}

async function timed<T>(load: () => Promise<T>): Promise<Timed<T>> {
  const start = performance.now()
  const value = await load()
  return { value, took: performance.now() - start }
}

/** One answer with the time it came, in milliseconds. */
export interface Dated<T> {
  readonly data: T
  readonly at: number
}

/**
 * The answer before the present one, for rates between two refreshes; undefined until there are two to the same question.
 * `question` names what was asked for where the arguments can change.
 */
export function usePreviousAnswer<T>({ data, updatedAt }: Loaded<T>, question = ''): Dated<T> | undefined {
  const [answers, setAnswers] = useState<Answers<T>>({ question })
  const { latest, previous } = answers
  if (answers.question !== question) {
    setAnswers({ question })
    return undefined
  }
  if (data === undefined || updatedAt === undefined) return undefined
  if (latest?.at === updatedAt) return previous
  setAnswers({ question, latest: { data, at: updatedAt }, ...(latest ? { previous: latest } : {}) })
  return latest
}

interface Answers<T> {
  readonly question: string
  readonly latest?: Dated<T>
  readonly previous?: Dated<T>
}
