import { useFormat, useLocale, useMessages } from '../../i18n/index.ts'
import { FilterChips } from '../../ui/index.ts'
import { type AuditFilters, type AuditSearch, type FilterName, filterNames } from './audit-search.ts'
import { messages } from './messages.ts'
import { operationName } from './operation-names.ts'

interface ActiveFiltersProps {
  readonly search: AuditSearch
  readonly onChange: (filters: AuditFilters) => void
}

/** Chips of the active filters. */
export function ActiveFilters({ search, onChange }: ActiveFiltersProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const locale = useLocale()
  const labels: Readonly<Record<FilterName, string>> = {
    operation_id: texts.operation,
    http_method: texts.method,
    source: texts.user,
    operation_result: texts.result,
    gte_created_at: texts.since,
    lte_created_at: texts.until,
    from: texts.origin,
    source_ip: texts.ipAddress,
    http_status_code: texts.httpStatus,
    gte_duration_ms: texts.minDuration,
    node: texts.node,
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
    // The name of the operation already includes the method.
    if (value === undefined || (name === 'http_method' && search.operation_id !== undefined)) return []
    const isOperation = name === 'operation_id'
    const onRemove = () => onChange({ [name]: undefined, ...(isOperation && { http_method: undefined }) })
    return [{ id: name, label: labels[name], value, onRemove }]
  })
  return <FilterChips chips={chips} />
}
