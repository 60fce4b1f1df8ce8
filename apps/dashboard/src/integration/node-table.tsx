import type { IntegrationFigures, IntegrationMetrics, NodeStatus } from '@mqdeck/contract'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useIsViewer } from '../data/index.ts'
import { StateDot } from '../data/node-states/index.ts'
import { useFormat, useMessages } from '../i18n/index.ts'
import { type Column, DataTable, Mono, type RowAction } from '../ui/index.ts'
import { useChannelActions } from './channel-actions.tsx'
import type { ChannelKind } from './kinds.ts'
import { isWebhook } from './kinds.ts'
import { messages } from './messages.ts'
import { overviewMessages } from './overview-messages.ts'
import type { Channel } from './queries.ts'
import { isDown, type State } from './state.ts'

interface NodeRow {
  readonly node: string
  readonly state: State
  readonly metrics: IntegrationMetrics | undefined
}

interface NodeTableProps {
  readonly kind: ChannelKind
  readonly channel: Channel
  readonly figures: IntegrationFigures
}

/** State and figures node by node, each of which can be told to connect again. */
export function NodeTable({ kind, channel, figures }: NodeTableProps) {
  const texts = useMessages(overviewMessages)
  const isViewer = useIsViewer()
  const actions = useChannelActions(kind)
  const rows = useNodeRows(channel.node_status, channel.enable !== false, figures)
  const columns = useNodeColumns(kind)
  const rowActions = (row: NodeRow): readonly RowAction[] => [
    {
      label: texts.reconnect,
      icon: <IconPlayerPlay size={16} aria-hidden />,
      disabled: !isDown(row.state),
      onSelect: () => void actions.start(channel, row.node),
    },
  ]
  return (
    <DataTable
      label={texts.everyNode}
      columns={columns}
      rows={rows}
      rowId={({ node }) => node}
      summary={texts.everyNode}
      {...(!isViewer && !isWebhook(channel) && { rowActions })}
    />
  )
}

function useNodeRows(
  statuses: readonly NodeStatus[] = [],
  isOn: boolean,
  { node_metrics: metrics }: IntegrationFigures,
): readonly NodeRow[] {
  return useMemo(
    () =>
      statuses.map((status) => ({
        node: status.node,
        state: isOn ? status.status : 'disabled',
        metrics: metrics.find(({ node }) => node === status.node)?.metrics,
      })),
    [statuses, isOn, metrics],
  )
}

function useNodeColumns(kind: ChannelKind): readonly Column<NodeRow>[] {
  const texts = useMessages(overviewMessages)
  const common = useMessages(messages)
  const format = useFormat()
  return useMemo(() => {
    const figure = (id: keyof IntegrationMetrics, header: string): Column<NodeRow> => ({
      id,
      header,
      width: 100,
      align: 'end',
      cell: ({ metrics }) => format.number(metrics?.[id]),
    })
    const own =
      kind === 'source'
        ? [figure('received', texts.received)]
        : [
            figure('matched', texts.matched),
            figure('success', texts.success),
            figure('failed', texts.failed),
            figure('dropped', texts.dropped),
            figure('queuing', texts.queuing),
          ]
    return [
      { id: 'node', header: texts.node, width: 160, cell: ({ node }) => <Mono truncate>{node}</Mono> },
      { id: 'status', header: common.columns.status, width: 120, cell: ({ state }) => <StateDot state={state} /> },
      ...own,
      {
        id: 'rate',
        header: texts.rate,
        width: 100,
        align: 'end',
        cell: ({ metrics }) => format.rate(metrics?.rate),
      },
    ]
  }, [kind, texts, common, format])
}
