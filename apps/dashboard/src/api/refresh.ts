import { type QueryState, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { createStoredValue } from '../lib/browser/stored-value.ts'
import type { Value } from '../lib/json/value.ts'
import { useOutage } from './connection.tsx'
import { isTimeout } from './errors/errors.ts'

/**
 * Milliseconds between two refreshes unless the user chose otherwise. Each request causes a write on every node of the cluster.
 * `current`: live rates. `totals`: rates and totals of the cluster. `statistics`: statistics of one resource on its page, and lists. `nodes`: state of the nodes.
 * `history`: charts over hours.
 */
export const refreshIntervals = {
  current: 5000,
  totals: 10_000,
  statistics: 15_000,
  nodes: 30_000,
  history: 60_000,
} as const

/** Seconds between two refreshes; 0: off, `auto`: the interval of each query. */
export const refreshChoices = ['auto', 0, 5, 10, 20, 30, 60] as const

export type RefreshChoice = (typeof refreshChoices)[number]

/** Refresh interval of queries with `poll: 'chosen'`; stored as `refreshInterval`. */
export const refreshChoice: Value<RefreshChoice> = createStoredValue<RefreshChoice>('refreshInterval', {
  parse: (text) => refreshChoices.find((choice) => String(choice) === text) ?? 'auto',
  format: String,
})

export function useRefreshChoice(): RefreshChoice {
  return useSyncExternalStore(refreshChoice.subscribe, refreshChoice.get)
}

/** A response of a query, with the data that the interval until the next request depends on. */
export interface Answer<T> {
  readonly value: T
  /** Duration of the request in milliseconds. */
  readonly took: number
  /** Number of failures of the query before this answer. */
  readonly earlierFailures: number
}

export async function measured<T>(load: () => Promise<T>, earlierFailures: number | undefined): Promise<Answer<T>> {
  const start = performance.now()
  const value = await load()
  return { value, took: performance.now() - start, earlierFailures: earlierFailures ?? 0 }
}

declare module '@tanstack/react-query' {
  interface Register {
    /** `every`: milliseconds between two requests; 0: never. */
    readonly queryMeta: { readonly every: number }
  }
}

type State = Pick<
  QueryState<Answer<unknown>>,
  'data' | 'dataUpdatedAt' | 'error' | 'errorUpdateCount' | 'errorUpdatedAt' | 'isInvalidated' | 'status'
>

/**
 * Options of `useQuery` that repeat a request every `every` milliseconds (0: never). A hidden tab and an outage stop the
 * requests; afterwards those that are due are sent once, and after an outage also those that failed.
 */
export function useRefresh(every: number) {
  const isOutage = useOutage() !== undefined
  const isDue = (state: State) =>
    state.isInvalidated ||
    (every > 0 && Date.now() - Math.max(state.dataUpdatedAt, state.errorUpdatedAt) >= waitAfter(every, state))
  return {
    meta: { every },
    refetchInterval: ({ state }: { state: State }) => every > 0 && !isOutage && waitAfter(every, state),
    refetchOnWindowFocus: ({ state }: { state: State }) => !isOutage && isDue(state),
    refetchOnReconnect: ({ state }: { state: State }) => state.status === 'error' || isDue(state),
  }
}

/** Requests of different tabs are not synchronized: each tab waits up to a tenth longer. */
export const tabDelay = 1 + Math.random() / 10

/** An answer that takes longer, in milliseconds, indicates a busy broker. */
const slowAnswer = 2000
const slowFactor = 6
const maxFailures = 12
/** Maximum wait in milliseconds, unless the interval itself is longer. */
const maxWait = 300_000

/** Milliseconds until the next request: longer after failures and slow answers. */
export function waitAfter(every: number, { status, data, error, errorUpdateCount }: State): number {
  const failures = status === 'error' ? errorUpdateCount - (data?.earlierFailures ?? 0) : 0
  const isSlow = failures > 0 ? isTimeout(error) : data !== undefined && data.took > slowAnswer
  const factor = Math.max(isSlow ? slowFactor : 1, Math.min(2 ** failures, maxFailures))
  return Math.min(every * factor, Math.max(every, maxWait)) * tabDelay
}

/**
 * Calls `work` immediately and then every `every` milliseconds while `isOn`, for data that is not one answer of a query
 * (the end of a log). The rules of queries apply. `work` resolves to the error of a failed call.
 */
export function usePolling(work: () => Promise<Error | undefined>, every: number, isOn: boolean): void {
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  const run = async () => {
    const error = await latest.current()
    if (error) throw error
    return null
  }
  const queryKey = ['polling', useId()]
  useQuery({
    queryKey,
    queryFn: ({ client }) => measured(run, client.getQueryState(queryKey)?.errorUpdateCount),
    ...useRefresh(every),
    enabled: isOn,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    notifyOnChangeProps: [],
  })
}
