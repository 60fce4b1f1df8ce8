import type { Connector } from '@mqdeck/contract'
import { RefreshControl, useData, useIsViewer } from '../../../api/index.ts'
import { useGo, usePathParam } from '../../../ui/index.ts'
import { idOf, pages } from '../kinds.ts'
import { connectorQuery } from '../queries.ts'
import { stateOf } from '../state.ts'
import { useConnectorActions } from './connector-actions.tsx'
import { ConnectorOverview } from './connector-overview.tsx'
import { DetailMenu } from './detail-menu.tsx'
import { DetailPage } from './detail-page.tsx'
import { ConnectorSettings } from './settings-tab.tsx'

export default function ConnectorPage() {
  const id = usePathParam('id')
  // The key resets the forms when another connector is opened.
  return <Detail key={id} id={id} />
}

function Detail({ id }: { readonly id: string }) {
  const query = useData(connectorQuery, { id })
  return (
    <DetailPage
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
  return (
    <DetailMenu
      state={stateOf(connector)}
      onEnable={() => void actions.enable(connector)}
      onDisable={() => void actions.disable(connector)}
      onStart={() => void actions.start(connector)}
      onCopy={() => go({ to: pages.connector.create, search: { copy: idOf(connector) } })}
      onRemove={async () => {
        if (await actions.remove(connector)) go({ to: pages.connector.list })
      }}
    />
  )
}
