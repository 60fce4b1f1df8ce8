import type { retainer, WireValue } from '@mqdeck/contract'
import { useMessages } from '../../i18n/index.ts'
import { Button, CodeBlock, EmptyState, Group, LimitBar, Link, Notice } from '../../ui/index.ts'
import { usePublishCommand } from '../listeners/index.ts'
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

interface RetainedEmptyProps {
  readonly isFiltered: boolean
  readonly onReset: () => void
}

/** Empty state: no matches, or no retained messages with instructions. */
export function RetainedEmpty({ isFiltered, onReset }: RetainedEmptyProps) {
  const texts = useMessages(messages)
  if (isFiltered) {
    return (
      <EmptyState
        title={texts.noMatchTitle}
        hint={texts.noMatchHint}
        action={<Button onClick={onReset}>{texts.resetFilters}</Button>}
      />
    )
  }
  return <NothingRetained />
}

function NothingRetained() {
  const texts = useMessages(messages)
  const command = usePublishCommand('-t hall/1/temperature -r')
  return (
    <EmptyState
      title={texts.emptyTitle}
      hint={texts.emptyHint}
      action={command !== undefined && <CodeBlock code={command} wrap />}
    />
  )
}
