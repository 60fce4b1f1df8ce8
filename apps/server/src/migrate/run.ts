import type { MigrationItem } from '@mqdeck/contract'
import type { Plan, PlannedTask } from './plan.ts'
import type { Target } from './target.ts'
import { reasonOf } from './target-error.ts'

export interface RunOptions {
  readonly overwrite: boolean
  /** Stops after the current item. */
  readonly signal?: AbortSignal | undefined
  /** Called when an item starts, while its objects are created, and with `item` when it is finished. */
  onProgress?(progress: RunProgress): void
}

export interface RunProgress {
  readonly id: string
  readonly done: number
  readonly total: number
  readonly item?: MigrationItem
}

/**
 * Creates what is missing according to the plan, one item after the other. A failure blocks only items that depend on
 * it. If the target is unreachable, the remaining items are skipped. Never rejects because of the target.
 */
export async function runMigration(
  { tasks }: Plan,
  target: Target,
  options: RunOptions,
): Promise<readonly MigrationItem[]> {
  const results = new Map<string, MigrationItem>()
  let isGone = false
  for (const planned of tasks) {
    const { id } = planned.item
    options.onProgress?.({ id, done: 0, total: 0 })
    const item = await makeOne(planned, results, isGone, target, options)
    isGone ||= item.reason === 'unreachable'
    results.set(id, item)
    options.onProgress?.({ id, done: 1, total: 1, item })
  }
  return [...results.values()]
}

const isToMake = ({ state }: MigrationItem) => state === 'create' || state === 'change'

async function makeOne(
  { task, item }: PlannedTask,
  results: ReadonlyMap<string, MigrationItem>,
  isGone: boolean,
  target: Target,
  { overwrite, signal, onProgress }: RunOptions,
): Promise<MigrationItem> {
  if (!isToMake(item)) return item
  if (isGone) return { ...item, state: 'cancelled', reason: 'unreachable', detail: '' }
  if (signal?.aborted) return { ...item, state: 'cancelled' }
  const missing = (task.needs ?? []).filter((id) => isMissing(results.get(id)))
  if (missing.length > 0) return { ...item, state: 'blocked', reason: 'needs', detail: missing.join(', ') }
  try {
    const made = await task.make({
      target,
      overwrite,
      signal,
      progress: (done, total) => onProgress?.({ id: item.id, done, total }),
    })
    return toResult(item, made)
  } catch (error) {
    return { ...item, state: 'failed', ...reasonOf(error, target.secrets) }
  }
}

const isMissing = (result: MigrationItem | undefined) =>
  result !== undefined && ['failed', 'blocked', 'cancelled', 'impossible'].includes(result.state)

type TaskResult = Awaited<ReturnType<PlannedTask['task']['make']>>

function toResult(item: MigrationItem, made: TaskResult): MigrationItem {
  const state = item.state === 'change' ? 'changed' : 'created'
  if (!made?.failed) return { ...item, state }
  return {
    ...item,
    state: made.isCancelled ? 'cancelled' : 'failed',
    reason: made.reason ?? 'partly',
    detail: made.detail ?? '',
    counts: item.counts && { ...item.counts, failed: made.failed },
  }
}
