import { useFormat, useLocale, useMessages } from '../../i18n/index.ts'
import { FilterChips } from '../../ui/index.ts'
import { type AuditFilters, type AuditSearch, type FilterName, filterNames } from './audit-search.ts'
import { messages } from './messages.ts'
import { operationName } from './operation-names.ts'

interface ActiveFiltersProps {
  readonly search: AuditSearch
  readonly onChange: (filters: AuditFilters) => void
}

/** What is in force right now. */
export function ActiveFilters({ search, onChange }: ActiveFiltersProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const locale = useLocale()
  const { filters } = texts
  const labels: Readonly<Record<FilterName, string>> = {
    operation_id: filters.operation,
    http_method: filters.method,
    source: filters.source,
    operation_result: filters.result,
    gte_created_at: filters.since,
    lte_created_at: filters.until,
    from: filters.origin,
    source_ip: filters.ip,
    http_status_code: filters.status,
    gte_duration_ms: filters.duration,
    node: filters.node,
  }
  const textOf = (name: FilterName): string | undefined => {
    const value = search[name]
    if (value === undefined) return undefined
    switch (name) {
      case 'operation_id':
        return operationName(
          { operation_id: String(value), http_method: search.http_method ?? '', operation_type: '' },
          locale,
        )
      case 'operation_result':
        return search.operation_result && texts.results[search.operation_result]
      case 'from':
        return search.from && texts.origins[search.from]
      case 'http_method':
        return String(value).toUpperCase()
      case 'gte_created_at':
      case 'lte_created_at':
        return format.dateTime(value)
      default:
        return String(value)
    }
  }
  const chips = filterNames.flatMap((name) => {
    const value = textOf(name)
    // The method is part of the operation's name.
    if (value === undefined || (name === 'http_method' && search.operation_id !== undefined)) return []
    const isOperation = name === 'operation_id'
    const onRemove = () => onChange({ [name]: undefined, ...(isOperation && { http_method: undefined }) })
    return [{ id: name, label: labels[name], value, onRemove }]
  })
  return <FilterChips chips={chips} />
}
