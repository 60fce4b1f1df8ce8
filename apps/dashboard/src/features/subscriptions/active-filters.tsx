import { FilterChips } from '../../ui/index.ts'

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
