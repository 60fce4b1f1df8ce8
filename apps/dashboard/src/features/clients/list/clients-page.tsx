import { RefreshControl, useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import {
  PageHeader,
  SegmentedControl,
  type SetSearch,
  Stack,
  useChosenColumns,
  useSearchState,
} from '../../../ui/index.ts'
import { ScanStatus, SessionRanking, useSessionScan } from '../../session-health/index.ts'
import { messages } from '../messages.ts'
import { clientsQuery } from '../queries.ts'
import { useClientColumns } from './client-columns.tsx'
import { fieldsFor } from './client-fields.ts'
import { type ClientSearch, type ClientView, clientSearch, clientViews, filtersOf } from './client-search.ts'
import { ClientTable } from './client-table.tsx'
import styles from './clients-page.module.css'
import { trailOf } from './clients-pager.tsx'
import { useGatewaysNote } from './gateways-note.tsx'

export default function ClientsPage() {
  const texts = useMessages(messages)
  const [search, setSearch] = useSearchState(clientSearch)
  const { view } = search
  const isList = view === 'all'
  const columns = useClientColumns()
  const chosen = useChosenColumns(columns, 'clientTableColumns')
  const trail = trailOf(search)
  const gatewaysNote = useGatewaysNote()
  const clients = useData(
    clientsQuery,
    {
      filters: filtersOf(search),
      fields: fieldsFor(chosen.ids),
      limit: search.limit,
      page: trail.page,
      cursor: trail.cursor.at(-1),
    },
    { keepPrevious: true, enabled: isList },
  )
  return (
    <>
      <PageHeader
        title={texts.clients}
        description={isList && gatewaysNote}
        actions={isList && <RefreshControl queries={[clients]} />}
      />
      <div className={styles.views}>
        <SegmentedControl
          label={texts.view}
          value={view}
          onChange={(next) => setSearch({ view: next })}
          options={clientViews.map((value) => ({ value, label: texts.views[value] }))}
        />
      </div>
      {view === 'all' ? (
        <ClientTable clients={clients} columns={columns} chosen={chosen} search={search} setSearch={setSearch} />
      ) : (
        <TopClients by={view} search={search} setSearch={setSearch} />
      )}
    </>
  )
}

interface TopClientsProps {
  readonly by: Exclude<ClientView, 'all'>
  readonly search: ClientSearch
  readonly setSearch: SetSearch<ClientSearch>
}

/** The first sessions by a measure. The list of the API has no order of its own, so they come from a scan. */
function TopClients({ by, search: { find, node }, setSearch }: TopClientsProps) {
  const scan = useSessionScan()
  const { ranking, previous } = scan.state
  return (
    <Stack gap={3}>
      <ScanStatus scan={scan} />
      <SessionRanking
        ranking={ranking}
        hasPreviousScan={previous !== undefined}
        search={{ by, find, node }}
        onSearch={(change) => setSearch(change, { keepScroll: true })}
      />
    </Stack>
  )
}
