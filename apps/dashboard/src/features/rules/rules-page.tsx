import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { PagedTable, RefreshControl, useIsViewer, useRowActions } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, EmptyState, PageHeader, useGo, useSearchState } from '../../ui/index.ts'
import { useTraceItems } from '../traces/index.ts'
import { messages } from './messages.ts'
import { type RuleRow, useRuleColumns } from './rule-columns.tsx'
import { RuleFilterBar } from './rule-filters.tsx'
import styles from './rules.module.css'
import { filtersIn, noFilters, rulesSearch } from './rules-search.ts'
import { type RuleActions, useRuleActions } from './use-rule-actions.tsx'
import { useRuleList } from './use-rule-list.ts'

const icon = { size: 16, 'aria-hidden': true } as const

export default function RulesPage() {
  const texts = useMessages(messages)
  const format = useFormat()
  const go = useGo()
  const isViewer = useIsViewer()
  const [search, setSearch] = useSearchState(rulesSearch)
  const actions = useRuleActions()
  const columns = useRuleColumns({ isViewer, actions })
  const { list, states, sort, failing } = useRuleList(search, columns)
  const rowActions = useRuleRowActions(actions)
  const { rows, total } = list.data ?? {}
  const isFailingOnly = search.failing === 'true'
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
            <RefreshControl queries={[list, states]} />
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
        {...(sort && { sort })}
        summary={
          rows &&
          total !== undefined &&
          !isEmpty && (
            <span className={styles.summary}>
              {texts.count(total, format.number(total))}
              {failing !== undefined && (failing > 0 || isFailingOnly) && (
                <Button
                  size="small"
                  aria-pressed={isFailingOnly}
                  variant={isFailingOnly ? 'default' : 'subtle-red'}
                  icon={<IconAlertTriangle {...icon} />}
                  onClick={() => setSearch({ failing: isFailingOnly ? undefined : 'true', page: 1 })}
                >
                  {texts.failingRules(failing)}
                </Button>
              )}
            </span>
          )
        }
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
  return (rule: RuleRow) => {
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
