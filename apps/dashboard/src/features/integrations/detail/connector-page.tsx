import type { Connector } from '@mqdeck/contract'
import { RefreshControl, useData, useIsViewer } from '../../../api/index.ts'
import { Stack, useGo, usePathParam } from '../../../ui/index.ts'
import { idOf, isWebhook, pages } from '../kinds.ts'
import { connectorQuery } from '../queries.ts'
import { type State, stateOf } from '../state.ts'
import { Problems } from '../status.tsx'
import { ConnectionProblem } from './connection-problem.tsx'
import { useConnectorActions } from './connector-actions.tsx'
import { ConnectorUsers } from './connector-users.tsx'
import { DetailMenu } from './detail-menu.tsx'
import { IntegrationPage, ReconnectButton } from './integration-page.tsx'
import { ConnectorNodes } from './node-table.tsx'
import { ConnectorSettings } from './settings-tab.tsx'

export default function ConnectorPage() {
  const id = usePathParam('id')
  // The key resets the forms when another connector is opened.
  return <Detail key={id} id={id} />
}

function Detail({ id }: { readonly id: string }) {
  const query = useData(connectorQuery, { id })
  return (
    <IntegrationPage
      kind="connector"
      id={id}
      query={query}
      actions={(connector) => (
        <>
          <RefreshControl queries={[query]} />
          <Actions connector={connector} />
        </>
      )}
      parts={{
        overview: (connector) => <ConnectorOverview connector={connector} />,
        settings: (connector) => <ConnectorSettings connector={connector} />,
      }}
    />
  )
}

function Actions({ connector }: { readonly connector: Connector }) {
  const go = useGo()
  const isViewer = useIsViewer()
  const actions = useConnectorActions()
  if (isViewer) return null
  const state = stateOf(connector)
  return (
    <>
      {!isLost(state) && <ReconnectButton state={state} onStart={() => void actions.start(connector)} />}
      <DetailMenu
        isEnabled={state !== 'disabled'}
        onSwitch={(enable) => void (enable ? actions.enable(connector) : actions.disable(connector))}
        onDuplicate={() => go({ to: pages.connector.create, search: { copy: idOf(connector) } })}
        onDelete={async () => {
          if (await actions.remove(connector)) go({ to: pages.connector.list })
        }}
      />
    </>
  )
}

/** Explained by `ConnectionProblem`. */
const isLost = (state: State) => state === 'disconnected' || state === 'connecting'

/** State of a connector on each node, and the actions and sources that use it. */
function ConnectorOverview({ connector }: { readonly connector: Connector }) {
  const isViewer = useIsViewer()
  const actions = useConnectorActions()
  const reconnect = isViewer || isWebhook(connector) ? undefined : (node: string) => void actions.start(connector, node)
  return (
    <Stack gap={4}>
      <ConnectionProblem connector={connector} onTest={reconnect && (() => actions.start(connector))} />
      {(!isLost(stateOf(connector)) || (connector.node_status?.length ?? 0) > 1) && (
        <Problems of={connector} onReconnect={reconnect} />
      )}
      <ConnectorNodes nodes={connector.node_status} isOn={connector.enable !== false} onReconnect={reconnect} />
      <ConnectorUsers connector={connector} />
    </Stack>
  )
}
