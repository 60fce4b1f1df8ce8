import { IconLogout, IconTrash } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { QueryTable, RefreshControl, useData, useIsViewer, useRowActions } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import {
  PageHeader,
  type RowAction,
  useChosenColumns,
  useOpenClient,
  useRedirectFromEmptyPage,
  useSearchState,
  useSortedRows,
} from '../../ui/index.ts'
import { BanDialog, type BanSubject } from '../bans/index.ts'
import { useTraceItems } from '../traces/index.ts'
import { ActiveFilters } from './active-filters.tsx'
import { AllClientsMenu, BulkButtons } from './bulk-buttons.tsx'
import { BulkDialog, type BulkRequest } from './bulk-dialog.tsx'
import { useClientColumns } from './client-columns.tsx'
import { fieldsFor } from './client-fields.ts'
import { ClientFilterBar } from './client-filters.tsx'
import { clientSearch, filtersOf, noFilters, withFilters } from './client-search.ts'
import { ClientCount, ClientsEmpty, ClientsError } from './clients-notes.tsx'
import { ClientsPager, toFirstPage, trailOf } from './clients-pager.tsx'
import { messages } from './messages.ts'
import { clientsQuery, type ListedClient } from './queries.ts'
import { useKickClient } from './use-kick-client.tsx'

export default function ClientsPage() {
  const texts = useMessages(messages)
  const [search, setSearch] = useSearchState(clientSearch)
  const columns = useClientColumns()
  const chosen = useChosenColumns(columns, 'clientTableColumns')
  const filters = filtersOf(search)
  const trail = trailOf(search)
  const clients = useData(
    clientsQuery,
    { filters, fields: fieldsFor(chosen.ids), limit: search.limit, page: trail.page, cursor: trail.cursor.at(-1) },
    { keepPrevious: true },
  )
  const isWhole = trail.page === 1 && clients.data?.hasNext === false
  const sorted = useSortedRows(clients.data?.rows, columns, isWhole)
  const isViewer = useIsViewer()
  const [banSubject, setBanSubject] = useState<BanSubject>()
  const [bulkRequest, setBulkRequest] = useState<BulkRequest>()
  const rowActions = useClientActions(setBanSubject)
  const isFiltered = Object.keys(filters).length > 0
  const hasRows = clients.data !== undefined && clients.data.rows.length > 0
  const reset = () => setSearch(withFilters(noFilters))
  const isPastTheEnd = trail.page > 1 && !clients.isPrevious && clients.data?.rows.length === 0 && !clients.data.hasNext
  useRedirectFromEmptyPage(
    isPastTheEnd,
    useCallback(() => setSearch(toFirstPage(), { replace: true }), [setSearch]),
  )

  return (
    <>
      <PageHeader title={texts.clients} actions={<RefreshControl queries={[clients]} />} />
      <ClientFilterBar search={search} onSearch={(change) => setSearch(withFilters(change))} onReset={reset} />
      <ActiveFilters search={search} onChange={(change) => setSearch(withFilters(change))} />
      <QueryTable
        query={clients}
        label={texts.clients}
        columns={columns}
        chosenColumns={chosen}
        {...sorted}
        rowId={({ clientid }) => clientid}
        error={
          clients.data === undefined &&
          clients.error && (
            <ClientsError query={clients} onFirstPage={trail.page > 1 ? () => setSearch(toFirstPage()) : undefined} />
          )
        }
        empty={<ClientsEmpty filters={filters} hasMore={clients.data?.hasNext === true} onReset={reset} />}
        summary={<ClientCount list={clients.data} isFirst={trail.page === 1} />}
        rowActions={rowActions}
        selectionScope={JSON.stringify(filters)}
        bulkActions={
          isViewer
            ? undefined
            : (selected, clear) => (
                <BulkButtons
                  onChoose={(action) => setBulkRequest({ action, selection: { clients: selected }, onStarted: clear })}
                />
              )
        }
        actions={
          !isViewer &&
          hasRows && (
            <AllClientsMenu
              isFiltered={isFiltered}
              onChoose={(action) => setBulkRequest({ action, selection: { filters } })}
            />
          )
        }
        pager={<ClientsPager query={clients} search={search} setSearch={setSearch} />}
      />
      <BanDialog subject={banSubject} onClose={() => setBanSubject(undefined)} />
      <BulkDialog request={bulkRequest} onClose={() => setBulkRequest(undefined)} />
    </>
  )
}

function useClientActions(onBan: (subject: BanSubject) => void): (client: ListedClient) => readonly RowAction[] {
  const texts = useMessages(messages)
  const openClient = useOpenClient()
  const kickClient = useKickClient()
  const isViewer = useIsViewer()
  const traceItems = useTraceItems()
  const rowAction = useRowActions()
  return ({ clientid, connected, username, ip_address }) => [
    openClient(clientid),
    rowAction.copy(texts.copyId, clientid, texts.idCopied),
    ...traceItems({ type: 'clientid', value: clientid }),
    ...(isViewer
      ? []
      : [
          rowAction.ban(() => onBan({ client: { clientid, username, peerhost: ip_address } })),
          {
            label: connected ? texts.kick : texts.clean,
            icon: connected ? <IconLogout size={16} aria-hidden /> : <IconTrash size={16} aria-hidden />,
            danger: true,
            onSelect: () => void kickClient({ clientid, connected }),
          },
        ]),
  ]
}
