import { useChange, useDelete, useEnabling, useFresh } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { exhookMessages } from './messages.ts'
import { exhookChanges, exhooksQuery } from './queries.ts'
import { settingsOf } from './settings.ts'

/** Enables, disables and deletes a server. Each resolves to whether it was done. */
export function useExHookActions() {
  const texts = useMessages(exhookMessages)
  const read = useFresh(exhooksQuery, undefined)
  const { run } = useChange(exhookChanges.update)
  const remove = useDelete(exhookChanges.remove, {
    kind: 'exhook',
    nameOf: ({ name }) => name,
    consequence: texts.deleteNote,
  })
  const enabling = useEnabling(texts, texts.disableBody, async (name, enable) => {
    // A PUT replaces all settings, so the latest ones are read first.
    const now = (await read()).find((one) => one.name === name)
    if (now) await run({ name, settings: { ...settingsOf(now), enable } })
  })
  return { ...enabling, remove }
}
