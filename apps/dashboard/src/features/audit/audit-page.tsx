import type { AuditEntry } from '@mqdeck/contract'
import { QueryError, RefreshControl, StaleNotice, useData } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, DataTable, EmptyState, PageHeader, PagePager, Section, useSearchState } from '../../ui/index.ts'
import { ActiveFilters } from './active-filters.tsx'
import { useAuditColumns } from './audit-columns.tsx'
import { AuditFilterBar } from './audit-filters.tsx'
import { type AuditFilters, auditSearch, filtersOf, noFilters } from './audit-search.ts'
import { AuditDisabled, AuditSwitch } from './audit-switch.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { ExportMenu } from './export-menu.tsx'
import { messages } from './messages.ts'
import { auditQuery, auditSettingsQuery } from './queries.ts'

export default function AuditPage() {
  const texts = useMessages(messages)
  const format = useFormat()
  const [search, setSearch] = useSearchState(auditSearch)
  const filters = filtersOf(search)
  const { page, limit } = search
  const settings = useData(auditSettingsQuery, undefined)
  const isDisabled = settings.data?.enable === false
  // While the audit log is disabled, its list answers 400. Without settings the list itself has to show it.
  const isAsked = !isDisabled && !settings.isLoading
  const audit = useData(auditQuery, { filters, page, limit }, { keepPrevious: true, enabled: isAsked })
  const columns = useAuditColumns(search)
  const list = isDisabled ? 'disabled' : audit.data
  if (list === 'disabled' || list === 'unavailable') {
    return (
      <>
        <PageHeader title={texts.title} description={texts.description} />
        <StaleNotice query={audit} />
        <Section>
          {list === 'disabled' ? (
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
      <StaleNotice query={audit} />
      <DataTable
        label={texts.title}
        columns={columns}
        columnsKey="auditTableColumns"
        rows={list?.data}
        rowId={keyOf}
        busy={audit.isPrevious || audit.isStale}
        error={list === undefined && audit.error && <QueryError query={audit} />}
        empty={
          isFiltered ? (
            <EmptyState title={texts.noResults} action={<Button onClick={reset}>{texts.resetFilters}</Button>} />
          ) : (
            <EmptyState title={texts.noEntries} hint={texts.noEntriesHint} />
          )
        }
        summary={list?.meta.count !== undefined && texts.count(format.number(list.meta.count))}
        pager={
          <PagePager
            page={page}
            onPageChange={(next) => setSearch({ page: next })}
            total={list?.meta.count}
            count={list?.data.length ?? 0}
            hasNext={list?.meta.hasnext ?? false}
            limit={limit}
            onLimitChange={(size) => setSearch({ limit: size, page: 1 })}
          />
        }
      />
      <EntryDrawer
        at={search.entry}
        known={list?.data.find(({ created_at }) => created_at === search.entry)}
        onClose={() => setSearch({ entry: undefined }, { keepScroll: true })}
      />
    </>
  )
}

/** Two nodes may write entries in the same microsecond. */
const keyOf = ({ created_at, node, operation_id, source }: AuditEntry) =>
  [created_at, node, operation_id, source].join(' ')
