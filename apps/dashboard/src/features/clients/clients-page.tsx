import { IconLogout, IconTrash } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import {
  type Loaded,
  QueryError,
  QueryTable,
  RefreshControl,
  useData,
  useIsViewer,
  useRowActions,
} from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  CursorPager,
  Group,
  PageHeader,
  PagePager,
  type RowAction,
  type SetSearch,
  Stack,
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
import {
  type ClientFilters,
  type ClientSearch,
  clientSearch,
  filtersOf,
  noFilters,
  withFilters,
} from './client-search.ts'
import { ClientsEmpty } from './clients-empty.tsx'
import { back, firstPage, forward, validTrail } from './cursor-trail.ts'
import { messages } from './messages.ts'
import { allClientsQuery, type ClientList, clientsQuery, hasNumberedPages, type ListedClient } from './queries.ts'
import { useKickClient } from './use-kick-client.tsx'
import { parseWildcard } from './wildcard.ts'

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
            <ListError query={clients} onFirstPage={trail.page > 1 ? () => setSearch(toFirstPage()) : undefined} />
          )
        }
        empty={
          <ClientsEmpty
            isFiltered={isFiltered}
            hasMore={clients.data?.hasNext === true}
            searchedId={searchedId(filters)}
            onReset={reset}
          />
        }
        summary={<Count list={clients.data} isFirst={trail.page === 1} />}
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
        pager={<Pager query={clients} search={search} setSearch={setSearch} />}
      />
      <BanDialog subject={banSubject} onClose={() => setBanSubject(undefined)} />
      <BulkDialog request={bulkRequest} onClose={() => setBulkRequest(undefined)} />
    </>
  )
}

/** The client ID to offer a timeline for; other filters do not name a single client. */
const searchedId = ({ clientid = [], like_clientid }: ClientFilters) =>
  clientid.length > 0 ? (clientid.length === 1 ? clientid[0] : undefined) : withoutWildcard(like_clientid)

const withoutWildcard = (text: string | undefined) => (parseWildcard(text) ? undefined : text)

/** Numbered pages need no cursors, see clientsQuery. */
function trailOf(search: ClientSearch) {
  return hasNumberedPages(filtersOf(search)) ? { page: search.page, cursor: [] } : validTrail(search)
}

const toFirstPage = () => ({ page: firstPage.page, cursor: [...firstPage.cursor] })

interface PagerProps {
  readonly query: Loaded<ClientList>
  readonly search: ClientSearch
  readonly setSearch: SetSearch<ClientSearch>
}

function Pager({ query, search, setSearch }: PagerProps) {
  const trail = trailOf(search)
  const size = { limit: search.limit, onLimitChange: (limit: number) => setSearch({ limit, ...toFirstPage() }) }
  const goTo = ({ page, cursor }: typeof trail) => setSearch({ page, cursor: [...cursor] })
  if (hasNumberedPages(filtersOf(search))) {
    return (
      <PagePager
        page={search.page}
        onPageChange={(page) => setSearch({ page })}
        total={query.data?.total}
        count={query.data?.rows.length ?? 0}
        hasNext={query.data?.hasNext ?? false}
        {...size}
      />
    )
  }
  // While the previous page is still shown, its cursor points to this page, not to the next one.
  const next = query.isPrevious ? undefined : query.data?.cursor
  return (
    <CursorPager
      page={trail.page}
      onPrevious={trail.page > 1 ? () => goTo(back(trail)) : undefined}
      onNext={next === undefined ? undefined : () => goTo(forward(trail, next))}
      {...size}
    />
  )
}

/** A list with cursors has no total. Unless all rows are on the first page, the total of all clients is shown as well. */
function Count({ list, isFirst }: { readonly list: ClientList | undefined; readonly isFirst: boolean }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const total = list?.total ?? (list && isFirst && !list.hasNext ? list.rows.length : undefined)
  const { data: all } = useData(allClientsQuery, undefined, { enabled: list !== undefined && total === undefined })
  if (!list) return null
  if (total !== undefined) return texts.total(format.number(total))
  const shown = texts.onPage(format.number(list.rows.length))
  return all === undefined ? shown : `${shown} · ${texts.inTotal(format.number(all))}`
}

/** An old cursor may be rejected permanently, so that trying again does not help. */
function ListError({
  query,
  onFirstPage,
}: {
  readonly query: Loaded<unknown>
  readonly onFirstPage: (() => void) | undefined
}) {
  const texts = useMessages(messages)
  return (
    <Stack gap={3}>
      <QueryError query={query} />
      {onFirstPage && (
        <Group>
          <Button onClick={onFirstPage}>{texts.toFirstPage}</Button>
        </Group>
      )}
    </Stack>
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
