import type { Connector } from '@mqdeck/contract'
import { IconCopy, IconPencil, IconPlayerPlay, IconPlus, IconTrash, IconWebhook } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useData, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { type RowAction, useGo } from '../../../ui/index.ts'
import { useConnectorActions } from '../detail/connector-actions.tsx'
import { idOf, isWebhook, pages, webhookPage } from '../kinds.ts'
import { messages as integrationMessages } from '../messages.ts'
import { channelQueries, connectorsQuery } from '../queries.ts'
import { isDown, stateOf } from '../state.ts'
import { useConnectorColumns } from './connector-columns.tsx'
import { ListPage } from './list-page.tsx'
import type { Listed } from './list-state.ts'

export type ListedConnector = Connector & Listed

const icon = { size: 16, 'aria-hidden': true } as const

export default function ConnectorsPage() {
  const texts = useMessages(integrationMessages)
  const go = useGo()
  const isViewer = useIsViewer()
  const query = useData(connectorsQuery, undefined)
  const { data: actionTypes = [] } = useData(channelQueries.action.types, undefined)
  const { data: sourceTypes = [] } = useData(channelQueries.source.types, undefined)
  const actions = useConnectorActions()
  const columns = useConnectorColumns({ isViewer, actions })
  const rows = useMemo(() => query.data?.map(toListed), [query.data])
  const rowActions = (row: ListedConnector): readonly RowAction[] => {
    const id = idOf(row)
    const settings = {
      label: texts.settings,
      icon: <IconPencil {...icon} />,
      onSelect: () => go({ to: pages.connector.detail, params: { id }, search: { tab: 'settings' } }),
    }
    if (isViewer) return [settings]
    if (isWebhook(row))
      return [{ label: texts.toWebhooks, icon: <IconWebhook {...icon} />, onSelect: () => go({ to: webhookPage }) }]
    const search = { type: row.type, connector: row.name }
    return [
      settings,
      ...(actionTypes.includes(row.type)
        ? [
            {
              label: texts.createAction,
              icon: <IconPlus {...icon} />,
              onSelect: () => go({ to: pages.action.create, search }),
            },
          ]
        : []),
      ...(sourceTypes.includes(row.type)
        ? [
            {
              label: texts.createSource,
              icon: <IconPlus {...icon} />,
              onSelect: () => go({ to: pages.source.create, search }),
            },
          ]
        : []),
      {
        label: texts.duplicate,
        icon: <IconCopy {...icon} />,
        onSelect: () => go({ to: pages.connector.create, search: { copy: id } }),
      },
      ...(isDown(stateOf(row))
        ? [{ label: texts.reconnect, icon: <IconPlayerPlay {...icon} />, onSelect: () => void actions.start(row) }]
        : []),
      { label: texts.delete, icon: <IconTrash {...icon} />, danger: true, onSelect: () => void actions.remove(row) },
    ]
  }
  return <ListPage kind="connector" query={query} rows={rows} columns={columns} rowActions={rowActions} />
}

const toListed = (one: Connector): ListedConnector => ({
  ...one,
  users: (one.actions?.length ?? 0) + (one.sources?.length ?? 0),
})
