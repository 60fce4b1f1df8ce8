import type { retainer, WireValue } from '@mqdeck/contract'
import { useMessages } from '../../i18n/index.ts'
import { Group, LimitBar, Link, Notice } from '../../ui/index.ts'
import { messages } from './messages.ts'

interface RetainedNotesProps {
  /** Undefined until it is there, and on a broker without such settings. */
  readonly settings: WireValue<typeof retainer> | undefined
  /** How many messages are retained. */
  readonly count: number | undefined
}

/** Why nothing new appears, where that is so. */
export function RetainedNotes({ settings, count = 0 }: RetainedNotesProps) {
  const texts = useMessages(messages)
  if (!settings) return null
  const limit = settings.backend.max_retained_messages
  const note = !settings.enable ? texts.retainerDisabled : limit > 0 && count >= limit ? texts.limitReached : undefined
  if (note === undefined) return null
  return <Notice tone="amber">{note}</Notice>
}

/** How much of `max_retained_messages` is used; 0 is no limit. */
export function RetainedUsage({ settings, count }: RetainedNotesProps) {
  const texts = useMessages(messages)
  if (!settings || count === undefined) return null
  return (
    <Group gap={2}>
      <span>{texts.usage}</span>
      <LimitBar value={count} limit={settings.backend.max_retained_messages} width={120} />
      <Link to="/mqtt/retainer">{texts.retainerSettings}</Link>
    </Group>
  )
}
