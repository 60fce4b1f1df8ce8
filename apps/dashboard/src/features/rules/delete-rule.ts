import { type Call, changeIntegration, deleteAction, deleteRule, deleteSource } from '@mqdeck/contract'
import { defineChange, LocalizedError, orIfMissing } from '../../api/index.ts'
import { idOf, isWebhook } from '../integrations/index.ts'
import { outdatedByRules } from './queries.ts'

/** IDs of actions and sources that are not used any more. */
export interface Unused {
  readonly actions: readonly string[]
  readonly sources: readonly string[]
}

interface UsedResource {
  readonly type: string
  readonly name: string
  readonly rules: readonly string[]
}

/** IDs of actions and sources that only this rule uses, without those of webhooks. */
export const usedOnlyBy = (rule: string, all: readonly UsedResource[]): readonly string[] =>
  all.filter((one) => one.rules.length > 0 && one.rules.every((id) => id === rule) && !isWebhook(one)).map(idOf)

interface Removal {
  readonly id: string
  /** To be deleted too. */
  readonly unused: Unused | undefined
}

/** Deletes a rule, with its unused actions and sources if wanted. Uses one request if the broker supports it. */
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

/** Continues after errors and reports what could not be deleted. The rule is already deleted then. */
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
