import { defineMessages, useMessages } from '../../i18n/index.ts'
import { byNode } from '../../lib/text/by-name.ts'
import { Select } from '../../ui/index.ts'
import { useData } from '../query.ts'
import { knownNodesQuery } from './nodes.tsx'

interface NodePickerProps {
  /** Keep it in the URL. Undefined: all nodes. */
  readonly value: string | undefined
  readonly onChange: (node: string | undefined) => void
  /** Visible label, for forms. */
  readonly label?: string | undefined
  /** Accessible name without a visible label; "Node" by default. */
  readonly name?: string
  /** Label of the empty option, "All nodes" by default; `null` makes the choice mandatory. */
  readonly all?: string | null
  /** Also offers stopped nodes. Without it, a stopped node is offered only when it is the value. */
  readonly withStopped?: boolean
  /** Width in px; full width by default. */
  readonly width?: number
}

/** Selects one node of the cluster, or all. Hidden on a single node, unless the value names a node that left the cluster. */
export function NodePicker({ value, onChange, label, name, all, withStopped = false, width }: NodePickerProps) {
  const texts = useMessages(nodePickerMessages)
  const { data } = useData(knownNodesQuery, undefined)
  const nodes = data?.toSorted(byNode) ?? []
  if (nodes.length < 2 && (value === undefined || nodes.some(({ node }) => node === value))) return null
  const offered = nodes.filter(({ node, node_status: status }) => withStopped || status === 'running' || node === value)
  const hasLeft = value !== undefined && !nodes.some(({ node }) => node === value)
  return (
    <Select
      {...(label === undefined ? { 'aria-label': name ?? texts.node } : { label })}
      {...(width !== undefined && { width })}
      value={value ?? (all === null ? undefined : '')}
      options={[
        ...(all === null ? [] : [{ value: '', label: all ?? texts.all }]),
        ...offered.map(({ node, node_status: status }) => ({
          value: node,
          label: status === 'running' ? node : texts.stopped(node),
        })),
        ...(hasLeft ? [{ value, label: data ? texts.notInCluster(value) : value }] : []),
      ]}
      onChange={(node) => onChange(node === '' ? undefined : node)}
    />
  )
}

const nodePickerMessages = defineMessages({
  en: {
    all: 'All nodes',
    stopped: (node: string) => `${node} (stopped)`,
    notInCluster: (node: string) => `${node} (not in the cluster)`,
  },
  zh: {
    all: '全部节点',
    stopped: (node) => `${node}（已停止）`,
    notInCluster: (node) => `${node}（不在集群中）`,
  },
})
