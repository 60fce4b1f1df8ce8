import type { MigrationCounts } from '@mqdeck/contract'
import { TargetError } from './target-error.ts'
import type { Finding, Made, Making } from './work.ts'

/** What one of many things is on the target. */
export type Standing = 'missing' | 'equal' | 'differs' | 'impossible'

export function countsOf(standings: Iterable<Standing>): MigrationCounts {
  const counts = { total: 0, missing: 0, equal: 0, differs: 0, impossible: 0, failed: 0 }
  for (const standing of standings) {
    counts.total += 1
    counts[standing] += 1
  }
  return counts
}

/** Something is to be made when one is missing; what differs is told, and so is what cannot be carried. */
export function findingOf(counts: MigrationCounts, rest: Pick<Finding, 'reason' | 'detail'> = {}): Finding {
  const state = counts.missing > 0 ? 'create' : counts.differs > 0 ? 'differs' : 'equal'
  if (counts.total > 0 && counts.impossible === counts.total) return { ...rest, state: 'impossible', counts }
  return { ...(counts.impossible > 0 && rest), state, counts }
}

/** Failures that are told one by one. */
const mostTold = 5

interface Bunches<T> {
  /** Things of a bunch at most. */
  readonly size: number
  /** What a bunch may weigh; one that is heavier goes alone. */
  readonly weight?: { readonly most: number; of(thing: T): number }
  nameOf(thing: T): string
  make(some: readonly T[]): Promise<unknown>
}

/**
 * Makes many things in bunches, one after the other. A bunch that is refused is tried one by one, so that one bad thing does not
 * keep the others away.
 * @throws {TargetError} when the target cannot be reached any more
 */
export async function makeMany<T>(
  things: readonly T[],
  { size, weight, nameOf, make }: Bunches<T>,
  { signal, progress }: Making,
): Promise<Made | undefined> {
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
      if (thing !== undefined && problems.length < mostTold) problems.push(`${nameOf(thing)}: ${error.message}`)
    }
  }
  let done = 0
  for (const some of bunches(things, size, weight)) {
    if (signal?.aborted) return { failed: failed + things.length - done, reason: 'partly', isCancelled: true }
    await attempt(some)
    done += some.length
    progress(done, things.length)
  }
  if (failed === 0) return undefined
  const more = failed > problems.length ? `; ${failed - problems.length} more` : ''
  return { failed, reason: failed === things.length ? 'refused' : 'partly', detail: problems.join('; ') + more }
}

function* bunches<T>(things: readonly T[], size: number, weight: Bunches<T>['weight']): Iterable<readonly T[]> {
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
