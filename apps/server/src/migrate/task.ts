import type { MigrationCounts, MigrationItem, MigrationKind, MigrationReason } from '@mqdeck/contract'
import type { Target } from './target.ts'

/** State of one of our objects on the target. */
export interface Finding {
  readonly state: 'create' | 'equal' | 'differs' | 'impossible'
  readonly reason?: MigrationReason
  readonly detail?: string
  readonly differences?: readonly string[]
  readonly counts?: MigrationCounts
}

/** Result of creating an object, if it is more than success. */
export interface TaskResult {
  readonly failed?: number
  readonly reason?: MigrationReason
  readonly detail?: string
  /** The user cancelled the rest. */
  readonly isCancelled?: true
}

export interface TaskContext {
  readonly target: Target
  /** Whether existing objects that differ are overwritten. */
  readonly overwrite: boolean
  /** Stops between two of many objects. */
  readonly signal: AbortSignal | undefined
  /** Reports how many objects of an item are created. */
  progress(done: number, total: number): void
}

/** One object, or many objects of one kind that belong together. All methods reject with a TargetError. */
export interface MigrationTask {
  readonly kind: MigrationKind
  readonly name: string
  /** IDs of items that must have succeeded before. */
  readonly needs?: readonly string[]
  find(target: Target): Promise<Finding>
  /**
   * Creates it, or what is missing of it. With `overwrite`, changes it. Called only if `find` returned `create` or
   * `differs`.
   */
  make(making: TaskContext): Promise<TaskResult | undefined>
}

export const idOf = ({ kind, name }: Pick<MigrationTask, 'kind' | 'name'>): string => `${kind}/${name}`

export const toItem = (task: MigrationTask, finding: Finding, overwrite: boolean): MigrationItem => ({
  id: idOf(task),
  kind: task.kind,
  name: task.name,
  state: finding.state === 'differs' && overwrite ? 'change' : finding.state,
  reason: finding.reason ?? null,
  detail: finding.detail ?? '',
  differences: [...(finding.differences ?? [])],
  counts: finding.counts ?? null,
})

export const nothing = { state: 'equal' } as const

/** An object that cannot be migrated. */
export const impossible = (reason: MigrationReason, detail: string): Finding => ({
  state: 'impossible',
  reason,
  detail,
})

/** An item that is only reported. */
export const reportOnly = (kind: MigrationKind, name: string, find: MigrationTask['find']): MigrationTask => ({
  kind,
  name,
  find,
  make: async () => undefined,
})
