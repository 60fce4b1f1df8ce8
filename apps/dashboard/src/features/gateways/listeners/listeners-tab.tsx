import type { GatewayListener } from '@mqdeck/contract'
import { IconPlus, IconSettings } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { QueryTable, useChange, useData, useIsViewer, useRowActions } from '../../../api/index.ts'
import { NodeStates } from '../../../api/nodes/node-states/index.ts'
import { dash, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  type Column,
  Dim,
  EmptyState,
  Group,
  LimitBar,
  Link,
  Mono,
  Switch,
  toast,
  useGo,
} from '../../../ui/index.ts'
import { ListenerDrawer } from './listener-drawer.tsx'
import { createListener, listenersQuery } from './listener-queries.ts'
import { ListenerState, nameOfTransport } from './listener-state.tsx'
import { listenerMessages } from './messages.ts'
import { type ListenerActions, useListenerActions } from './use-listener-actions.tsx'

/** The listeners of a gateway. */
export function ListenersTab({ gateway }: { readonly gateway: string }) {
  const texts = useMessages(listenerMessages)
  const isViewer = useIsViewer()
  const go = useGo()
  const rowAction = useRowActions()
  const actions = useListenerActions(gateway)
  const query = useData(listenersQuery, { name: gateway })
  const columns = useListenerColumns(gateway, isViewer, actions)
  const { run } = useChange(createListener)
  const [isCreating, setCreating] = useState(false)
  const create = !isViewer && (
    <Button size="small" variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {texts.newListener}
    </Button>
  )
  return (
    <>
      <QueryTable
        query={query}
        label={texts.listeners}
        columns={columns}
        rows={query.data}
        rowId={({ id }) => id}
        skeletonRows={2}
        empty={<EmptyState title={texts.noListeners} hint={texts.noListenersHint} action={create} />}
        summary=""
        actions={query.data && query.data.length > 0 && create}
        rowActions={(listener) => [
          {
            label: texts.settings,
            icon: <IconSettings size={16} aria-hidden />,
            onSelect: () =>
              go({ to: '/gateway/detail/$name/listeners/$id', params: { name: gateway, id: listener.id } }),
          },
          rowAction.delete(() => actions.remove(listener)),
        ]}
      />
      <ListenerDrawer
        opened={isCreating}
        gateway={gateway}
        saveLabel={texts.create}
        onClose={() => setCreating(false)}
        onSave={async (listener) => {
          const { id } = await run({ gateway, listener })
          toast.success(texts.created(id))
        }}
      />
    </>
  )
}

function useListenerColumns(
  gateway: string,
  isViewer: boolean,
  actions: ListenerActions,
): readonly Column<GatewayListener>[] {
  const texts = useMessages(listenerMessages)
  return useMemo(
    () => [
      {
        id: 'name',
        header: texts.name,
        width: 220,
        cell: ({ id }) => (
          <Link to="/gateway/detail/$name/listeners/$id" params={{ name: gateway, id }}>
            <Mono truncate>{id}</Mono>
          </Link>
        ),
      },
      { id: 'type', header: texts.transport, width: 110, cell: ({ type }) => nameOfTransport(type, texts.transports) },
      { id: 'bind', header: texts.bind, width: 170, cell: ({ bind }) => <Mono truncate>{bind}</Mono> },
      { id: 'status', header: texts.status, width: 180, cell: (listener) => <StateOnNodes listener={listener} /> },
      {
        id: 'connections',
        header: texts.connections,
        width: 130,
        cell: ({ status }) => <Connections status={status} />,
      },
      {
        id: 'enabled',
        header: texts.enabled,
        width: 84,
        cell: (listener) => (
          <Switch
            aria-label={texts.enableNamed(listener.id)}
            checked={listener.enable !== false}
            disabled={isViewer}
            onChange={(on) => void (on ? actions.enable(listener) : actions.disable(listener))}
          />
        ),
      },
    ],
    [texts, gateway, isViewer, actions],
  )
}

type Status = GatewayListener['status']

function Connections({ status }: { readonly status: Status }) {
  if (status?.current_connections === undefined) return <Dim>{dash}</Dim>
  const { current_connections: current, max_connections: most } = status
  return <LimitBar value={current} limit={typeof most === 'number' ? most : undefined} />
}

function StateOnNodes({ listener }: { readonly listener: GatewayListener }) {
  const { id, enable, status, running, node_status: nodes = [] } = listener
  return (
    <Group gap={1}>
      <ListenerState running={status?.running ?? running} enable={enable} />
      <NodeStates
        name={id}
        nodes={nodes.map((one) => ({
          node: one.node,
          state: (
            <Group gap={4}>
              <ListenerState running={one.status?.running} enable={enable} />
              <Connections status={one.status} />
            </Group>
          ),
          reason: undefined,
        }))}
      />
    </Group>
  )
}
