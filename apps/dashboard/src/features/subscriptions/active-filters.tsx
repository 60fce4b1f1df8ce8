import { FilterChips } from '../../ui/index.ts'

interface ActiveFilter {
  /** Of the search parameter. */
  readonly name: string
  readonly label: string
  /** Undefined: not in force. */
  readonly value: string | undefined
}

interface ActiveFiltersProps {
  readonly filters: readonly ActiveFilter[]
  readonly onRemove: (name: string) => void
}

/** What is in force right now, so that nobody wonders where the other rows are. */
export function ActiveFilters({ filters, onRemove }: ActiveFiltersProps) {
  const chips = filters.flatMap(({ name, label, value }) =>
    value === undefined ? [] : [{ id: name, label, value, onRemove: () => onRemove(name) }],
  )
  return <FilterChips chips={chips} />
}
