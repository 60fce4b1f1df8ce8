import { useMemo } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { SearchBar, Select, type SetSearch, TextFilter, useDraft } from '../../../ui/index.ts'
import { messages } from '../messages.ts'
import { useTypeInfo } from '../types.ts'
import { filtersIn, type Listed, type ListSearch, states } from './list-state.ts'

interface ListFiltersProps {
  readonly textLabel: string
  /** All rows, for the options of the filters. */
  readonly rows: readonly Listed[]
  readonly search: ListSearch
  readonly onChange: SetSearch<ListSearch>
}

/** Filters of a list. Selections apply immediately, text applies with Enter. */
export function ListFilters({ textLabel, rows, search, onChange }: ListFiltersProps) {
  const texts = useMessages(messages)
  const infoOf = useTypeInfo()
  const activeFilters = useMemo(() => ({ q: search.q }), [search.q])
  const [draft, setDraft] = useDraft(activeFilters)
  const types = useMemo(
    () =>
      [...new Set(rows.flatMap(({ type }) => type ?? []))]
        .map((type) => ({ value: type, label: infoOf(type).label }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [rows, infoOf],
  )
  const tags = useMemo(() => [...new Set(rows.flatMap((row) => row.tags ?? []))].sort(), [rows])
  return (
    <SearchBar
      active={filtersIn(search)}
      more={
        <>
          <Select
            label={texts.enabled}
            clearable
            value={search.enabled}
            onChange={(enabled) => onChange({ enabled })}
            options={[
              { value: 'true', label: texts.enabled },
              { value: 'false', label: texts.disabled },
            ]}
          />
          {(tags.length > 0 || search.tag !== undefined) && (
            <Select
              label={texts.filters.tag}
              clearable
              value={search.tag}
              onChange={(tag) => onChange({ tag })}
              options={tags.map((value) => ({ value, label: value }))}
            />
          )}
        </>
      }
      onSearch={() => onChange({ q: draft.q.trim() })}
      onReset={() => onChange({ q: '', type: undefined, status: undefined, enabled: undefined, tag: undefined })}
    >
      <TextFilter label={textLabel} value={draft.q} onChange={(q) => setDraft({ q })} />
      {types.length > 0 && (
        <Select
          label={texts.type}
          clearable
          value={search.type}
          onChange={(type) => onChange({ type })}
          options={types}
        />
      )}
      <Select
        label={texts.status}
        clearable
        value={search.status}
        onChange={(status) => onChange({ status })}
        options={states.map((value) => ({ value, label: texts.states[value] }))}
      />
    </SearchBar>
  )
}
