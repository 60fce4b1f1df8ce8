import type { GatewayClient } from '@mqdeck/contract'
import { IconPlugX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { z } from 'zod'
import { PagedTable, pageSearch, useIsViewer, usePagedList, useRowActions } from '../../../api/index.ts'
import { NodePicker } from '../../../api/nodes/node-picker.tsx'
import { dash, useFormat, useLocale, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  type Column,
  clientIdWidth,
  Dim,
  EmptyState,
  IdText,
  Link,
  RelativeTime,
  SearchBar,
  StatusDot,
  TextFilter,
  useDraft,
  useGo,
  useSearchState,
} from '../../../ui/index.ts'
import { kindOf } from '../kinds.ts'
import { clientsQuery } from './client-queries.ts'
import { addressText, columnText } from './client-values.ts'
import { clientMessages } from './messages.ts'
import { useDisconnect } from './use-disconnect.ts'

const search = pageSearch.extend({
  client: z.string().optional(),
  username: z.string().optional(),
  endpoint: z.string().optional(),
  node: z.string().optional(),
})
type Filters = Pick<z.output<typeof search>, 'client' | 'username' | 'endpoint' | 'node'>

/** The clients of a gateway. */
export function ClientsTab({ gateway }: { readonly gateway: string }) {
  const texts = useMessages(clientMessages)
  const format = useFormat()
  const isViewer = useIsViewer()
  const rowAction = useRowActions()
  const go = useGo()
  const [{ client, username, endpoint, node }, setSearch] = useSearchState(search)
  const filters = useMemo(() => ({ client, username, endpoint, node }), [client, username, endpoint, node])
  const active = Object.values(filters).filter((one) => one !== undefined).length
  const list = usePagedList(clientsQuery, { name: gateway, ...filters })
  const columns = useClientColumns(gateway)
  const disconnect = useDisconnect(gateway)
  const total = list.data?.total
  const reset = () =>
    setSearch({ client: undefined, username: undefined, endpoint: undefined, node: undefined, page: 1 })
  return (
    <div>
      <ClientFilters
        gateway={gateway}
        filters={filters}
        active={active}
        onSearch={(next) => setSearch({ ...next, page: 1 })}
        onReset={reset}
      />
      <PagedTable
        list={list}
        label={texts.clients}
        columns={columns}
        rowId={({ clientid }) => clientid}
        columnsKey={`gatewayClientColumns.${gateway}`}
        skeletonRows={4}
        summary={total === undefined ? '' : texts.count(format.number(total))}
        selectionScope={Object.values(filters).join(' ')}
        empty={
          active > 0 ? (
            <EmptyState
              title={texts.noResults}
              hint={texts.noResultsHint}
              action={<Button onClick={reset}>{texts.showAll}</Button>}
            />
          ) : (
            <EmptyState title={texts.noClients} hint={texts.noClientsHint} />
          )
        }
        rowActions={({ clientid }) => [
          rowAction.show(texts.details, () =>
            go({ to: '/gateway/detail/$name/clients/$clientId', params: { name: gateway, clientId: clientid } }),
          ),
          rowAction.change({
            label: texts.disconnect,
            icon: <IconPlugX size={16} aria-hidden />,
            danger: true,
            onSelect: () => void disconnect([clientid]),
          }),
        ]}
        bulkActions={
          isViewer
            ? undefined
            : (selected, clear) => (
                <Button
                  size="small"
                  onClick={async () => {
                    if (await disconnect(selected.map(({ clientid }) => clientid))) clear()
                  }}
                >
                  {texts.disconnect}
                </Button>
              )
        }
      />
    </div>
  )
}

interface ClientFiltersProps {
  readonly gateway: string
  readonly filters: Filters
  readonly active: number
  readonly onSearch: (filters: Filters) => void
  readonly onReset: () => void
}

function ClientFilters({ gateway, filters, active, onSearch, onReset }: ClientFiltersProps) {
  const texts = useMessages(clientMessages)
  const [draft, change] = useDraft(
    useMemo(
      () => ({
        client: filters.client ?? '',
        username: filters.username ?? '',
        endpoint: filters.endpoint ?? '',
        node: filters.node,
      }),
      [filters],
    ),
  )
  const given = (text: string) => (text.trim() === '' ? undefined : text.trim())
  return (
    <SearchBar
      active={active}
      onSearch={() =>
        onSearch({
          client: given(draft.client),
          username: given(draft.username),
          endpoint: given(draft.endpoint),
          node: draft.node,
        })
      }
      onReset={onReset}
    >
      {gateway === 'lwm2m' ? (
        <TextFilter
          label={texts.endpointName}
          placeholder={texts.contains}
          value={draft.endpoint}
          onChange={(endpoint) => change({ endpoint })}
        />
      ) : (
        <TextFilter
          label={texts.clientId}
          placeholder={texts.contains}
          value={draft.client}
          onChange={(client) => change({ client })}
        />
      )}
      <TextFilter
        label={texts.username}
        placeholder={texts.contains}
        value={draft.username}
        onChange={(username) => change({ username })}
      />
      <NodePicker label={texts.node} value={draft.node} onChange={(node) => change({ node })} />
    </SearchBar>
  )
}

function useClientColumns(gateway: string): readonly Column<GatewayClient>[] {
  const texts = useMessages(clientMessages)
  const locale = useLocale()
  const format = useFormat()
  return useMemo(() => {
    const own = kindOf(gateway).clientColumns.filter(({ field }) => field !== 'endpoint_name')
    return [
      {
        id: 'clientid',
        header: gateway === 'lwm2m' ? texts.endpointName : texts.clientId,
        width: clientIdWidth,
        sortBy: ({ clientid }) => clientid,
        cell: ({ clientid, endpoint_name: endpoint }) => (
          <Link to="/gateway/detail/$name/clients/$clientId" params={{ name: gateway, clientId: clientid }}>
            <IdText>{typeof endpoint === 'string' ? endpoint : clientid}</IdText>
          </Link>
        ),
      },
      {
        id: 'connected',
        header: texts.state,
        width: 122,
        cell: ({ connected }) => <ClientState connected={connected} />,
      },
      {
        id: 'username',
        header: texts.username,
        width: 120,
        sortBy: ({ username }) => username ?? undefined,
        cell: ({ username }) => username ?? <Dim>{dash}</Dim>,
      },
      {
        id: 'ip_address',
        header: texts.address,
        width: 150,
        sortBy: ({ ip_address }) => ip_address,
        cell: ({ ip_address, port }) => addressText(ip_address, port) ?? dash,
      },
      {
        id: 'protocol',
        header: texts.protocol,
        width: 110,
        cell: ({ proto_name, proto_ver }) => [proto_name, proto_ver].filter(Boolean).join(' '),
      },
      ...own.map((column) => ({
        id: column.field,
        header: column.label[locale],
        width: 110,
        cell: (client: GatewayClient) => columnText(column, client, locale, format),
      })),
      {
        id: 'subscriptions_cnt',
        header: texts.subscriptions,
        width: 124,
        align: 'end',
        sortBy: ({ subscriptions_cnt: count }) => count,
        cell: ({ subscriptions_cnt: count }) => (count === undefined ? dash : format.number(count)),
      },
      {
        id: 'connected_at',
        header: texts.connectedAt,
        width: 120,
        sortBy: ({ connected_at: at }) => at ?? undefined,
        cell: ({ connected_at: at }) => <RelativeTime time={at ?? undefined} />,
      },
      { id: 'node', header: texts.node, width: 170, optional: true, cell: ({ node }) => node ?? dash },
    ]
  }, [texts, locale, format, gateway])
}

export function ClientState({ connected }: { readonly connected: boolean | undefined }) {
  const texts = useMessages(clientMessages)
  return connected ? (
    <StatusDot tone="accent">{texts.connected}</StatusDot>
  ) : (
    <StatusDot tone="grey">{texts.disconnected}</StatusDot>
  )
}
