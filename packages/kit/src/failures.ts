import type { Clock } from './clock.ts'
import { encodeBoundedJson } from './json/bounded-json.ts'

/** An error that occurred at least once. Times are milliseconds since the epoch. */
export interface Failure {
  /** The part that failed, such as an action of a rule. Undefined for the object itself. */
  readonly target: string | undefined
  /** The latest text, without secrets. Texts that differ only in values count as the same error. */
  readonly reason: string
  readonly count: number
  readonly firstAt: number
  readonly lastAt: number
  /** JSON of the data of one of these errors, cut if it is long. */
  readonly sample: string | undefined
}

/** The most recent errors of an object. Equal errors are counted, and memory is limited. */
export interface Failures {
  /** `sample` returns the data of the error as `toSample` writes it. It is called only if a new sample is needed. */
  readonly add: (
    reason: string,
    options?: { readonly target?: string | undefined; readonly sample?: (() => string) | undefined },
  ) => void
  /**
   * True if the next data for this target should be kept as a sample in case it fails too. Requests that wait in a
   * buffer cannot all keep their data.
   */
  readonly needsSample: (target?: string) => boolean
  /** The latest first. */
  readonly read: () => readonly Failure[]
  readonly reset: () => void
}

/** Maximum number of different errors of an object. */
const maxFailures = 5
const maxReasonLength = 1_000
const maxSampleLength = 4_096
/** Quoted texts and numbers. */
const values = /'[^']*'|"[^"]*"|\d+/g
/** Milliseconds between two samples of an error, because each costs time. */
const sampleInterval = 10_000
/** Milliseconds for which another error of the same kind is expected. */
const recently = 600_000

interface Entry {
  readonly target: string | undefined
  /** The reason without its values. */
  readonly kind: string
  reason: string
  readonly firstAt: number
  count: number
  lastAt: number
  sampledAt: number
  sample: string | undefined
}

/** JSON of data, cut if it is long. */
export const toSample = (data: unknown): string => encodeBoundedJson(data, maxSampleLength)

export function createFailures({ now }: Pick<Clock, 'now'>): Failures {
  let entries: Entry[] = []
  let preparedAt = Number.NEGATIVE_INFINITY

  return {
    add(reason, { target, sample } = {}) {
      const at = now()
      const entry = find(reason.slice(0, maxReasonLength), target, at)
      entry.count += 1
      entry.lastAt = at
      if (!sample || at - entry.sampledAt < sampleInterval) return
      entry.sampledAt = at
      entry.sample = sample()
    },
    needsSample(target) {
      if (entries.length === 0) return false
      const at = now()
      if (at - preparedAt < sampleInterval) return false
      const isNeeded = entries.some(
        (one) => one.target === target && at - one.lastAt < recently && at - one.sampledAt >= sampleInterval,
      )
      if (isNeeded) preparedAt = at
      return isNeeded
    },
    read: () =>
      entries.map(({ sampledAt: _, kind: __, ...failure }) => failure).toSorted((a, b) => b.lastAt - a.lastAt),
    reset() {
      entries = []
    },
  }

  function find(reason: string, target: string | undefined, at: number): Entry {
    const kind = reason.replace(values, '')
    const known = entries.find((one) => one.kind === kind && one.target === target)
    if (known) {
      known.reason = reason
      return known
    }
    if (entries.length === maxFailures) {
      const oldest = entries.reduce((a, b) => (b.lastAt < a.lastAt ? b : a))
      entries = entries.filter((one) => one !== oldest)
    }
    const entry: Entry = {
      target,
      kind,
      reason,
      firstAt: at,
      count: 0,
      lastAt: at,
      sampledAt: Number.NEGATIVE_INFINITY,
      sample: undefined,
    }
    entries.push(entry)
    return entry
  }
}
