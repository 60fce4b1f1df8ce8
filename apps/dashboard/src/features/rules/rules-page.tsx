import type { Rule } from '@mqdeck/contract'
import { IconBook2, IconPlus } from '@tabler/icons-react'
import { PagedTable, RefreshControl, useIsViewer, usePagedList, useRowActions } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, EmptyState, PageHeader, useGo, useSearchState } from '../../ui/index.ts'
import { useTraceItems } from '../traces/index.ts'
import { messages } from './messages.ts'
import { rulesQuery } from './queries.ts'
import { useRuleColumns } from './rule-columns.tsx'
import { RuleFilterBar } from './rule-filters.tsx'
import { filtersIn, noFilters, queryOf, rulesSearch } from './rules-search.ts'
import { type RuleActions, useRuleActions } from './use-rule-actions.tsx'

const icon = { size: 16, 'aria-hidden': true } as const

export default function RulesPage() {
  const texts = useMessages(messages)
  const format = useFormat()
  const go = useGo()
  const isViewer = useIsViewer()
  const [search, setSearch] = useSearchState(rulesSearch)
  const list = usePagedList(rulesQuery, queryOf(search), { search: rulesSearch })
  const actions = useRuleActions()
  const columns = useRuleColumns({ isViewer, actions })
  const rowActions = useRuleRowActions(actions)
  const { rows, total } = list.data ?? {}
  const isEmpty = rows?.length === 0 && filtersIn(search) === 0 && search.page === 1
  const create = !isViewer && (
    <Button variant="primary" icon={<IconPlus {...icon} />} onClick={() => go({ to: '/rule/rules/create' })}>
      {texts.newRule}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.about}
        actions={
          <>
            <RefreshControl queries={[list]} />
            <Button icon={<IconBook2 {...icon} />} onClick={() => go({ to: '/rule/functions' })}>
              {texts.functions}
            </Button>
            {!isEmpty && create}
          </>
        }
      />
      {!isEmpty && <RuleFilterBar search={search} onChange={setSearch} />}
      <PagedTable
        list={list}
        label={texts.title}
        columns={columns}
        columnsKey="rules"
        rowId={({ id }) => id}
        empty={
          isEmpty ? (
            <EmptyState title={texts.none} hint={texts.noneHint} action={create} />
          ) : (
            <EmptyState
              title={texts.noResults}
              hint={texts.noResultsHint}
              action={<Button onClick={() => setSearch({ ...noFilters, page: 1 })}>{texts.resetFilters}</Button>}
            />
          )
        }
        summary={rows && rows.length > 0 && total !== undefined ? texts.count(total, format.number(total)) : undefined}
        skeletonRows={6}
        rowActions={rowActions}
      />
    </>
  )
}

function useRuleRowActions({ remove }: RuleActions) {
  const texts = useMessages(messages)
  const go = useGo()
  const isViewer = useIsViewer()
  const rowAction = useRowActions()
  const traceItems = useTraceItems()
  return (rule: Rule) => {
    const { id } = rule
    const open = () => go({ to: '/rule/rules/$id', params: { id }, search: { tab: 'rule' } })
    if (isViewer) return [rowAction.show(texts.show, open)]
    return [
      rowAction.edit(open),
      rowAction.duplicate(() => go({ to: '/rule/rules/create', search: { copy: id } })),
      ...traceItems({ type: 'ruleid', value: id }),
      rowAction.delete(() => remove(rule)),
    ]
  }
}
