import type { AuditEntry } from '@mqdeck/contract'
import { useMemo } from 'react'
import { PagedTable, RefreshControl, StaleNotice, useData, usePagedList } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, EmptyState, PageHeader, Section, useSearchState } from '../../ui/index.ts'
import { ActiveFilters } from './active-filters.tsx'
import { useAuditColumns } from './audit-columns.tsx'
import { AuditFilterBar } from './audit-filters.tsx'
import { type AuditFilters, auditSearch, filtersOf, noFilters } from './audit-search.ts'
import { AuditDisabled, AuditSwitch } from './audit-switch.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { ExportMenu } from './export-menu.tsx'
import { foldSignIns } from './fold-sign-ins.ts'
import { messages } from './messages.ts'
import { auditQuery, auditSettingsQuery } from './queries.ts'

export default function AuditPage() {
  const texts = useMessages(messages)
  const format = useFormat()
  const [search, setSearch] = useSearchState(auditSearch)
  const filters = filtersOf(search)
  const settings = useData(auditSettingsQuery, undefined)
  const isDisabled = settings.data?.enable === false
  // While the audit log is disabled, its list answers 400. Without settings the list itself has to show it.
  const isAsked = !isDisabled && !settings.isLoading
  const audit = usePagedList(auditQuery, { filters }, { enabled: isAsked })
  const columns = useAuditColumns(search)
  const list = audit.data
  const rows = useMemo(() => list && foldSignIns(list.rows), [list])
  const state = isDisabled ? 'disabled' : list?.state
  if (state === 'disabled' || state === 'unavailable') {
    return (
      <>
        <PageHeader title={texts.title} description={texts.description} />
        <StaleNotice query={audit} />
        <Section>
          {state === 'disabled' ? (
            <AuditDisabled />
          ) : (
            <EmptyState title={texts.unavailable} hint={texts.unavailableHint} />
          )}
        </Section>
      </>
    )
  }
  const isFiltered = Object.keys(filters).length > 0
  const applyFilters = (change: AuditFilters) => setSearch({ ...change, page: 1 })
  const reset = () => applyFilters(noFilters)
  const keptCount = settings.data && format.number(settings.data.max_filter_size)
  return (
    <>
      <PageHeader
        title={texts.title}
        description={keptCount === undefined ? texts.description : texts.descriptionWithLimit(keptCount)}
        actions={
          <>
            <RefreshControl queries={[audit]} />
            <AuditSwitch />
            <ExportMenu filters={filters} disabled={list === undefined} />
          </>
        }
      />
      <AuditFilterBar search={search} onSearch={applyFilters} onReset={reset} />
      <ActiveFilters search={search} onChange={applyFilters} />
      <PagedTable
        list={{ ...audit, data: list && rows && { ...list, rows, count: list.rows.length } }}
        label={texts.title}
        columns={columns}
        columnsKey="auditTableColumns"
        rowId={keyOf}
        empty={
          isFiltered ? (
            <EmptyState title={texts.noResults} action={<Button onClick={reset}>{texts.resetFilters}</Button>} />
          ) : (
            <EmptyState title={texts.noEntries} hint={texts.noEntriesHint} />
          )
        }
        summary={list?.total !== undefined && texts.count(format.number(list.total))}
      />
      <EntryDrawer
        at={search.entry}
        known={list?.rows.find(({ created_at }) => created_at === search.entry)}
        onClose={() => setSearch({ entry: undefined }, { keepScroll: true })}
      />
    </>
  )
}

/** Two nodes may write entries in the same microsecond. */
const keyOf = ({ created_at, node, operation_id, source }: AuditEntry) =>
  [created_at, node, operation_id, source].join(' ')
