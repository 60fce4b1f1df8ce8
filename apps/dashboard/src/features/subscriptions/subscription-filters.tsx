import { useMemo } from 'react'
import { NodePicker } from '../../api/nodes/node-picker.tsx'
import { useMessages } from '../../i18n/index.ts'
import { SearchBar, Select, TextField, TextFilter, useDraft } from '../../ui/index.ts'
import { messages } from './messages.ts'
import {
  filtersOf,
  fromDraft,
  isFiltered,
  type SubscriptionFilters,
  type SubscriptionSearch,
  toDraft,
} from './searches.ts'

interface SubscriptionFilterBarProps {
  readonly search: SubscriptionSearch
  readonly onSearch: (filters: SubscriptionFilters) => void
  readonly onReset: () => void
}

/** The filters apply on Search or Enter. */
export function SubscriptionFilterBar({ search, onSearch, onReset }: SubscriptionFilterBarProps) {
  const texts = useMessages(messages)
  const [draft, change] = useDraft(useMemo(() => toDraft(search), [search]))
  return (
    <SearchBar
      active={isFiltered(filtersOf(search)) ? 1 : 0}
      onSearch={() => onSearch(fromDraft(draft))}
      onReset={onReset}
      more={
        <>
          <NodePicker label={texts.node} value={draft.node} onChange={(node) => change({ node })} />
          <Select
            label={texts.qos}
            clearable
            value={draft.qos}
            options={levels.map((level) => ({ value: level, label: level }))}
            onChange={(qos) => change({ qos })}
          />
        </>
      }
    >
      <TextField
        label={texts.clientId}
        value={draft.clientid}
        onChange={(event) => change({ clientid: event.currentTarget.value })}
      />
      <TextFilter
        label={texts.topicFilter}
        value={draft.topic}
        onChange={(topic) => change({ topic })}
        matching={draft.matching}
        onMatchingChange={(matching) => change({ matching })}
        fuzzyName={texts.wildcard}
        placeholder={draft.matching === 'exact' ? texts.exactPlaceholder : texts.wildcardPlaceholder}
      />
      <TextField
        label={texts.shareGroup}
        value={draft.share_group}
        onChange={(event) => change({ share_group: event.currentTarget.value })}
      />
    </SearchBar>
  )
}

const levels = ['0', '1', '2'] as const
