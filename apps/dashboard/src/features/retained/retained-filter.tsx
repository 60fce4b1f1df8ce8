import { useMemo, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { filterFault } from '../../lib/topics/topic-filter.ts'
import { topicFilterMessages } from '../../lib/topics/topic-filter-messages.ts'
import { SearchBar, TextField, useDraft } from '../../ui/index.ts'
import { messages } from './messages.ts'

interface RetainedFilterProps {
  /** The active filter. */
  readonly topic: string | undefined
  readonly onSearch: (topic: string | undefined) => void
}

export function RetainedFilter({ topic, onSearch }: RetainedFilterProps) {
  const texts = useMessages(messages)
  const faults = useMessages(topicFilterMessages)
  const [draft, change] = useDraft(useMemo(() => ({ topic: topic ?? '' }), [topic]))
  // An incomplete filter shows no error while typing.
  const [tried, setTried] = useState<string>()
  const fault = draft.topic === '' ? undefined : filterFault(draft.topic)
  return (
    <SearchBar
      active={topic === undefined ? 0 : 1}
      onSearch={() => {
        setTried(draft.topic)
        if (fault === undefined) onSearch(draft.topic === '' ? undefined : draft.topic)
      }}
      onReset={() => {
        change({ topic: '' })
        onSearch(undefined)
      }}
    >
      <TextField
        mono
        label={texts.topicFilter}
        placeholder="hall/+/temperature"
        autoComplete="off"
        value={draft.topic}
        error={fault !== undefined && tried === draft.topic ? faults[fault] : undefined}
        onChange={(event) => change({ topic: event.currentTarget.value })}
      />
    </SearchBar>
  )
}
