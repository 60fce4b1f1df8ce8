import { useMemo, useState } from 'react'
import { useChange, useFresh, useReportedAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Checkbox, confirm, NameList, Stack } from '../../ui/index.ts'
import { channelQueries } from '../integrations/index.ts'
import { removeWithUnused, type Unused, usedOnlyBy } from './delete-rule.ts'
import { messages } from './messages.ts'
import { switchRule } from './queries.ts'
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
  const { run: switchTo } = useChange(switchRule)
  const { run: remove } = useChange(removeWithUnused)
  const actions = useFresh(channelQueries.action.summaries, undefined)
  const sources = useFresh(channelQueries.source.summaries, undefined)
  return useMemo(
    (): RuleActions => ({
      switchTo: ({ id }, enable) =>
        runAndReport(() => switchTo({ id, enable }), {
          done: enable ? texts.enabledNamed(id) : texts.disabledNamed(id),
          failed: texts.changeFailed(id),
        }),
      async remove({ id }) {
        // Without these lists, nothing else is offered for deletion.
        const [ofActions, ofSources] = await Promise.all([actions().catch(() => []), sources().catch(() => [])])
        const unused: Unused = { actions: usedOnlyBy(id, ofActions), sources: usedOnlyBy(id, ofSources) }
        const names = [...unused.actions, ...unused.sources]
        const choice = { alsoUnused: false }
        const isSure = await confirm({
          title: texts.deleteQuestion(id),
          action: texts.delete,
          danger: true,
          body: (
            <Stack gap={3}>
              <span>{texts.deleteNote}</span>
              {names.length > 0 && (
                <>
                  <span>{texts.unusedNote}</span>
                  <NameList names={names} />
                  <AlsoUnused
                    onChange={(wanted) => {
                      choice.alsoUnused = wanted
                    }}
                  />
                </>
              )}
            </Stack>
          ),
        })
        if (!isSure) return false
        const isGone = await runAndReport(() => remove({ id, unused: choice.alsoUnused ? unused : undefined }), {
          done: choice.alsoUnused ? texts.deletedWith(id) : texts.deletedNamed(id),
          failed: texts.deleteFailed(id),
        })
        // The tests must not apply to a later rule with the same ID.
        if (isGone) writeCases(id, [])
        return isGone
      },
    }),
    [texts, runAndReport, switchTo, remove, actions, sources],
  )
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
