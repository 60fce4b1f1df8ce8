import { useMemo } from 'react'
import { useChange, useReportedAction } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { confirm, NameList, Stack, useGo } from '../../../ui/index.ts'
import { type ChannelKind, idOf, pages } from '../kinds.ts'
import { messages } from '../messages.ts'
import { type ChannelSummary, channelChanges } from '../queries.ts'

type Summary = Pick<ChannelSummary, 'type' | 'name'> & { readonly rules?: readonly string[] | undefined }
type Act = (channel: Summary) => Promise<boolean>

/** Actions on an action or a source. They resolve to true on success. */
export interface ChannelActions {
  readonly enable: Act
  readonly disable: Act
  readonly start: (channel: Summary, node?: string) => Promise<boolean>
  readonly remove: Act
}

/** A stable object, because the columns of tables depend on it. */
export function useChannelActions(kind: ChannelKind): ChannelActions {
  const texts = useMessages(messages)
  const runAndReport = useReportedAction()
  const go = useGo()
  const changes = channelChanges[kind]
  const { run: switchTo } = useChange(changes.switchTo)
  const { run: start } = useChange(changes.start)
  const { run: remove } = useChange(changes.remove)
  // biome-ignore lint/correctness/useExhaustiveDependencies: useGo gives another function each time that does the same
  return useMemo((): ChannelActions => {
    const { questions } = texts
    const change = (one: Summary, act: () => Promise<unknown>, done: (name: string) => string) =>
      runAndReport(act, { done: done(one.name), failed: texts.changeFailed(one.name) })
    return {
      enable: (one) => change(one, () => switchTo({ id: idOf(one), enable: true }), texts.enabledNamed),
      async disable(one) {
        const { rules = [] } = one
        const isSure = await confirm({
          title: questions.disable[kind](one.name),
          action: texts.disable,
          danger: true,
          body: (
            <Stack gap={3}>
              {rules.length > 0 && (
                <>
                  <span>{questions.disableRules(rules.length)}</span>
                  <NameList names={rules} />
                </>
              )}
              {kind === 'action' && <span>{questions.bufferLost}</span>}
            </Stack>
          ),
        })
        return isSure && change(one, () => switchTo({ id: idOf(one), enable: false }), texts.disabledNamed)
      },
      start: (one, node) =>
        runAndReport(() => start({ id: idOf(one), node }), {
          done: texts.reconnecting(one.name),
          failed: texts.reconnectFailed(one.name),
        }),
      async remove(one) {
        const { rules = [] } = one
        const isUsed = rules.length > 0
        // The broker also refuses to delete a source that rules select from.
        if (isUsed && kind === 'source') {
          const wantsToSee = await confirm({
            title: questions.inUse.source(one.name),
            action: texts.showUsers,
            body: (
              <Stack gap={3}>
                <span>{questions.inUseSource}</span>
                <NameList names={rules} />
              </Stack>
            ),
          })
          if (wantsToSee) go({ to: pages.source.detail, params: { id: idOf(one) }, search: { tab: 'users' } })
          return false
        }
        const isSure = await confirm({
          title: questions.delete[kind](one.name),
          action: isUsed ? questions.removeAnyway : texts.delete,
          danger: true,
          body: (
            <Stack gap={3}>
              {isUsed && (
                <>
                  <span>{questions.removeFromRules}</span>
                  <NameList names={rules} />
                </>
              )}
              <span>{questions.deleteNote}</span>
            </Stack>
          ),
        })
        return isSure && change(one, () => remove({ id: idOf(one), fromRules: isUsed }), texts.deletedNamed)
      },
    }
  }, [texts, runAndReport, kind, switchTo, start, remove])
}
