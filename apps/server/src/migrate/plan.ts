import { type MigrationItem, type MigrationKind, type MigrationPlan, migrationKinds } from '@mqdeck/contract'
import type { Secrets } from './secrets.ts'
import type { MigrationSource } from './source.ts'
import type { Target } from './target.ts'
import { reasonOf, TargetError } from './target-error.ts'
import { type Finding, idOf, impossible, toItem, type Work } from './work.ts'
import { authenticationWorks, authorizationWorks } from './works/access.ts'
import { accountWorks } from './works/accounts.ts'
import { bansWorks } from './works/bans.ts'
import { autoSubscribeWorks, delayedWorks, rewriteWorks, topicMetricsWorks } from './works/features.ts'
import { actionWorks, connectorWorks, ruleWorks, sourceWorks } from './works/integrations.ts'
import { listenerWorks } from './works/listeners.ts'
import { retainedWorks } from './works/retained.ts'
import { accessRulesWorks } from './works/rules-of-access.ts'
import { settingsWorks } from './works/settings.ts'

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
export interface PlannedWork {
  readonly work: Work
  readonly item: MigrationItem
}

export interface Plan {
  readonly works: readonly PlannedWork[]
}

/**
 * In the order of creation: authentication and authorization before listeners, retained messages before anything that
 * processes messages.
 */
function worksOf(source: MigrationSource, secrets: Secrets): readonly Work[] {
  return [
    ...settingsWorks(source, secrets),
    ...authenticationWorks(source, secrets),
    ...authorizationWorks(source, secrets),
    ...accessRulesWorks(source),
    ...bansWorks(source),
    ...connectorWorks(source, secrets),
    ...actionWorks(source, secrets),
    ...topicMetricsWorks(source),
    ...listenerWorks(source, secrets),
    ...retainedWorks(source),
    ...autoSubscribeWorks(source),
    ...rewriteWorks(source),
    ...sourceWorks(source, secrets),
    ...ruleWorks(source),
    ...accountWorks(source),
    ...delayedWorks(source),
  ]
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
  const works: PlannedWork[] = []
  for (const work of worksOf(source, secrets).filter((one) => isChosen(one, choice))) {
    if (signal?.aborted) throw new TargetError('unreachable', 'cancelled')
    const finding = await find(work, reader, works)
    works.push({ work, item: toItem(work, finding, choice.overwrite) })
  }
  return { works }
}

export const toPlanAnswer = ({ info }: Target, { works }: Plan): MigrationPlan => ({
  target: info,
  items: works.map(({ item }) => item),
})

function isChosen(work: Work, { only, skip, items }: Choice): boolean {
  if (only && !only.includes(work.kind)) return false
  if (skip?.includes(work.kind)) return false
  return !items || items.includes(idOf(work))
}

export const isKind = (text: string): text is MigrationKind => migrationKinds.some((kind) => kind === text)

async function find(work: Work, target: Target, before: readonly PlannedWork[]): Promise<Finding> {
  const missing = work.needs?.filter((id) => before.some(({ item }) => item.id === id && item.state === 'impossible'))
  if (missing && missing.length > 0) return impossible('needs', missing.join(', '))
  try {
    return await work.find(target)
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
