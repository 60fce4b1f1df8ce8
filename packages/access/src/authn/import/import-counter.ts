import type { AuthnImportResult } from '../port.ts'

/** Counts the users of one import by result. */
export interface ImportCounter {
  /** Whether the user must be written. */
  take(id: string, isKept: boolean, existing: 'override' | 'skip'): boolean
  result(): AuthnImportResult
}

export function createImportCounter(total: number): ImportCounter {
  const counts = { success: 0, override: 0, skipped: 0 }
  const seen = new Set<string>()
  return {
    take(id, isKept, existing) {
      const isThere = isKept || seen.has(id)
      seen.add(id)
      const became = !isThere ? 'success' : existing === 'skip' ? 'skipped' : 'override'
      counts[became] += 1
      return became !== 'skipped'
    },
    result: () => ({ total, ...counts, failed: total - counts.success - counts.override - counts.skipped }),
  }
}
