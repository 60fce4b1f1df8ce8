import { useMemo } from 'react'
import { type Loaded, type PagedList, type RowPage, useData, usePagedList, usePagesOf } from '../../api/index.ts'
import { type Column, type TableSort, useSortedRows } from '../../ui/index.ts'
import { rulesQuery } from './queries.ts'
import type { RuleRow } from './rule-columns.tsx'
import { maxComplete, queryOf, type RulesSearch, rulesSearch } from './rules-search.ts'
import { ruleStatesQuery } from './state-queries.ts'

/** Failing rules first. */
const defaultSort = { column: 'status', order: 'asc' } as const

interface RuleList {
  readonly list: PagedList<RowPage<RuleRow>>
  /** The query of the states in the list. */
  readonly states: Loaded<unknown>
  /** Undefined if only some rules are loaded. */
  readonly sort: TableSort | undefined
  /** Number of failing rules. Undefined if it is unknown. */
  readonly failing: number | undefined
}

/**
 * The rules that match the filters, with their states. Up to a thousand rules are read completely and sorted in the
 * browser. More rules are read page by page in the order of the broker.
 */
export function useRuleList(search: RulesSearch, columns: readonly Column<RuleRow>[]): RuleList {
  const filters = queryOf(search)
  const all = useData(rulesQuery, { ...filters, page: 1, limit: maxComplete }, { keepPrevious: true })
  const isTooLong = all.data?.hasNext === true
  const page = usePagedList(rulesQuery, filters, { search: rulesSearch, enabled: isTooLong })
  const states = useData(ruleStatesQuery, undefined)
  const { data } = states
  const stateOf = useMemo(() => new Map(data?.states.map((state) => [state.id, state])), [data])
  const isRead = data !== undefined
  const source = isTooLong ? page.data?.rows : all.data?.rows
  const rows = useMemo(
    () => source?.map((rule): RuleRow => ({ ...rule, known: stateOf.get(rule.id), isRead })),
    [source, stateOf, isRead],
  )
  const isFailing = ({ known }: RuleRow) => known?.health.state === 'failing'
  const isFiltered = search.failing === 'true' && isRead && !isTooLong
  const shown = isFiltered ? rows?.filter(isFailing) : rows
  const sorted = useSortedRows(shown, columns, !isTooLong, defaultSort)
  const pages = usePagesOf(all, sorted.rows)
  if (isTooLong) {
    const list = { ...page, data: page.data && rows && { ...page.data, rows } }
    return { list, states, sort: undefined, failing: undefined }
  }
  const failing = data?.isComplete ? rows?.filter(isFailing).length : undefined
  return { list: pages, states, sort: sorted.sort, failing }
}
