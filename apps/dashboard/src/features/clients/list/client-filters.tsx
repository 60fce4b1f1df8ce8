import { useMemo, useState } from 'react'
import { NodePicker } from '../../../api/nodes/node-picker.tsx'
import { useMessages } from '../../../i18n/index.ts'
import { DateTimeField, SearchBar, Select, TextField, TextFilter, useDraft } from '../../../ui/index.ts'
import { protocolVersions } from '../client-values.ts'
import { messages } from '../messages.ts'
import {
  type ClientFilters,
  type ClientSearch,
  filtersOf,
  fromDraft,
  isAddressOrEmpty,
  toDraft,
} from './client-search.ts'

export interface ClientFilterBarProps {
  readonly search: ClientSearch
  readonly onSearch: (filters: ClientFilters) => void
  readonly onReset: () => void
}

/** The filters of the list. They apply on Search or Enter. */
export function ClientFilterBar({ search, onSearch, onReset }: ClientFilterBarProps) {
  const texts = useMessages(messages)
  const { filters } = texts
  const [draft, change] = useDraft(useMemo(() => toDraft(search), [search]))
  const active = Object.keys(filtersOf(search))
  const isAddressValid = isAddressOrEmpty(draft.ip_address)
  // An address that is still being typed is not marked as wrong.
  const [isSubmitted, setSubmitted] = useState(false)
  const submit = () => {
    setSubmitted(!isAddressValid)
    if (isAddressValid) onSearch(fromDraft(draft))
  }
  const hint = (matching: string) => ({ placeholder: matching === 'exact' ? filters.severalValues : filters.wildcards })
  return (
    <SearchBar
      active={active.length}
      moreIsWrong={isSubmitted && !isAddressValid}
      onSearch={submit}
      onReset={onReset}
      more={
        <>
          <TextField
            label={texts.ipAddress}
            value={draft.ip_address}
            error={isSubmitted && !isAddressValid ? filters.badIp : undefined}
            onChange={(event) => change({ ip_address: event.currentTarget.value })}
          />
          <NodePicker label={texts.node} value={draft.node} onChange={(node) => change({ node })} />
          <Select
            label={filters.protocolVersion}
            clearable
            value={draft.proto_ver}
            options={protocolVersions}
            onChange={(version) => change({ proto_ver: version })}
          />
          <Select
            label={texts.cleanStart}
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
            label={filters.connectedUntil}
            value={draft.lte_connected_at}
            onChange={(moment) => change({ lte_connected_at: moment })}
          />
          <DateTimeField
            label={filters.createdFrom}
            value={draft.gte_created_at}
            onChange={(moment) => change({ gte_created_at: moment })}
          />
          <DateTimeField
            label={filters.createdUntil}
            value={draft.lte_created_at}
            onChange={(moment) => change({ lte_created_at: moment })}
          />
        </>
      }
    >
      <TextFilter
        label={texts.clientId}
        value={draft.clientid}
        onChange={(clientid) => change({ clientid })}
        matching={draft.clientidMatching}
        onMatchingChange={(matching) => change({ clientidMatching: matching })}
        {...hint(draft.clientidMatching)}
      />
      <TextFilter
        label={texts.username}
        value={draft.username}
        onChange={(username) => change({ username })}
        matching={draft.usernameMatching}
        onMatchingChange={(matching) => change({ usernameMatching: matching })}
        {...hint(draft.usernameMatching)}
      />
      <Select
        label={texts.state}
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
