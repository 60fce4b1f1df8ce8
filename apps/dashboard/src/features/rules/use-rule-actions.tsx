import { useMemo, useState } from 'react'
import { useChange, useFresh, useReportedAction } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { channelQueries } from '../../integration/index.ts'
import { Checkbox, confirm, NameList, Stack } from '../../ui/index.ts'
import { removeWithUnused, type Unused, usedOnlyBy } from './delete-rule.ts'
import { messages } from './messages.ts'
import { switchRule } from './queries.ts'
import { writeCases } from './test/test-cases.ts'

interface Named {
  readonly id: string
}

/** What can be done to a rule as a whole. Each resolves to whether it was done. */
export interface RuleActions {
  readonly switchTo: (rule: Named, enable: boolean) => Promise<boolean>
  /** Says what only this rule used, and deletes that too if wanted. */
  readonly remove: (rule: Named) => Promise<boolean>
}

/** The same object as long as the language stays: it decides what a table draws anew. */
export function useRuleActions(): RuleActions {
  const texts = useMessages(messages)
  const told = useReportedAction()
  const { run: switchTo } = useChange(switchRule)
  const { run: remove } = useChange(removeWithUnused)
  const actions = useFresh(channelQueries.action.summaries, undefined)
  const sources = useFresh(channelQueries.source.summaries, undefined)
  return useMemo(
    (): RuleActions => ({
      switchTo: ({ id }, enable) =>
        told(() => switchTo({ id, enable }), {
          done: enable ? texts.enabledNamed(id) : texts.disabledNamed(id),
          failed: texts.changeFailed(id),
        }),
      async remove({ id }) {
        // Who cannot say what else uses a thing leaves it alone.
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
        const isGone = await told(() => remove({ id, unused: choice.alsoUnused ? unused : undefined }), {
          done: choice.alsoUnused ? texts.deletedWith(id) : texts.deletedNamed(id),
          failed: texts.deleteFailed(id),
        })
        // Another rule of this name is not to be judged by them.
        if (isGone) writeCases(id, [])
        return isGone
      },
    }),
    [texts, told, switchTo, remove, actions, sources],
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
