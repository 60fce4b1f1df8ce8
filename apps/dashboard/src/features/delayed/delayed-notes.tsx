import type { delayed, WireValue } from '@mqdeck/contract'
import { useMessages } from '../../i18n/index.ts'
import { CodeBlock, EmptyState, Group, LimitBar, Link, Notice } from '../../ui/index.ts'
import { usePublishCommand } from '../listeners/index.ts'
import { messages } from './messages.ts'

interface DelayedNotesProps {
  readonly settings: WireValue<typeof delayed> | undefined
  /** Number of delayed messages. */
  readonly count: number | undefined
}

/** The reason why no new messages appear: disabled, or the limit is reached. */
export function DelayedNotes({ settings, count = 0 }: DelayedNotesProps) {
  const texts = useMessages(messages)
  if (!settings) return null
  const limit = settings.max_delayed_messages
  const note = !settings.enable
    ? texts.delayedPublishDisabled
    : limit > 0 && count >= limit
      ? texts.limitReached
      : undefined
  if (note === undefined) return null
  return <Notice tone="amber">{note}</Notice>
}

/** Usage of `max_delayed_messages`; 0: no limit. */
export function DelayedUsage({ settings, count }: DelayedNotesProps) {
  const texts = useMessages(messages)
  if (!settings || count === undefined) return null
  return (
    <Group gap={2}>
      <span>{texts.usage}</span>
      <LimitBar value={count} limit={settings.max_delayed_messages} width={120} />
      <Link to="/delayed-pub-configuration">{texts.delayedPublishSettings}</Link>
    </Group>
  )
}

/** Empty state with instructions. */
export function NothingDelayed() {
  const texts = useMessages(messages)
  const command = usePublishCommand("-t '$delayed/60/hello/world'")
  return (
    <EmptyState
      title={texts.emptyTitle}
      hint={texts.emptyHint}
      action={command !== undefined && <CodeBlock code={command} wrap />}
    />
  )
}
