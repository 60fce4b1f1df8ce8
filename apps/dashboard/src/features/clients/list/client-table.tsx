import { IconDots, IconLogout, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { type Loaded, QueryTable, useIsViewer, useRecentAnswers, useRowActions } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  type ChosenColumns,
  type Column,
  IconButton,
  Menu,
  type RowAction,
  type SetSearch,
  useOpenClient,
  useRedirectFromEmptyPage,
  useSortedRows,
} from '../../../ui/index.ts'
import { BanDialog, type BanSubject } from '../../bans/index.ts'
import { useTraceItems } from '../../traces/index.ts'
import { BulkButtons } from '../bulk/bulk-buttons.tsx'
import { BulkDialog, type BulkRequest } from '../bulk/bulk-dialog.tsx'
import { bulkMessages } from '../bulk/bulk-messages.ts'
import { messages } from '../messages.ts'
import type { ClientList, ListedClient } from '../queries.ts'
import { rateSpan, ratesOf } from '../rates.ts'
import { useKickClient } from '../use-kick-client.tsx'
import { ActiveFilters } from './active-filters.tsx'
import type { ClientTableRow } from './client-columns.tsx'
import { ClientFilterBar } from './client-filters.tsx'
import { type ClientSearch, filtersOf, noFilters, withFilters } from './client-search.ts'
import { ClientCount, ClientsEmpty, ClientsError, useTotal } from './clients-notes.tsx'
import { ClientsPager, toFirstPage, trailOf } from './clients-pager.tsx'

interface ClientListProps {
  readonly clients: Loaded<ClientList>
  readonly columns: readonly Column<ClientTableRow>[]
  readonly chosen: ChosenColumns
  readonly search: ClientSearch
  readonly setSearch: SetSearch<ClientSearch>
}

/** The list of all clients with filters, and actions on them. */
export function ClientTable({ clients, columns, chosen, search, setSearch }: ClientListProps) {
  const texts = useMessages(messages)
  const filters = filtersOf(search)
  const trail = trailOf(search)
  const rows = useRowsWithRates(clients)
  const isWhole = trail.page === 1 && clients.data?.hasNext === false
  const sorted = useSortedRows(rows, columns, isWhole)
  const total = useTotal(clients.data, search)
  const isViewer = useIsViewer()
  const [banSubject, setBanSubject] = useState<BanSubject>()
  const [bulkRequest, setBulkRequest] = useState<BulkRequest>()
  const rowActions = useClientActions(setBanSubject)
  const hasRows = clients.data !== undefined && clients.data.rows.length > 0
  const reset = () => setSearch(withFilters(noFilters))
  const isPastTheEnd = trail.page > 1 && !clients.isPrevious && clients.data?.rows.length === 0 && !clients.data.hasNext
  useRedirectFromEmptyPage(
    isPastTheEnd,
    useCallback(() => setSearch(toFirstPage(), { replace: true }), [setSearch]),
  )

  return (
    <>
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
        summary={<ClientCount list={clients.data} total={total} isWhole={isWhole} />}
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
            <MoreActions search={search} total={total} onBulk={() => setBulkRequest({ selection: { filters } })} />
          )
        }
        pager={<ClientsPager query={clients} search={search} setSearch={setSearch} total={total} />}
      />
      <BanDialog subject={banSubject} onClose={() => setBanSubject(undefined)} />
      <BulkDialog request={bulkRequest} onClose={() => setBulkRequest(undefined)} />
    </>
  )
}

/** The rows with the rates of the clients that were on the page at a refresh of the last minute, too. */
function useRowsWithRates(clients: Loaded<ClientList>): readonly ClientTableRow[] | undefined {
  const answers = useRecentAnswers(clients, rateSpan)
  return useMemo(() => {
    const samples = answers.map(({ data, at }) => ({ at, byId: new Map(data.rows.map((row) => [row.clientid, row])) }))
    return clients.data?.rows.map((row) => {
      const ofClient = samples.flatMap(({ at, byId }) => {
        const { recv_msg: received, send_msg: sent } = byId.get(row.clientid) ?? {}
        return received === undefined || sent === undefined ? [] : [{ at, data: { received, sent } }]
      })
      return { ...row, rates: ratesOf(ofClient) }
    })
  }, [answers, clients.data])
}

interface MoreActionsProps {
  readonly search: ClientSearch
  readonly total: number | undefined
  readonly onBulk: () => void
}

/** Actions on all clients that match the filters, on all pages. */
function MoreActions({ search, total, onBulk }: MoreActionsProps) {
  const texts = useMessages(bulkMessages)
  const format = useFormat()
  const isFiltered = Object.keys(filtersOf(search)).length > 0
  const count = total === undefined ? undefined : format.number(total)
  return (
    <Menu
      trigger={<IconButton label={texts.moreActions} icon={<IconDots size={18} aria-hidden />} />}
      items={[{ label: isFiltered ? texts.onMatching(count) : texts.onAll(count), onSelect: onBulk }]}
    />
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
