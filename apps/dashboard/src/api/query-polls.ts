import type { Query, QueryClient } from '@tanstack/react-query'
import { isTimeout } from './errors/errors.ts'
import { tabVisibility } from './page-visibility.ts'
import type { Poller, PollResult, PollTask } from './query-poller.ts'

/** Answers include their duration, so that polling can slow down with the broker. */
export interface Timed<T> {
  readonly value: T
  readonly took: number
}

/** The automatically refreshed queries of the page. */
export interface QueryPolls {
  /**
   * Several components may follow one query; the shortest interval counts. Returns the function that stops following.
   */
  readonly follow: (hash: string, every: number) => () => void
}

/** Polls queries through `poller`. */
export function createQueryPolls(queries: QueryClient, poller: Poller): QueryPolls {
  const cache = queries.getQueryCache()
  const followed = new Map<string, { readonly intervals: number[]; readonly end: () => void }>()
  const failures = new WeakMap<Query, number>()

  cache.subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'success') failures.delete(query)
    else if (action.type === 'error') failures.set(query, (failures.get(query) ?? 0) + 1)
    else return
    if (followed.has(query.queryHash)) poller.reconsider()
  })
  // Queries invalidated while the tab was hidden, and queries that failed during an outage.
  poller.onReturn((why) => refetch(({ state }) => (why === 'seen' ? state.isInvalidated : state.status === 'error')))

  function refetch(isWanted: (query: Query) => boolean): void {
    void queries.refetchQueries({ type: 'active', predicate: isWanted }, { cancelRefetch: false })
  }

  const taskOf = (hash: string, intervals: readonly number[]): PollTask => ({
    every: () => Math.min(...intervals),
    last() {
      const query = cache.get(hash)
      if (query?.state.fetchStatus !== 'idle') return 'pending'
      return lastOf(query, failures.get(query) ?? 0)
    },
    ask: () => refetch(({ queryHash }) => queryHash === hash),
  })

  return {
    follow(hash, every) {
      const known = followed.get(hash)
      const intervals = known?.intervals ?? []
      intervals.push(every)
      if (known) poller.reconsider()
      else followed.set(hash, { intervals, end: poller.add(taskOf(hash, intervals)) })
      return () => {
        intervals.splice(intervals.indexOf(every), 1)
        if (intervals.length > 0) return poller.reconsider()
        followed.get(hash)?.end()
        followed.delete(hash)
      }
    },
  }
}

/** Undefined before the first answer. */
function lastOf({ state }: Query, failures: number): PollResult | undefined {
  if (state.dataUpdatedAt === 0 && state.errorUpdatedAt === 0) return undefined
  if (state.errorUpdatedAt > state.dataUpdatedAt) {
    return { at: state.errorUpdatedAt, took: undefined, failures, isTimeout: isTimeout(state.error) }
  }
  // All followed queries come from `useData`.
  const { took } = state.data as Timed<unknown>
  return { at: state.dataUpdatedAt - took, took, failures: 0, isTimeout: false }
}

/** Marks queries as outdated: visible ones are refetched, in a hidden tab when it becomes visible. */
export function invalidate(queries: QueryClient, invalidated: readonly { readonly name: string }[]): void {
  const refetchType = tabVisibility.isVisible() ? 'active' : 'none'
  for (const { name } of invalidated) void queries.invalidateQueries({ queryKey: [name], refetchType })
}
