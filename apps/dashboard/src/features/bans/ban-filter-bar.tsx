import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { SearchBar, Select, TextFilter, useDraft } from '../../ui/index.ts'
import { type BanDraft, type BanFilters, filteredKinds, fromDraft } from './ban-search.ts'
import { banKindNames } from './index.ts'
import { messages } from './list-messages.ts'

interface BanFilterBarProps {
  readonly current: BanDraft
  readonly onSearch: (filters: BanFilters) => void
  readonly onReset: () => void
}

/** The filter of the list. It is applied with Search or Enter. */
export function BanFilterBar({ current, onSearch, onReset }: BanFilterBarProps) {
  const texts = useMessages(messages)
  const kinds = useMessages(banKindNames)
  const { kind, text, matching } = current
  const [draft, change] = useDraft(useMemo(() => ({ kind, text, matching }), [kind, text, matching]))
  return (
    <SearchBar active={text === '' ? 0 : 1} onSearch={() => onSearch(fromDraft(draft))} onReset={onReset}>
      <Select
        label={texts.type}
        value={draft.kind}
        onChange={(next) => next && change({ kind: next })}
        options={filteredKinds.map((value) => ({ value, label: kinds[value] }))}
      />
      <TextFilter
        label={texts.value}
        value={draft.text}
        onChange={(next) => change({ text: next })}
        {...(draft.kind !== 'peerhost_net' && {
          matching: draft.matching,
          onMatchingChange: (next) => change({ matching: next }),
        })}
      />
    </SearchBar>
  )
}
