import { useMessages } from '../../i18n/index.ts'
import { Button, CodeBlock, EmptyState } from '../../ui/index.ts'
import { usePublishCommand } from '../listeners/index.ts'
import { messages } from './messages.ts'

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
