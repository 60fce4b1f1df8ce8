import { useMemo } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { type Column, Dim, Stack } from '../../../ui/index.ts'
import { CellPopover } from '../detail/cell-popover.tsx'
import type { ConnectorActions } from '../detail/connector-actions.tsx'
import { idOf } from '../kinds.ts'
import { messages as integrationMessages } from '../messages.ts'
import type { ListedConnector } from './connectors-page.tsx'
import { LinkList, useSharedColumns } from './list-columns.tsx'

interface Options {
  readonly isViewer: boolean
  readonly actions: ConnectorActions
}

export function useConnectorColumns({ isViewer, actions }: Options): readonly Column<ListedConnector>[] {
  const texts = useMessages(integrationMessages)
  const { lead, tail } = useSharedColumns<ListedConnector>('connector', isViewer, actions)
  return useMemo(
    () => [
      ...lead,
      {
        id: 'users',
        header: texts.usedBy,
        width: 170,
        sortable: true,
        cell: (row) => <Users connector={row} />,
      },
      ...tail,
    ],
    [lead, tail, texts],
  )
}

/** Number of actions and sources of a connector, with a popover that lists them. */
function Users({ connector: { type, name, actions = [], sources = [] } }: { readonly connector: ListedConnector }) {
  const texts = useMessages(integrationMessages)
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
