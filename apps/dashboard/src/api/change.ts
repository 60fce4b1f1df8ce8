import type { Call } from '@mqdeck/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCall } from './connection.tsx'
import { invalidate, type QueryDefinition } from './query.ts'

/** A change of the broker by the user. Declared once per feature in `queries.ts`, run with `useChange`. */
export interface ChangeDefinition<Args, T> {
  readonly apply: (call: Call, args: Args) => Promise<T>
  /** The queries that are outdated afterwards, whether the change succeeded or failed half-way. */
  readonly invalidates: readonly Pick<QueryDefinition<never, unknown>, 'name'>[]
}

export function defineChange<Args, T>(definition: ChangeDefinition<Args, T>): ChangeDefinition<Args, T> {
  return definition
}

export interface Change<Args, T> {
  /** Rejects when the request fails. */
  readonly run: (args: Args) => Promise<T>
  readonly isRunning: boolean
  readonly error: Error | undefined
  /** Clears the error. */
  readonly reset: () => void
}

export function useChange<Args, T>(change: ChangeDefinition<Args, T>): Change<Args, T> {
  const call = useCall()
  const queries = useQueryClient()
  const mutation = useMutation<T, Error, Args>({
    mutationFn: (args) => change.apply(call, args),
    onSettled: () => invalidate(queries, change.invalidates),
  })
  return {
    run: mutation.mutateAsync,
    isRunning: mutation.isPending,
    error: mutation.error ?? undefined,
    reset: mutation.reset,
  }
}
