import type { GatewayOverview } from '@mqdeck/contract'
import { IconPlus, IconSettings, IconUsers } from '@tabler/icons-react'
import { useMemo } from 'react'
import { QueryTable, RefreshControl, useData, useIsViewer, useRowActions } from '../../../api/index.ts'
import { NodeStates } from '../../../api/nodes/node-states/index.ts'
import { dash, useLocale, useMessages } from '../../../i18n/index.ts'
import {
  type Column,
  Dim,
  EmptyState,
  Group,
  LimitBar,
  LinedList,
  Link,
  MarkedName,
  Mono,
  PageHeader,
  StatusDot,
  Switch,
  useGo,
  VisuallyHidden,
} from '../../../ui/index.ts'
import { CellPopover } from '../../integrations/index.ts'
import { GatewayState } from '../gateway-state.tsx'
import { kindOf, markOf, rankOf } from '../kinds.ts'
import { messages } from '../messages.ts'
import { gatewaysQuery } from '../queries.ts'
import { isSetUp, useGatewayActions } from '../use-gateway-actions.tsx'
import styles from './gateways.module.css'

/** All gateways that the broker has, those in use first. */
export default function GatewaysPage() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const go = useGo()
  const rowAction = useRowActions()
  const query = useData(gatewaysQuery, undefined)
  const rows = useMemo(() => query.data?.toSorted(inOrder), [query.data])
  const columns = useGatewayColumns(isViewer)
  return (
    <>
      <PageHeader description={texts.description} actions={<RefreshControl queries={[query]} />} />
      <QueryTable
        query={query}
        label={texts.title}
        columns={columns}
        rows={rows}
        rowId={({ name }) => name}
        empty={<EmptyState title={texts.none} hint={texts.noneHint} />}
        skeletonRows={5}
        rowActions={({ name, status }) =>
          isSetUp(status)
            ? [
                {
                  label: texts.clients,
                  icon: <IconUsers size={16} aria-hidden />,
                  onSelect: () => go({ to: '/gateway/detail/$name', params: { name }, search: { tab: 'clients' } }),
                },
                {
                  label: texts.settings,
                  icon: <IconSettings size={16} aria-hidden />,
                  onSelect: () => go({ to: '/gateway/detail/$name', params: { name } }),
                },
              ]
            : [
                rowAction.change({
                  label: texts.setUp,
                  icon: <IconPlus size={16} aria-hidden />,
                  onSelect: () => go({ to: '/gateway/create/$name', params: { name } }),
                }),
              ]
        }
      />
    </>
  )
}

const statuses = ['running', 'stopped', 'unloaded']

const inOrder = (a: GatewayOverview, b: GatewayOverview) =>
  statuses.indexOf(a.status) - statuses.indexOf(b.status) || rankOf(a.name) - rankOf(b.name)

function useGatewayColumns(isViewer: boolean): readonly Column<GatewayOverview>[] {
  const texts = useMessages(messages)
  const locale = useLocale()
  const actions = useGatewayActions()
  return useMemo(
    () => [
      {
        id: 'name',
        header: texts.name,
        width: 240,
        cell: ({ name, status }) => {
          const kind = kindOf(name)
          const label = kind.label[locale]
          return (
            <MarkedName type={markOf(kind)}>
              <span className={styles.name}>
                {isSetUp(status) ? (
                  <Link to="/gateway/detail/$name" params={{ name }}>
                    {label}
                  </Link>
                ) : (
                  label
                )}
                {kind.about[locale] !== '' && <span className={styles.about}>{kind.about[locale]}</span>}
              </span>
            </MarkedName>
          )
        },
      },
      { id: 'status', header: texts.status, width: 150, cell: (gateway) => <StateOnNodes gateway={gateway} /> },
      {
        id: 'connections',
        header: texts.connections,
        width: 130,
        cell: ({ current_connections: current, max_connections: most }) =>
          current === undefined ? (
            <Dim>{dash}</Dim>
          ) : (
            <LimitBar value={current} limit={typeof most === 'number' ? most : undefined} />
          ),
      },
      {
        id: 'listeners',
        header: texts.listeners,
        width: 130,
        cell: (gateway) => <Listeners gateway={gateway} label={kindOf(gateway.name).label[locale]} />,
      },
      {
        id: 'enabled',
        header: texts.enabled,
        width: 110,
        cell: (gateway) => {
          const { name, status } = gateway
          if (isSetUp(status))
            return (
              <Switch
                aria-label={texts.enableNamed(kindOf(name).label[locale])}
                checked={status === 'running'}
                disabled={isViewer}
                onChange={(on) => void (on ? actions.enable(gateway) : actions.disable(gateway))}
              />
            )
          return (
            !isViewer && (
              <Link to="/gateway/create/$name" params={{ name }}>
                {texts.setUp}
                <VisuallyHidden> {kindOf(name).label[locale]}</VisuallyHidden>
              </Link>
            )
          )
        },
      },
    ],
    [texts, locale, actions, isViewer],
  )
}

/** The state of the gateway, with a list of the nodes on demand. */
function StateOnNodes({ gateway }: { readonly gateway: GatewayOverview }) {
  const { name, status, node_status: nodes = [] } = gateway
  return (
    <Group gap={1}>
      <GatewayState status={status} />
      <NodeStates
        name={name}
        nodes={nodes.map((one) => ({
          node: one.node,
          state: (
            <Group gap={4}>
              <GatewayState status={one.status} />
              {one.current_connections !== undefined && (
                <LimitBar
                  value={one.current_connections}
                  limit={typeof one.max_connections === 'number' ? one.max_connections : undefined}
                />
              )}
            </Group>
          ),
          reason: undefined,
        }))}
      />
    </Group>
  )
}

function Listeners({ gateway, label }: { readonly gateway: GatewayOverview; readonly label: string }) {
  const texts = useMessages(messages)
  const { name, status, listeners = [] } = gateway
  if (!isSetUp(status) || listeners.length === 0) return <Dim>{dash}</Dim>
  const count = texts.listenerCount(listeners.length)
  return (
    <CellPopover label={count} title={texts.listenersOf(label)}>
      <LinedList>
        {listeners.map(({ id, running }) => (
          <Group key={id} gap={4}>
            <Link to="/gateway/detail/$name/listeners/$id" params={{ name, id }}>
              <Mono>{id}</Mono>
            </Link>
            <StatusDot tone={running ? 'accent' : 'grey'}>{running ? texts.running : texts.stopped}</StatusDot>
          </Group>
        ))}
      </LinedList>
    </CellPopover>
  )
}
