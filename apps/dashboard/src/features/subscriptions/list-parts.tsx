import type { Paging, RowPage } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { FilterChips } from '../../ui/index.ts'
import { messages } from './messages.ts'

interface ActiveFilter {
  /** Name of the search parameter. */
  readonly name: string
  readonly label: string
  /** Undefined: not active. */
  readonly value: string | undefined
}

interface ActiveFiltersProps {
  readonly filters: readonly ActiveFilter[]
  readonly onRemove: (name: string) => void
}

/** The active filters as chips. */
export function ActiveFilters({ filters, onRemove }: ActiveFiltersProps) {
  const chips = filters.flatMap(({ name, label, value }) =>
    value === undefined ? [] : [{ id: name, label, value, onRemove: () => onRemove(name) }],
  )
  return <FilterChips chips={chips} />
}

interface CountProps {
  readonly list: Pick<Paging, 'page'> & { readonly data: RowPage<unknown> | undefined }
  readonly text: (count: string) => string
}

/** Without a total from the broker, the number is known only if all rows are on the first page. */
export function Count({ list: { data, page }, text }: CountProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  if (!data) return null
  const total = data.total ?? (page === 1 && !data.hasNext ? data.rows.length : undefined)
  return total === undefined ? texts.onPage(format.number(data.rows.length)) : text(format.number(total))
}
