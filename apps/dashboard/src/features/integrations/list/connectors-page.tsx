import type { Connector } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useData, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { type Column, Dim, Mono, RelativeTime, Stack, useGo } from '../../../ui/index.ts'
import { CellPopover } from '../detail/cells.tsx'
import { type ConnectorActions, useConnectorActions } from '../detail/connector-actions.tsx'
import { connectionsQuery } from '../health-queries.ts'
import { idOf, pages } from '../kinds.ts'
import { messages } from '../messages.ts'
import { channelQueries, connectorsQuery } from '../queries.ts'
import { stateOf } from '../state.ts'
import { targetOf } from '../target.ts'
import { IntegrationList } from './integration-list.tsx'
import { LinkList, useSharedColumns } from './list-columns.tsx'
import type { Listed } from './list-state.ts'

type ListedConnector = Connector & Listed & { readonly since: number | undefined }

export default function ConnectorsPage() {
  const texts = useMessages(messages)
  const go = useGo()
  const isViewer = useIsViewer()
  const query = useData(connectorsQuery, undefined)
  const { data: actionTypes = [] } = useData(channelQueries.action.types, undefined)
  const { data: sourceTypes = [] } = useData(channelQueries.source.types, undefined)
  const actions = useConnectorActions()
  const columns = useConnectorColumns({ isViewer, actions })
  const { data: connections } = useData(connectionsQuery, undefined)
  const rows = useMemo(
    () => query.data?.map((one) => toListed(one, connections?.get(idOf(one))?.since)),
    [query.data, connections],
  )
  const creations = ({ type, name }: ListedConnector) => {
    const search = { type, connector: name }
    const create = (label: string, to: string) => ({
      label,
      icon: <IconPlus size={16} aria-hidden />,
      onSelect: () => go({ to, search }),
    })
    return [
      ...(actionTypes.includes(type) ? [create(texts.newAction, pages.action.create)] : []),
      ...(sourceTypes.includes(type) ? [create(texts.newSource, pages.source.create)] : []),
    ]
  }
  return (
    <IntegrationList
      kind="connector"
      query={query}
      rows={rows}
      columns={columns}
      actions={actions}
      creations={creations}
    />
  )
}

const toListed = (one: Connector, since: number | undefined): ListedConnector => ({
  ...one,
  since,
  url: targetOf(one),
  users: (one.actions?.length ?? 0) + (one.sources?.length ?? 0),
})

interface ColumnOptions {
  readonly isViewer: boolean
  readonly actions: ConnectorActions
}

function useConnectorColumns({ isViewer, actions }: ColumnOptions): readonly Column<ListedConnector>[] {
  const texts = useMessages(messages)
  const { lead, tail } = useSharedColumns<ListedConnector>('connector', isViewer, actions)
  return useMemo(
    () => [
      ...lead,
      {
        id: 'url',
        header: texts.target,
        width: 150,
        sortable: true,
        cell: ({ url }) => (url === undefined ? <Dim>–</Dim> : <Mono truncate>{url}</Mono>),
      },
      {
        id: 'since',
        header: texts.downSince,
        width: 100,
        cell: (row) =>
          stateOf(row) === 'disconnected' && row.since !== undefined ? <RelativeTime time={row.since} /> : <Dim>–</Dim>,
      },
      {
        id: 'users',
        header: texts.usedBy,
        width: 150,
        sortable: true,
        cell: (row) => <Users connector={row} />,
      },
      ...tail.map((column) => ({ ...column, optional: true })),
    ],
    [lead, tail, texts],
  )
}

/** Number of actions and sources of a connector, with a popover that lists them. */
function Users({ connector: { type, name, actions = [], sources = [] } }: { readonly connector: ListedConnector }) {
  const texts = useMessages(messages)
  if (actions.length + sources.length === 0) return <Dim>{texts.unused}</Dim>
  const ids = (names: readonly string[]) => names.map((one) => idOf({ type, name: one }))
  return (
    <CellPopover label={texts.usedCount(actions.length, sources.length)} title={texts.usersOf(name)}>
      <Stack gap={3}>
        <LinkList kind="action" ids={ids(actions)} />
        <LinkList kind="source" ids={ids(sources)} />
      </Stack>
    </CellPopover>
  )
}
