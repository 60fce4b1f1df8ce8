import { IconBook2, IconCopy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { QueryError, RefreshControl, StaleNotice, useData, useIsViewer } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  DataTable,
  EmptyState,
  PageHeader,
  PagePager,
  type RowAction,
  useGo,
  useRedirectFromEmptyPage,
  useSearchState,
} from '../../ui/index.ts'
import { useTraceItems } from '../traces/index.ts'
import { messages } from './messages.ts'
import { rulesQuery } from './queries.ts'
import { type ListedRule, useRuleColumns } from './rule-columns.tsx'
import { RuleFilterBar } from './rule-filters.tsx'
import { filtersIn, noFilters, queryOf, rulesSearch } from './rules-search.ts'
import { useRuleActions } from './use-rule-actions.tsx'

const icon = { size: 16, 'aria-hidden': true } as const

export default function RulesPage() {
  const texts = useMessages(messages)
  const format = useFormat()
  const go = useGo()
  const isViewer = useIsViewer()
  const [search, setSearch] = useSearchState(rulesSearch)
  const list = useData(rulesQuery, queryOf(search), { keepPrevious: true })
  const actions = useRuleActions()
  const traceItems = useTraceItems()
  const columns = useRuleColumns({ isViewer, actions })
  const rows = list.data?.data
  const { count: total, hasnext: hasNext } = list.data?.meta ?? {}
  const filters = filtersIn(search)
  const toFirstPage = useCallback(() => setSearch({ page: 1 }, { replace: true }), [setSearch])
  useRedirectFromEmptyPage(search.page > 1 && !list.isPrevious && rows?.length === 0, toFirstPage)
  const rowActions = useMemo(
    () =>
      (rule: ListedRule): readonly RowAction[] => [
        {
          label: isViewer ? texts.show : texts.edit,
          icon: <IconPencil {...icon} />,
          onSelect: () => go({ to: '/rule/rules/$id', params: { id: rule.id }, search: { tab: 'rule' } }),
        },
        ...(isViewer
          ? []
          : [
              {
                label: texts.duplicate,
                icon: <IconCopy {...icon} />,
                onSelect: () => go({ to: '/rule/rules/create', search: { copy: rule.id } }),
              },
              ...traceItems({ type: 'ruleid', value: rule.id }),
              {
                label: texts.delete,
                icon: <IconTrash {...icon} />,
                danger: true,
                onSelect: () => void actions.remove(rule),
              },
            ]),
      ],
    [isViewer, texts, go, actions, traceItems],
  )
  const create = !isViewer && (
    <Button variant="primary" icon={<IconPlus {...icon} />} onClick={() => go({ to: '/rule/rules/create' })}>
      {texts.create}
    </Button>
  )
  const isEmpty = rows?.length === 0 && filters === 0 && search.page === 1
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
      <StaleNotice query={list} />
      <DataTable
        label={texts.title}
        columns={columns}
        columnsKey="rules"
        rows={rows}
        rowId={({ id }) => id}
        busy={list.isPrevious || list.isStale}
        error={rows === undefined && list.error && <QueryError query={list} />}
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
        pager={
          isEmpty ? undefined : (
            <PagePager
              page={search.page}
              onPageChange={(page) => setSearch({ page })}
              limit={search.limit}
              onLimitChange={(limit) => setSearch({ limit, page: 1 })}
              total={total}
              count={rows?.length ?? 0}
              hasNext={hasNext === true}
            />
          )
        }
      />
    </>
  )
}
