import type { Connector } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useData, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { useGo } from '../../../ui/index.ts'
import { useConnectorActions } from '../detail/connector-actions.tsx'
import { pages } from '../kinds.ts'
import { messages } from '../messages.ts'
import { channelQueries, connectorsQuery } from '../queries.ts'
import { useConnectorColumns } from './connector-columns.tsx'
import { IntegrationList } from './integration-list.tsx'
import type { Listed } from './list-state.ts'

export type ListedConnector = Connector & Listed

export default function ConnectorsPage() {
  const texts = useMessages(messages)
  const go = useGo()
  const isViewer = useIsViewer()
  const query = useData(connectorsQuery, undefined)
  const { data: actionTypes = [] } = useData(channelQueries.action.types, undefined)
  const { data: sourceTypes = [] } = useData(channelQueries.source.types, undefined)
  const actions = useConnectorActions()
  const columns = useConnectorColumns({ isViewer, actions })
  const rows = useMemo(() => query.data?.map(toListed), [query.data])
  const creations = ({ type, name }: ListedConnector) => {
    const search = { type, connector: name }
    const create = (label: string, to: string) => ({
      label,
      icon: <IconPlus size={16} aria-hidden />,
      onSelect: () => go({ to, search }),
    })
    return [
      ...(actionTypes.includes(type) ? [create(texts.createAction, pages.action.create)] : []),
      ...(sourceTypes.includes(type) ? [create(texts.createSource, pages.source.create)] : []),
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

const toListed = (one: Connector): ListedConnector => ({
  ...one,
  users: (one.actions?.length ?? 0) + (one.sources?.length ?? 0),
})
