import { ApiError } from '@mqdeck/contract'
import { isNotFound, type Loaded } from '../../../api/index.ts'
import type { Check, Finding } from './finding.ts'

/** For Prometheus: the values of all nodes in one response. */
export const wholeCluster = { query: { mode: 'all_nodes_aggregated' } } as const

export const isForbidden = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.status === 403)

const none: readonly Finding[] = []

/** The check of an answer; null or 404 if the broker does not have it, 403 if the user may not read it. */
export function checkOf<T>({ data, error }: Loaded<T | null>, find: (data: T) => readonly Finding[]): Check {
  if (data === null || isNotFound(error)) return { state: 'missing', findings: none }
  if (data !== undefined && !error) return { state: 'done', findings: find(data) }
  if (error) return { state: isForbidden(error) ? 'missing' : 'failed', findings: none }
  return { state: 'loading', findings: none }
}
