import { defineMessages, useMessages } from '../i18n/index.ts'
import { byNode } from '../lib/by-name.ts'
import { Select } from '../ui/index.ts'
import { knownNodesQuery } from './nodes.tsx'
import { useData } from './query.ts'

interface NodePickerProps {
  /** Keep it in the URL. Undefined: all nodes. */
  readonly value: string | undefined
  readonly onChange: (node: string | undefined) => void
  /** Names it in a form. */
  readonly label?: string | undefined
  /** What is read aloud where no label is in sight, unless "Node" says enough. */
  readonly name?: string
  /** What no choice means: "All nodes" unless told; `null` where one has to be chosen. */
  readonly all?: string | null
  /** Nodes that are stopped can be chosen, too; otherwise only by an address that names one. */
  readonly withStopped?: boolean
  /** Px; otherwise all there is. */
  readonly width?: number
}

/**
 * One node of the cluster, or all. Nothing where there is only one to choose; a node that an old address names stays to be
 * seen and to be got rid of.
 */
export function NodePicker({ value, onChange, label, name, all, withStopped = false, width }: NodePickerProps) {
  const texts = useMessages(nodePickerMessages)
  const { data } = useData(knownNodesQuery, undefined)
  const nodes = data?.toSorted(byNode) ?? []
  if (nodes.length < 2 && (value === undefined || nodes.some(({ node }) => node === value))) return null
  const offered = nodes.filter(({ node, node_status: status }) => withStopped || status === 'running' || node === value)
  const isGone = value !== undefined && !nodes.some(({ node }) => node === value)
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
        ...(isGone ? [{ value, label: data ? texts.gone(value) : value }] : []),
      ]}
      onChange={(node) => onChange(node === '' ? undefined : node)}
    />
  )
}

const nodePickerMessages = defineMessages({
  en: {
    all: 'All nodes',
    stopped: (node: string) => `${node} (stopped)`,
    gone: (node: string) => `${node} (not in the cluster)`,
  },
  zh: {
    all: '全部节点',
    stopped: (node) => `${node}（已停止）`,
    gone: (node) => `${node}（不在集群中）`,
  },
})
