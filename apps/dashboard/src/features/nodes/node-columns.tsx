import type { NodeInfo } from '@mqdeck/contract'
import { useMemo } from 'react'
import { connectionsText, loadText, NodeMemory, NodeStatus } from '../../api/index.ts'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, Link, Mono } from '../../ui/index.ts'
import { messages } from './messages.ts'

export function useNodeColumns(): readonly Column<NodeInfo>[] {
  const texts = useMessages(messages)
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'node',
        header: texts.name,
        width: 160,
        cell: ({ node }) => (
          <Link to="/dashboard/nodes/$nodeName" params={{ nodeName: node }}>
            <Mono truncate>{node}</Mono>
          </Link>
        ),
      },
      {
        id: 'status',
        header: texts.status,
        width: 124,
        cell: ({ node, node_status }) => <NodeStatus node={node} status={node_status} />,
      },
      { id: 'role', header: texts.role, width: 82, cell: ({ role }) => texts.roles[role] },
      { id: 'uptime', header: texts.uptime, width: 92, cell: ({ uptime }) => format.duration(uptime) },
      { id: 'version', header: texts.version, width: 72, cell: ({ version }) => version ?? dash },
      {
        id: 'connections',
        header: texts.connections,
        hint: texts.connectionsHint,
        width: 102,
        align: 'end',
        cell: (node) => connectionsText(node, format),
      },
      {
        id: 'memory',
        header: texts.memory,
        hint: texts.memoryHint,
        width: 138,
        cell: (node) => <NodeMemory node={node} />,
      },
      {
        id: 'load',
        header: texts.load,
        hint: texts.loadHint,
        width: 124,
        align: 'end',
        cell: loadText,
      },
      {
        id: 'processes',
        header: texts.processes,
        hint: texts.processesHint,
        width: 104,
        align: 'end',
        cell: ({ process_used, process_available }) => (
          <span title={ratio(format.number, process_used, process_available)}>
            {ratio(format.compact, process_used, process_available)}
          </span>
        ),
      },
      {
        id: 'files',
        header: texts.files,
        hint: texts.filesHint,
        width: 90,
        align: 'end',
        optional: true,
        cell: ({ max_fds }) => format.number(max_fds),
      },
    ],
    [texts, format],
  )
}

/** Both numbers, or one dash for a node that reports neither. */
function ratio(
  write: (value: number | undefined) => string,
  value: number | undefined,
  of: number | undefined,
): string {
  return value === undefined ? dash : `${write(value)} / ${write(of)}`
}
