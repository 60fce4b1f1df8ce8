import { useMemo } from 'react'
import { useChange, useConfirmAction, useConfirmDeletion, useReportedAction } from '../../../api/index.ts'
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
  const report = useReportedAction()
  const confirmAction = useConfirmAction()
  const confirmDeletion = useConfirmDeletion()
  const go = useGo()
  const changes = channelChanges[kind]
  const { run: switchTo } = useChange(changes.switchTo)
  const { run: start } = useChange(changes.start)
  const { run: remove } = useChange(changes.remove)
  // biome-ignore lint/correctness/useExhaustiveDependencies: useGo gives another function each time that does the same
  return useMemo((): ChannelActions => {
    const { questions } = texts
    const outcome = ({ name }: Summary, done: (name: string) => string) => ({
      done: done(name),
      failed: texts.changeFailed(name),
    })
    const own: ChannelActions = {
      enable(one) {
        const undo = () => own.disable(one)
        return report(() => switchTo({ id: idOf(one), enable: true }), { ...outcome(one, texts.enabledNamed), undo })
      },
      disable(one) {
        return confirmAction({
          ...outcome(one, texts.disabledNamed),
          undo: () => own.enable(one),
          title: questions.disable[kind](one.name),
          action: texts.disable,
          consequence: (
            <Stack gap={3}>
              <AffectedRules title={questions.disableRules} rules={one.rules} />
              {kind === 'action' && <span>{questions.bufferLost}</span>}
            </Stack>
          ),
          run: () => switchTo({ id: idOf(one), enable: false }),
        })
      },
      start: (one, node) =>
        report(() => start({ id: idOf(one), node }), {
          done: texts.reconnecting(one.name),
          failed: texts.reconnectFailed(one.name),
        }),
      async remove(one) {
        const isUsed = one.rules !== undefined && one.rules.length > 0
        // The broker also refuses to delete a source that rules select from.
        if (isUsed && kind === 'source') {
          const wantsToSee = await confirm({
            title: questions.inUse.source(one.name),
            action: texts.showUsers,
            body: (
              <Stack gap={3}>
                <AffectedRules title={() => questions.inUseSource} rules={one.rules} />
              </Stack>
            ),
          })
          if (wantsToSee) go({ to: pages.source.detail, params: { id: idOf(one) }, search: { tab: 'users' } })
          return false
        }
        return confirmDeletion({
          ...outcome(one, texts.deletedNamed),
          kind,
          name: one.name,
          action: isUsed ? questions.removeAnyway : texts.delete,
          consequence: (
            <Stack gap={3}>
              <AffectedRules title={() => questions.removeFromRules} rules={one.rules} />
              <span>{questions.deleteNote}</span>
            </Stack>
          ),
          run: () => remove({ id: idOf(one), fromRules: isUsed }),
        })
      },
    }
    return own
  }, [texts, report, confirmAction, confirmDeletion, kind, switchTo, start, remove])
}

interface AffectedRulesProps {
  /** The sentence above the rules, by their number. */
  readonly title: (count: number) => string
  readonly rules: readonly string[] | undefined
}

function AffectedRules({ title, rules = [] }: AffectedRulesProps) {
  if (rules.length === 0) return null
  return (
    <>
      <span>{title(rules.length)}</span>
      <NameList names={rules} />
    </>
  )
}
