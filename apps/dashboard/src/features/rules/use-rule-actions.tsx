import { useMemo, useState } from 'react'
import { useChange, useConfirmDeletion, useFresh, useReportedAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Checkbox, NameList, Stack } from '../../ui/index.ts'
import { channelQueries, idOf, isWebhook } from '../integrations/index.ts'
import { messages } from './messages.ts'
import { removeWithUnused, switchRule, type Unused } from './queries.ts'
import { writeCases } from './test/test-cases.ts'

interface Named {
  readonly id: string
}

/** Actions on a rule. They resolve to true on success. */
export interface RuleActions {
  readonly switchTo: (rule: Named, enable: boolean) => Promise<boolean>
  /** Offers to delete actions and sources that only this rule uses. */
  readonly remove: (rule: Named) => Promise<boolean>
}

/** A stable object, because the columns of tables depend on it. */
export function useRuleActions(): RuleActions {
  const texts = useMessages(messages)
  const runAndReport = useReportedAction()
  const confirmDeletion = useConfirmDeletion()
  const { run: switchTo } = useChange(switchRule)
  const { run: remove } = useChange(removeWithUnused)
  const actions = useFresh(channelQueries.action.summaries, undefined)
  const sources = useFresh(channelQueries.source.summaries, undefined)
  return useMemo((): RuleActions => {
    const own: RuleActions = {
      switchTo(rule, enable) {
        const { id } = rule
        return runAndReport(() => switchTo({ id, enable }), {
          done: enable ? texts.enabledNamed(id) : texts.disabledNamed(id),
          failed: texts.changeFailed(id),
          undo: () => own.switchTo(rule, !enable),
        })
      },
      async remove({ id }) {
        // Without these lists, nothing else is offered for deletion.
        const [ofActions, ofSources] = await Promise.all([actions().catch(() => []), sources().catch(() => [])])
        const unused: Unused = { actions: usedOnlyBy(id, ofActions), sources: usedOnlyBy(id, ofSources) }
        const names = [...unused.actions, ...unused.sources]
        let deletesUnused = false
        const isGone = await confirmDeletion({
          kind: 'rule',
          name: id,
          action: texts.delete,
          consequence: (
            <Stack gap={3}>
              <span>{texts.deleteNote}</span>
              {names.length > 0 && (
                <>
                  <span>{texts.unusedNote}</span>
                  <NameList names={names} />
                  <AlsoUnused
                    onChange={(wanted) => {
                      deletesUnused = wanted
                    }}
                  />
                </>
              )}
            </Stack>
          ),
          run: () => remove({ id, unused: deletesUnused ? unused : undefined }),
          done: () => (deletesUnused ? texts.deletedWith(id) : texts.deletedNamed(id)),
        })
        // The tests must not apply to a later rule with the same ID.
        if (isGone) writeCases(id, [])
        return isGone
      },
    }
    return own
  }, [texts, runAndReport, confirmDeletion, switchTo, remove, actions, sources])
}

function AlsoUnused({ onChange }: { readonly onChange: (wanted: boolean) => void }) {
  const texts = useMessages(messages)
  const [isWanted, setWanted] = useState(false)
  return (
    <Checkbox
      label={texts.deleteUnused}
      checked={isWanted}
      onChange={(next) => {
        setWanted(next)
        onChange(next)
      }}
    />
  )
}

interface UsedResource {
  readonly type: string
  readonly name: string
  readonly rules: readonly string[]
}

/** IDs of actions and sources that only this rule uses, without those of webhooks. */
const usedOnlyBy = (rule: string, all: readonly UsedResource[]): readonly string[] =>
  all.filter((one) => one.rules.length > 0 && one.rules.every((id) => id === rule) && !isWebhook(one)).map(idOf)
