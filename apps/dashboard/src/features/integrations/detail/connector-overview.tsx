import type { Connector } from '@mqdeck/contract'
import { useIsViewer } from '../../../api/index.ts'
import { Stack } from '../../../ui/index.ts'
import { isWebhook } from '../kinds.ts'
import { Problems } from '../status.tsx'
import { useConnectorActions } from './connector-actions.tsx'
import { ConnectorUsers } from './connector-users.tsx'
import { ConnectorNodes } from './node-table.tsx'

/** State of a connector on each node, and the actions and sources that use it. */
export function ConnectorOverview({ connector }: { readonly connector: Connector }) {
  const isViewer = useIsViewer()
  const actions = useConnectorActions()
  const reconnect = isViewer || isWebhook(connector) ? undefined : (node: string) => void actions.start(connector, node)
  return (
    <Stack gap={4}>
      <Problems of={connector} onReconnect={reconnect} />
      <ConnectorNodes nodes={connector.node_status} isOn={connector.enable !== false} onReconnect={reconnect} />
      <ConnectorUsers connector={connector} />
    </Stack>
  )
}
