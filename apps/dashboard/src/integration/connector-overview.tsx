import type { Connector, NodeStatus } from '@mqdeck/contract'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useIsViewer } from '../data/index.ts'
import { StateDot } from '../data/node-states/index.ts'
import { useMessages } from '../i18n/index.ts'
import { type Column, DataTable, Mono, Stack } from '../ui/index.ts'
import { useConnectorActions } from './connector-actions.tsx'
import { ConnectorUsers } from './connector-users.tsx'
import { isWebhook } from './kinds.ts'
import { messages } from './messages.ts'
import { overviewMessages } from './overview-messages.ts'
import { isDown, stateOf } from './state.ts'
import { Problems } from './status.tsx'

/** How a connector is doing on every node, and what depends on that. */
export function ConnectorOverview({ connector }: { readonly connector: Connector }) {
  const texts = useMessages(overviewMessages)
  const isViewer = useIsViewer()
  const actions = useConnectorActions()
  const columns = useColumns(connector.enable !== false)
  return (
    <Stack gap={4}>
      <Problems of={connector} />
      <DataTable
        label={texts.everyNode}
        columns={columns}
        rows={connector.node_status ?? noNodes}
        rowId={({ node }) => node}
        summary={texts.everyNode}
        {...(!isViewer &&
          !isWebhook(connector) && {
            rowActions: (row: NodeStatus) => [
              {
                label: texts.reconnect,
                icon: <IconPlayerPlay size={16} aria-hidden />,
                disabled: !isDown(stateOf({ status: row.status, enable: connector.enable })),
                onSelect: () => void actions.start(connector, row.node),
              },
            ],
          })}
      />
      <ConnectorUsers connector={connector} />
    </Stack>
  )
}

const noNodes: readonly NodeStatus[] = []

function useColumns(enable: boolean): readonly Column<NodeStatus>[] {
  const texts = useMessages(overviewMessages)
  const common = useMessages(messages)
  return useMemo(
    () => [
      { id: 'node', header: texts.node, width: 240, cell: ({ node }) => <Mono truncate>{node}</Mono> },
      {
        id: 'status',
        header: common.columns.status,
        width: 160,
        cell: ({ status }) => <StateDot state={stateOf({ status, enable })} />,
      },
    ],
    [texts, common, enable],
  )
}
