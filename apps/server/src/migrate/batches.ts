import type { MigrationCounts } from '@mqdeck/contract'
import { TargetError } from './target-error.ts'
import type { Finding, TaskContext, TaskResult } from './task.ts'

/** State of one of many objects on the target. */
export type ObjectState = 'missing' | 'equal' | 'differs' | 'impossible'

export function countsOf(standings: Iterable<ObjectState>): MigrationCounts {
  const counts = { total: 0, missing: 0, equal: 0, differs: 0, impossible: 0, failed: 0 }
  for (const standing of standings) {
    counts.total += 1
    counts[standing] += 1
  }
  return counts
}

/** `create` if any object is missing. Reports objects that differ or cannot be migrated. */
export function findingOf(counts: MigrationCounts, rest: Pick<Finding, 'reason' | 'detail'> = {}): Finding {
  const state = counts.missing > 0 ? 'create' : counts.differs > 0 ? 'differs' : 'equal'
  if (counts.total > 0 && counts.impossible === counts.total) return { ...rest, state: 'impossible', counts }
  return { ...(counts.impossible > 0 && rest), state, counts }
}

/** Maximum number of failures that are listed. */
const maxReported = 5

interface BatchOptions<T> {
  /** Maximum number of objects in a batch. */
  readonly size: number
  /** Maximum weight of a batch. A heavier object is sent alone. */
  readonly weight?: { readonly most: number; of(thing: T): number }
  nameOf(thing: T): string
  make(some: readonly T[]): Promise<unknown>
}

/**
 * Creates many objects in batches. If a batch is rejected, its objects are sent one by one, so that one invalid object
 * does not affect the others.
 * @throws {TargetError} if the target becomes unreachable
 */
export async function createInBatches<T>(
  things: readonly T[],
  { size, weight, nameOf, make }: BatchOptions<T>,
  { signal, progress }: TaskContext,
): Promise<TaskResult | undefined> {
  const problems: string[] = []
  let failed = 0
  const attempt = async (some: readonly T[]): Promise<void> => {
    try {
      await make(some)
    } catch (error) {
      if (!(error instanceof TargetError) || error.reason === 'unreachable') throw error
      if (some.length > 1) {
        for (const one of some) await attempt([one])
        return
      }
      failed += 1
      const [thing] = some
      if (thing !== undefined && problems.length < maxReported) problems.push(`${nameOf(thing)}: ${error.message}`)
    }
  }
  let done = 0
  for (const some of batches(things, size, weight)) {
    if (signal?.aborted) return { failed: failed + things.length - done, reason: 'partly', isCancelled: true }
    await attempt(some)
    done += some.length
    progress(done, things.length)
  }
  if (failed === 0) return undefined
  const more = failed > problems.length ? `; ${failed - problems.length} more` : ''
  return { failed, reason: failed === things.length ? 'refused' : 'partly', detail: problems.join('; ') + more }
}

function* batches<T>(things: readonly T[], size: number, weight: BatchOptions<T>['weight']): Iterable<readonly T[]> {
  let some: T[] = []
  let weighs = 0
  for (const thing of things) {
    const heavy = weight?.of(thing) ?? 0
    if (some.length > 0 && (some.length >= size || weighs + heavy > (weight?.most ?? 0))) {
      yield some
      some = []
      weighs = 0
    }
    some.push(thing)
    weighs += heavy
  }
  if (some.length > 0) yield some
}
