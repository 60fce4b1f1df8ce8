import type { MigrationCounts, MigrationItem, MigrationKind, MigrationReason } from '@mqdeck/contract'
import type { Target } from './target.ts'

/** How something of ours stands on the target. */
export interface Finding {
  readonly state: 'create' | 'equal' | 'differs' | 'impossible'
  readonly reason?: MigrationReason
  readonly detail?: string
  readonly differences?: readonly string[]
  readonly counts?: MigrationCounts
}

/** What came of making it, where that is more than "it is there now". */
export interface Made {
  readonly failed?: number
  readonly reason?: MigrationReason
  readonly detail?: string
  /** The rest was left because somebody said so. */
  readonly isCancelled?: true
}

export interface Making {
  readonly target: Target
  /** What is there already and differs is to become as ours. */
  readonly overwrite: boolean
  /** Ends between two things of many. */
  readonly signal: AbortSignal | undefined
  /** How many things of an item are made. */
  progress(done: number, total: number): void
}

/** One thing of ours, or many of one kind that go together. Everything rejects with a TargetError. */
export interface Work {
  readonly kind: MigrationKind
  readonly name: string
  /** Ids of the works that must have gone well before. */
  readonly needs?: readonly string[]
  find(target: Target): Promise<Finding>
  /** Makes it, or what is missing of it, or with `overwrite` changes it. Only called for what `find` called `create` or `differs`. */
  make(making: Making): Promise<Made | undefined>
}

export const idOf = ({ kind, name }: Pick<Work, 'kind' | 'name'>): string => `${kind}/${name}`

export const toItem = (work: Work, finding: Finding, overwrite: boolean): MigrationItem => ({
  id: idOf(work),
  kind: work.kind,
  name: work.name,
  state: finding.state === 'differs' && overwrite ? 'change' : finding.state,
  reason: finding.reason ?? null,
  detail: finding.detail ?? '',
  differences: [...(finding.differences ?? [])],
  counts: finding.counts ?? null,
})

export const nothing = { state: 'equal' } as const

/** What cannot be carried at all. */
export const impossible = (reason: MigrationReason, detail: string): Finding => ({
  state: 'impossible',
  reason,
  detail,
})

/** A work that only tells. */
export const told = (kind: MigrationKind, name: string, find: Work['find']): Work => ({
  kind,
  name,
  find,
  make: async () => undefined,
})
