import type { NodeInfo } from '@mqdeck/contract'
import { IconExternalLink, IconPlugConnectedX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { connectionsText, NodeStatus, useChange, useConfirmAction, useIsViewer } from '../../api/index.ts'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, Dim, Link, Mono, type RowAction, useGo } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { forceLeave } from './queries.ts'

/** @param self the node that answered the request */
export function useMemberColumns(self: string | undefined): readonly Column<NodeInfo>[] {
  const texts = useMessages(messages)
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'node',
        header: texts.node,
        width: 300,
        cell: ({ node }) => (
          <>
            <Link to="/dashboard/nodes/$nodeName" params={{ nodeName: node }}>
              <Mono>{node}</Mono>
            </Link>
            {node === self && <Dim small> ({texts.thisNode})</Dim>}
          </>
        ),
      },
      {
        id: 'status',
        header: texts.status,
        width: 120,
        cell: ({ node, node_status }) => <NodeStatus node={node} status={node_status} />,
      },
      { id: 'role', header: texts.role, width: 110, cell: ({ role }) => texts.roles[role] },
      { id: 'uptime', header: texts.uptime, width: 130, cell: ({ uptime }) => format.duration(uptime) },
      { id: 'version', header: texts.version, width: 110, cell: ({ version }) => version ?? dash },
      {
        id: 'connections',
        header: texts.connections,
        hint: texts.connectionsHint,
        width: 130,
        align: 'end',
        cell: (node) => connectionsText(node, format),
      },
    ],
    [texts, format, self],
  )
}

export function useMemberActions(self: string | undefined): (node: NodeInfo) => readonly RowAction[] {
  const texts = useMessages(messages)
  const go = useGo()
  const isViewer = useIsViewer()
  const leave = useForceLeave()
  return ({ node }) => [
    {
      label: texts.openNode,
      icon: <IconExternalLink size={16} aria-hidden />,
      onSelect: () => go({ to: '/dashboard/nodes/$nodeName', params: { nodeName: node } }),
    },
    // A node cannot remove itself.
    ...(isViewer || self === undefined || node === self
      ? []
      : [
          {
            label: texts.forceLeave,
            icon: <IconPlugConnectedX size={16} aria-hidden />,
            danger: true,
            onSelect: () => void leave(node),
          },
        ]),
  ]
}

function useForceLeave(): (node: string) => Promise<boolean> {
  const texts = useMessages(messages)
  const confirmAction = useConfirmAction()
  const { run } = useChange(forceLeave)
  return (node) =>
    confirmAction({
      title: texts.forceLeaveQuestion,
      affected: [node],
      consequence: texts.forceLeaveBody,
      action: texts.forceLeave,
      typeToConfirm: node,
      run: () => run({ node }),
      done: texts.forceLeaveDone(node),
      failed: texts.forceLeaveFailed(node),
    })
}
