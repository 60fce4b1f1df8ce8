import type { ExHook } from '@mqdeck/contract'
import { useChange, useConfirmAction, useDelete, useFresh, useReportedAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { exhookMessages } from './messages.ts'
import { exhookChanges, exhooksQuery } from './queries.ts'
import { settingsOf } from './settings.ts'

/** Enables, disables and deletes a server. Each resolves to whether it was done. */
export function useExHookActions() {
  const texts = useMessages(exhookMessages)
  const report = useReportedAction()
  const confirmAction = useConfirmAction()
  const read = useFresh(exhooksQuery, undefined)
  const { run } = useChange(exhookChanges.update)
  const remove = useDelete(exhookChanges.remove, {
    kind: 'exhook',
    nameOf: ({ name }) => name,
    consequence: texts.deleteNote,
  })
  // A PUT replaces all settings, so the latest ones are read first.
  const change = async (name: string, enable: boolean) => {
    const now = (await read()).find((one) => one.name === name)
    if (now) await run({ name, settings: { ...settingsOf(now), enable } })
  }
  return {
    enable: ({ name }: ExHook) =>
      report(() => change(name, true), { done: texts.enabledNamed(name), failed: texts.changeFailed(name) }),
    disable: ({ name }: ExHook) =>
      confirmAction({
        title: texts.disableQuestion(name),
        action: texts.disable,
        done: texts.disabledNamed(name),
        failed: texts.changeFailed(name),
        consequence: texts.disableBody,
        run: () => change(name, false),
      }),
    remove,
  }
}
