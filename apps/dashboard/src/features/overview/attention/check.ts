import { isForbidden, isNotFound, type Loaded } from '../../../api/index.ts'
import type { Check, Finding } from './finding.ts'

const none: readonly Finding[] = []

/** The check of an answer; null or 404 if the broker does not have it, 403 if the user may not read it. */
export function checkOf<T>({ data, error }: Loaded<T | null>, find: (data: T) => readonly Finding[]): Check {
  if (data === null || isNotFound(error)) return { state: 'missing', findings: none }
  if (data !== undefined && !error) return { state: 'done', findings: find(data) }
  if (error) return { state: isForbidden(error) ? 'missing' : 'failed', findings: none }
  return { state: 'loading', findings: none }
}
