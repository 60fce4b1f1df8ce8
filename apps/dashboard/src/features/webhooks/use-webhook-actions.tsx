import { useMemo } from 'react'
import { useChange, useConfirmDeletion, useReportedAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { NameList, Stack } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { webhookChanges } from './queries.ts'
import { partName } from './webhook.ts'

interface Named {
  readonly name: string
}

interface Removed extends Named {
  /** Rules that use the action, including the one of the webhook. */
  readonly rules: readonly string[]
}

/** Actions on a webhook. They resolve to true on success. */
export interface WebhookActions {
  readonly switchTo: (webhook: Named, enable: boolean) => Promise<boolean>
  readonly start: (webhook: Named) => Promise<boolean>
  /** Asks for confirmation. */
  readonly remove: (webhook: Removed) => Promise<boolean>
}

/** A stable object, because the columns of tables depend on it. */
export function useWebhookActions(): WebhookActions {
  const texts = useMessages(messages)
  const report = useReportedAction()
  const confirmDeletion = useConfirmDeletion()
  const { run: switchTo } = useChange(webhookChanges.switchTo)
  const { run: start } = useChange(webhookChanges.start)
  const { run: remove } = useChange(webhookChanges.remove)
  return useMemo((): WebhookActions => {
    const own: WebhookActions = {
      switchTo(webhook, enable) {
        const { name } = webhook
        return report(() => switchTo({ name, enable }), {
          done: enable ? texts.enabledNamed(name) : texts.disabledNamed(name),
          failed: texts.changeFailed(name),
          undo: () => own.switchTo(webhook, !enable),
        })
      },
      start: ({ name }) =>
        report(() => start({ name }), { done: texts.reconnecting(name), failed: texts.reconnectFailed(name) }),
      remove({ name, rules }) {
        const others = rules.filter((id) => id !== partName(name))
        return confirmDeletion({
          kind: 'webhook',
          name,
          action: texts.delete,
          consequence: (
            <Stack gap={3}>
              <span>{texts.deleteNote}</span>
              {others.length > 0 && (
                <>
                  <span>{texts.alsoUsedBy}</span>
                  <NameList names={others} />
                </>
              )}
            </Stack>
          ),
          run: () => remove({ name }),
          done: texts.deletedWithParts(name),
        })
      },
    }
    return own
  }, [texts, report, confirmDeletion, switchTo, start, remove])
}
