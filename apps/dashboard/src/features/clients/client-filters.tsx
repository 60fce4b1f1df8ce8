import { useMemo, useState } from 'react'
import { NodePicker } from '../../data/node-picker.tsx'
import { useMessages } from '../../i18n/index.ts'
import { DateTimeField, SearchBar, Select, TextField, TextFilter, useDraft } from '../../ui/index.ts'
import {
  type ClientFilters,
  type ClientSearch,
  filtersOf,
  fromDraft,
  isAddressOrEmpty,
  toDraft,
} from './client-search.ts'
import { protocolVersions } from './client-values.ts'
import { messages } from './messages.ts'

export interface ClientFilterBarProps {
  readonly search: ClientSearch
  readonly onSearch: (filters: ClientFilters) => void
  readonly onReset: () => void
}

/** The filters of the list; nothing is asked before Search or Enter. */
export function ClientFilterBar({ search, onSearch, onReset }: ClientFilterBarProps) {
  const texts = useMessages(messages)
  const { filters, columns } = texts
  const [draft, change] = useDraft(useMemo(() => toDraft(search), [search]))
  const active = Object.keys(filtersOf(search))
  const isAddressGood = isAddressOrEmpty(draft.ip_address)
  // Half an address is not wrong yet while it is being typed.
  const [isTried, setTried] = useState(false)
  const submit = () => {
    setTried(!isAddressGood)
    if (isAddressGood) onSearch(fromDraft(draft))
  }
  const hint = (matching: string) => ({ placeholder: matching === 'exact' ? filters.severalIds : filters.wildcards })
  return (
    <SearchBar
      active={active.length}
      moreIsWrong={isTried && !isAddressGood}
      onSearch={submit}
      onReset={onReset}
      more={
        <>
          <TextField
            label={filters.ip}
            value={draft.ip_address}
            error={isTried && !isAddressGood ? filters.badIp : undefined}
            onChange={(event) => change({ ip_address: event.currentTarget.value })}
          />
          <NodePicker label={filters.node} value={draft.node} onChange={(node) => change({ node })} />
          <Select
            label={filters.protocol}
            clearable
            value={draft.proto_ver}
            options={protocolVersions}
            onChange={(version) => change({ proto_ver: version })}
          />
          <Select
            label={filters.cleanStart}
            clearable
            value={draft.clean_start}
            options={[
              { value: 'true', label: texts.yes },
              { value: 'false', label: texts.no },
            ]}
            onChange={(value) => change({ clean_start: value })}
          />
          <DateTimeField
            label={filters.connectedFrom}
            value={draft.gte_connected_at}
            onChange={(moment) => change({ gte_connected_at: moment })}
          />
          <DateTimeField
            label={filters.connectedTo}
            value={draft.lte_connected_at}
            onChange={(moment) => change({ lte_connected_at: moment })}
          />
          <DateTimeField
            label={filters.createdFrom}
            value={draft.gte_created_at}
            onChange={(moment) => change({ gte_created_at: moment })}
          />
          <DateTimeField
            label={filters.createdTo}
            value={draft.lte_created_at}
            onChange={(moment) => change({ lte_created_at: moment })}
          />
        </>
      }
    >
      <TextFilter
        label={columns.clientid}
        value={draft.clientid}
        onChange={(clientid) => change({ clientid })}
        matching={draft.clientidMatching}
        onMatchingChange={(matching) => change({ clientidMatching: matching })}
        {...hint(draft.clientidMatching)}
      />
      <TextFilter
        label={columns.username}
        value={draft.username}
        onChange={(username) => change({ username })}
        matching={draft.usernameMatching}
        onMatchingChange={(matching) => change({ usernameMatching: matching })}
        {...hint(draft.usernameMatching)}
      />
      <Select
        label={filters.state}
        clearable
        value={draft.conn_state}
        options={[
          { value: 'connected', label: texts.connected },
          { value: 'disconnected', label: texts.disconnected },
        ]}
        onChange={(state) => change({ conn_state: state })}
      />
    </SearchBar>
  )
}
