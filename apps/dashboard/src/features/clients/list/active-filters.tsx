import { type Format, useFormat, useMessages } from '../../../i18n/index.ts'
import { FilterChips } from '../../../ui/index.ts'
import { protocolVersions } from '../client-values.ts'
import { messages } from '../messages.ts'
import { type ClientFilters, type ClientSearch, type FilterName, filterNames, filtersOf } from './client-search.ts'
import { parseWildcard } from './wildcard.ts'

interface ActiveFiltersProps {
  readonly search: ClientSearch
  readonly onChange: (filters: ClientFilters) => void
}

/** The filters that apply now, so that a short list of clients explains itself. */
export function ActiveFilters({ search, onChange }: ActiveFiltersProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const filters = filtersOf(search)
  const chips = filterNames.flatMap((name) => {
    const value = valueText(name, filters, texts, format)
    if (value === undefined) return []
    return [{ id: name, label: labelOf(name, texts), value, onRemove: () => onChange({ [name]: undefined }) }]
  })
  return <FilterChips chips={chips} />
}

function labelOf(name: FilterName, { filters, ...texts }: typeof messages.en): string {
  const labels: Readonly<Record<FilterName, string>> = {
    clientid: texts.clientId,
    like_clientid: texts.clientId,
    username: texts.username,
    like_username: texts.username,
    conn_state: texts.state,
    node: texts.node,
    ip_address: texts.ipAddress,
    proto_ver: filters.protocolVersion,
    clean_start: texts.cleanStart,
    gte_connected_at: filters.connectedFrom,
    lte_connected_at: filters.connectedUntil,
    gte_created_at: filters.createdFrom,
    lte_created_at: filters.createdUntil,
  }
  return labels[name]
}

function valueText(
  name: FilterName,
  filters: ClientFilters,
  texts: typeof messages.en,
  format: Format,
): string | undefined {
  switch (name) {
    case 'clientid':
    case 'username':
      return filters[name]?.join(', ')
    case 'like_clientid':
    case 'like_username': {
      const part = filters[name]
      if (part === undefined) return undefined
      return parseWildcard(part) ? texts.filters.matches(part) : texts.filters.contains(part)
    }
    case 'conn_state':
      return filters.conn_state && texts[filters.conn_state]
    case 'proto_ver':
      return protocolVersions.find(({ value }) => value === filters.proto_ver)?.label
    case 'clean_start':
      return filters.clean_start && (filters.clean_start === 'true' ? texts.yes : texts.no)
    case 'node':
    case 'ip_address':
      return filters[name]
    default: {
      const moment = filters[name]
      return moment === undefined ? undefined : format.dateTime(moment)
    }
  }
}
