import type { retainer, WireValue } from '@mqdeck/contract'
import { useMessages } from '../../i18n/index.ts'
import { Group, LimitBar, Link, Notice } from '../../ui/index.ts'
import { messages } from './messages.ts'

interface RetainedNotesProps {
  /** Undefined until loaded, and for brokers without these settings. */
  readonly settings: WireValue<typeof retainer> | undefined
  /** Number of retained messages. */
  readonly count: number | undefined
}

/** The reason why no new messages appear: disabled, or the limit is reached. */
export function RetainedNotes({ settings, count = 0 }: RetainedNotesProps) {
  const texts = useMessages(messages)
  if (!settings) return null
  const limit = settings.backend.max_retained_messages
  const note = !settings.enable ? texts.retainerDisabled : limit > 0 && count >= limit ? texts.limitReached : undefined
  if (note === undefined) return null
  return <Notice tone="amber">{note}</Notice>
}

/** Usage of `max_retained_messages`; 0: no limit. */
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
