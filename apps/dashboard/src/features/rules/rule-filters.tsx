import { useMemo } from 'react'
import { useData } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { SearchBar, Select, type SetSearch, TextFilter, useDraft } from '../../ui/index.ts'
import { channelQueries, idOf } from '../integrations/index.ts'
import { messages } from './messages.ts'
import { filtersIn, matchings, noFilters, type RulesSearch } from './rules-search.ts'

interface RuleFilterBarProps {
  readonly search: RulesSearch
  readonly onChange: SetSearch<RulesSearch>
}

/** Filters of the rule list, applied by the broker. */
export function RuleFilterBar({ search, onChange }: RuleFilterBarProps) {
  const texts = useMessages(messages)
  const { id, from, matching, note, enabled, action, source, failing } = search
  const activeFilters = useMemo(
    () => ({ id, from, matching, note, enabled, action, source, failing }),
    [id, from, matching, note, enabled, action, source, failing],
  )
  const [draft, setDraft] = useDraft(activeFilters)
  const actions = useIds('action', draft.action)
  const sources = useIds('source', draft.source)
  return (
    <SearchBar
      active={filtersIn(search)}
      onSearch={() =>
        onChange({
          ...draft,
          id: draft.id?.trim() || undefined,
          from: draft.from?.trim() || undefined,
          note: draft.note?.trim() || undefined,
          page: 1,
        })
      }
      onReset={() => onChange({ ...noFilters, page: 1 })}
      more={
        <>
          <Select
            label={texts.filters.matching}
            value={draft.matching}
            onChange={(value) => setDraft({ matching: value ?? 'contains' })}
            options={matchings.map((value) => ({ value, label: texts.filters.matchings[value] }))}
          />
          <TextFilter
            label={texts.descriptionLabel}
            value={draft.note ?? ''}
            onChange={(value) => setDraft({ note: value })}
          />
          <Select
            label={texts.filters.action}
            clearable
            value={draft.action?.[0]}
            onChange={(value) => setDraft({ action: value === undefined ? undefined : [value] })}
            options={actions}
          />
          <Select
            label={texts.filters.source}
            clearable
            value={draft.source?.[0]}
            onChange={(value) => setDraft({ source: value === undefined ? undefined : [value] })}
            options={sources}
          />
        </>
      }
    >
      <TextFilter label={texts.id} value={draft.id ?? ''} onChange={(value) => setDraft({ id: value })} />
      <TextFilter label={texts.inputs} value={draft.from ?? ''} onChange={(value) => setDraft({ from: value })} />
      <Select
        label={texts.enabled}
        clearable
        value={draft.enabled}
        onChange={(value) => setDraft({ enabled: value })}
        options={[
          { value: 'true', label: texts.enabled },
          { value: 'false', label: texts.disabled },
        ]}
      />
    </SearchBar>
  )
}

/** Existing IDs, and the ones in the address even if they do not exist. */
function useIds(kind: 'action' | 'source', chosen: readonly string[] | undefined) {
  const { data = [] } = useData(channelQueries[kind].summaries, undefined)
  const ids = new Set([...data.map(idOf), ...(chosen ?? [])])
  return [...ids].sort().map((value) => ({ value, label: value }))
}
