import { type MigrationItem, type MigrationKind, type MigrationPlan, migrationKinds } from '@mqdeck/contract'
import type { MigrationSource } from './source.ts'
import type { Target } from './target.ts'
import { reasonOf, TargetError } from './target-error.ts'
import { type Finding, idOf, impossible, type MigrationTask, toItem } from './task.ts'

/** Selection of what to migrate. */
export interface Choice {
  /** Default: all kinds. */
  readonly only?: readonly MigrationKind[] | undefined
  readonly skip?: readonly MigrationKind[] | undefined
  /** IDs. Default: all objects of the selected kinds. */
  readonly items?: readonly string[] | undefined
  /** Whether objects that differ are overwritten. */
  readonly overwrite: boolean
}

/** An object with its state on the target. */
export interface PlannedTask {
  readonly task: MigrationTask
  readonly item: MigrationItem
}

export interface Plan {
  readonly tasks: readonly PlannedTask[]
}

/**
 * Reads both sides and returns what would be done. Changes nothing.
 * @throws {TargetError} (rejects) if the target cannot be reached or the user has no permissions
 */
export async function planMigration(
  source: MigrationSource,
  target: Target,
  choice: Choice,
  signal?: AbortSignal,
): Promise<Plan> {
  const { secrets } = target
  const reader = remembering(target)
  const tasks: PlannedTask[] = []
  for (const task of source.tasks(source, secrets).filter((one) => isChosen(one, choice))) {
    if (signal?.aborted) throw new TargetError('unreachable', 'cancelled')
    const finding = await find(task, reader, tasks)
    tasks.push({ task, item: toItem(task, finding, choice.overwrite) })
  }
  return { tasks }
}

export const toPlanAnswer = ({ info }: Target, { tasks }: Plan): MigrationPlan => ({
  target: info,
  items: tasks.map(({ item }) => item),
})

function isChosen(task: MigrationTask, { only, skip, items }: Choice): boolean {
  if (only && !only.includes(task.kind)) return false
  if (skip?.includes(task.kind)) return false
  return !items || items.includes(idOf(task))
}

export const isKind = (text: string): text is MigrationKind => migrationKinds.some((kind) => kind === text)

async function find(task: MigrationTask, target: Target, before: readonly PlannedTask[]): Promise<Finding> {
  const missing = task.needs?.filter((id) => before.some(({ item }) => item.id === id && item.state === 'impossible'))
  if (missing && missing.length > 0) return impossible('needs', missing.join(', '))
  try {
    return await task.find(target)
  } catch (error) {
    const { reason, detail } = reasonOf(error, target.secrets)
    if (reason === 'unreachable') throw error
    return impossible(reason, detail)
  }
}

/** Caches responses by path, because several objects use the same list. */
function remembering(target: Target): Target {
  const found = new Map<string, Promise<unknown>>()
  const got = new Map<string, Promise<unknown>>()
  const once = (known: Map<string, Promise<unknown>>, path: string, ask: (path: string) => Promise<unknown>) => {
    // Messages are not cached: there are many, and each is requested only once.
    if (path.startsWith('/mqtt/retainer/message/')) return ask(path)
    const answer = known.get(path) ?? ask(path)
    known.set(path, answer)
    return answer
  }
  return {
    ...target,
    find: (path) => once(found, path, target.find),
    get: (path) => once(got, path, target.get),
  }
}
