import type { IntegrationMetrics, IntegrationStatistics, NodeStatus } from '@mqdeck/contract'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMemo } from 'react'
import { NodeTable, ShortReason, StateDot } from '../../../api/nodes/node-states/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { type Column, Dim } from '../../../ui/index.ts'
import type { ChannelKind } from '../kinds.ts'
import type { Channel } from '../queries.ts'
import { isDown, reasonOf, type State, statusOf } from '../state.ts'
import { overviewMessages } from './overview-messages.ts'

interface NodeRow {
  readonly node: string
  readonly state: State | 'unknown'
  readonly reason: string | undefined
  readonly metrics: IntegrationMetrics | undefined
}

/** Undefined for viewers and for parts of webhooks. */
type Reconnect = (node: string) => void

interface ChannelNodesProps {
  readonly kind: ChannelKind
  readonly channel: Channel
  readonly statistics: IntegrationStatistics
  readonly onReconnect: Reconnect | undefined
}

/** State and statistics of an action or a source on each node, with a button to reconnect. */
export function ChannelNodes({ kind, channel, statistics, onReconnect }: ChannelNodesProps) {
  const rows = useNodeRows(channel.node_status, channel.enable !== false, statistics.node_metrics)
  return <ResourceNodes rows={rows} columns={useFigureColumns(kind)} onReconnect={onReconnect} />
}

interface ConnectorNodesProps {
  readonly nodes: readonly NodeStatus[] | undefined
  readonly isOn: boolean
  readonly onReconnect: Reconnect | undefined
}

/** State of a connector on each node. Connectors have no statistics. */
export function ConnectorNodes({ nodes, isOn, onReconnect }: ConnectorNodesProps) {
  return <ResourceNodes rows={useNodeRows(nodes, isOn, noMetrics)} columns={noColumns} onReconnect={onReconnect} />
}

const noMetrics: IntegrationStatistics['node_metrics'] = []
const noColumns: readonly Column<NodeRow>[] = []

interface ResourceNodesProps {
  readonly rows: readonly NodeRow[]
  readonly columns: readonly Column<NodeRow>[]
  readonly onReconnect: Reconnect | undefined
}

function ResourceNodes({ rows, columns, onReconnect }: ResourceNodesProps) {
  const texts = useMessages(overviewMessages)
  const withReason = useMemo(
    (): readonly Column<NodeRow>[] =>
      rows.some(({ reason }) => reason !== undefined)
        ? [{ id: 'reason', header: texts.reason, width: 200, cell: Reason }, ...columns]
        : columns,
    [rows, columns, texts],
  )
  return (
    <NodeTable
      rows={rows}
      columns={withReason}
      stateOf={dotOf}
      isTrouble={isInTrouble}
      {...(onReconnect !== undefined && {
        rowActions: ({ node, state }: NodeRow) => [
          {
            label: texts.reconnect,
            icon: <IconPlayerPlay size={16} aria-hidden />,
            disabled: !isInTrouble({ state }),
            onSelect: () => onReconnect(node),
          },
        ],
      })}
    />
  )
}

const dotOf = ({ state }: NodeRow) => <StateDot state={state} />

const isInTrouble = ({ state }: Pick<NodeRow, 'state'>): boolean => state === 'unknown' || isDown(state)

/** Shortened, because the full reason is shown above the table. */
function Reason({ reason }: NodeRow) {
  return reason === undefined ? <Dim>–</Dim> : <ShortReason>{reason}</ShortReason>
}

/** All nodes with a status or statistics. */
function useNodeRows(
  statuses: readonly NodeStatus[] = [],
  isOn: boolean,
  metrics: IntegrationStatistics['node_metrics'],
): readonly NodeRow[] {
  return useMemo(() => {
    const known = statuses.map(
      (status): NodeRow => ({
        node: status.node,
        state: isOn ? statusOf(status) : 'disabled',
        reason: isOn ? reasonOf(status) : undefined,
        metrics: metrics.find(({ node }) => node === status.node)?.metrics,
      }),
    )
    const others = metrics
      .filter(({ node }) => statuses.every((status) => status.node !== node))
      .map(({ node, metrics: own }): NodeRow => ({ node, state: 'unknown', reason: undefined, metrics: own }))
    return [...known, ...others]
  }, [statuses, isOn, metrics])
}

function useFigureColumns(kind: ChannelKind): readonly Column<NodeRow>[] {
  const texts = useMessages(overviewMessages)
  const format = useFormat()
  return useMemo(() => {
    const figure = (id: keyof IntegrationMetrics, header: string): Column<NodeRow> => ({
      id,
      header,
      width: 90,
      align: 'end',
      cell: ({ metrics }) => format.number(metrics?.[id]),
    })
    const own =
      kind === 'source'
        ? [figure('received', texts.received)]
        : [
            figure('matched', texts.matched),
            figure('success', texts.sent),
            figure('failed', texts.failed),
            figure('dropped', texts.dropped),
            figure('queuing', texts.queuing),
          ]
    return [
      ...own,
      {
        id: 'rate',
        header: texts.perSecond,
        width: 90,
        align: 'end',
        cell: ({ metrics }) => format.rate(metrics?.rate),
      },
    ]
  }, [kind, texts, format])
}
