import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ChangeDefinition } from '../change.ts'
import { useConnection } from '../connection.tsx'
import { invalidate } from '../query.ts'
import type { Job, Work } from './jobs.ts'

/** Running and ended jobs, newest first. */
export function useJobs(): readonly Job[] {
  const { all } = useConnection().jobs
  return useSyncExternalStore(all.subscribe, all.get)
}

export type ChangeOfMany<Item> = Omit<Work<Item>, 'apply'> & { readonly change: ChangeDefinition<Item, unknown> }

/**
 * Applies one change to many items, one call each: `start({ title, items, nameOf, change: endClient, perSecond: 100
 * })`.
 */
export function useStartJob(): <Item>(work: ChangeOfMany<Item>) => number {
  const { jobs, call } = useConnection()
  const queries = useQueryClient()
  return ({ change, onEnd, ...work }) =>
    jobs.start({
      ...work,
      apply: (item) => change.apply(call, item),
      onEnd(job) {
        invalidate(queries, change.invalidates)
        onEnd?.(job)
      },
    })
}
