import { type Call, changeIntegration, deleteAction, deleteRule, deleteSource } from '@mqdeck/contract'
import { defineChange, LocalizedError, orIfMissing } from '../../data/index.ts'
import { idOf, isWebhook } from '../../integration/index.ts'
import { outdatedByRules } from './queries.ts'

/** Ids of what nobody would use any more. */
export interface Unused {
  readonly actions: readonly string[]
  readonly sources: readonly string[]
}

interface UsedResource {
  readonly type: string
  readonly name: string
  readonly rules: readonly string[]
}

/** What this rule uses and no other does. Parts of a webhook are the webhook's affair. */
export const usedOnlyBy = (rule: string, all: readonly UsedResource[]): readonly string[] =>
  all.filter((one) => one.rules.length > 0 && one.rules.every((id) => id === rule) && !isWebhook(one)).map(idOf)

interface Removal {
  readonly id: string
  /** Goes with it. */
  readonly unused: Unused | undefined
}

/** A rule, alone or with what it leaves unused: in one change where the broker can, else one after another. */
export const removeWithUnused = defineChange<Removal, unknown>({
  apply: async (call, { id, unused }) => {
    if (!unused) return call(deleteRule, { params: { id } })
    const done = await orIfMissing(
      call(changeIntegration, {
        body: { delete: { rules: [id], actions: [...unused.actions], sources: [...unused.sources] } },
      }),
      undefined,
    )
    if (done === undefined) await deleteEach(call, id, unused)
    return done
  },
  invalidates: outdatedByRules,
})

/** What cannot be deleted stays, and is told: the rule has gone by then. */
async function deleteEach(call: Call, id: string, { actions, sources }: Unused): Promise<void> {
  await call(deleteRule, { params: { id } })
  const left: string[] = []
  for (const action of actions) await call(deleteAction, { params: { id: action } }).catch(() => left.push(action))
  for (const source of sources) await call(deleteSource, { params: { id: source } }).catch(() => left.push(source))
  if (left.length === 0) return
  throw new LocalizedError({
    en: `The rule was deleted, but these actions and sources could not be deleted: ${left.join(', ')}. Delete them manually.`,
    zh: `规则已删除，但以下动作和 Source 无法删除，请手动删除：${left.join(', ')}。`,
  })
}
