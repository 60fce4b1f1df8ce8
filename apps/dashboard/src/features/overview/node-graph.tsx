import type { NodeInfo } from '@mqdeck/contract'
import { useState } from 'react'
import { NodeStatus, nodeStatusMessages, useNodeState } from '../../api/index.ts'
import { useShortName } from '../../api/nodes/node-states/short-name.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, join, Link, Modal, Stack, StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'
import styles from './node-graph.module.css'
import { layOutNodes, type Place, replicantLimit } from './node-layout.ts'

interface NodeGraphProps {
  readonly nodes: readonly NodeInfo[]
  /** Name of the node whose card is shown. */
  readonly shown: string | undefined
  readonly onShow: (node: string) => void
}

/** The cluster as a graph. Hovering or focusing a node shows its card; the node links to its page. */
export function NodeGraph({ nodes, shown, onShow }: NodeGraphProps) {
  const texts = useMessages(messages)
  const cores = nodes.filter(({ role }) => role === 'core')
  const replicants = nodes.filter(({ role }) => role === 'replicant')
  const isGrouped = replicants.length > replicantLimit
  const [alone] = nodes
  if (nodes.length === 1 && alone) return <LoneNode node={alone} />
  const layout = layOutNodes(cores.length, isGrouped ? 1 : replicants.length)
  const vertex = (node: NodeInfo, place: Place | undefined, isSmall: boolean, width: number) =>
    place && (
      <Vertex
        key={node.node}
        node={node}
        place={place}
        width={width}
        isSmall={isSmall}
        isShown={node.node === shown}
        onShow={onShow}
      />
    )
  return (
    <ul className={styles.graph} aria-label={texts.graph}>
      <svg className={styles.edges} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        {layout.lines.map(([from, to]) => (
          <line
            key={`${from.x} ${from.y} ${to.x} ${to.y}`}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {cores.map((node, index) => vertex(node, layout.cores[index], false, 100 / cores.length))}
      {isGrouped ? (
        <ReplicantGroup nodes={replicants} place={layout.replicants[0] ?? { x: 50, y: 10 }} />
      ) : (
        replicants.map((node, index) => vertex(node, layout.replicants[index], true, 100 / replicants.length))
      )}
    </ul>
  )
}

/** A single node has no graph: its name and state. */
function LoneNode({ node: { node, node_status } }: { readonly node: NodeInfo }) {
  const state = useNodeState()({ node, node_status })
  const status = useMessages(nodeStatusMessages)[state]
  const texts = useMessages(messages)
  return (
    <ul className={styles.alone} aria-label={texts.graph}>
      <li>
        <Link quiet to="/dashboard/nodes/$nodeName" params={{ nodeName: node }}>
          <span className={join(styles.circle, styles[state === 'running' ? 'running' : 'stopped'])} aria-hidden />
          <span className={styles.who}>
            <span className={styles.name}>{node}</span> <span className={styles.status}>{status}</span>
          </span>
        </Link>
      </li>
    </ul>
  )
}

interface VertexProps {
  readonly node: NodeInfo
  readonly place: Place
  /** Position in percent of the graph. */
  readonly width: number
  readonly isSmall: boolean
  readonly isShown: boolean
  readonly onShow: (node: string) => void
}

function Vertex({ node: { node, node_status }, place, width, isSmall, isShown, onShow }: VertexProps) {
  const short = useShortName()
  const state = useNodeState()({ node, node_status })
  const status = useMessages(nodeStatusMessages)[state]
  const show = () => onShow(node)
  return (
    <li
      className={join(styles.vertex, isSmall && styles.small, isShown && styles.shown)}
      style={{ left: `${place.x}%`, top: `${place.y}%`, width: `${width}%` }}
      onPointerEnter={show}
      onFocus={show}
    >
      <Link quiet to="/dashboard/nodes/$nodeName" params={{ nodeName: node }}>
        <span className={join(styles.circle, styles[state === 'running' ? 'running' : 'stopped'])} aria-hidden />
        <span className={styles.name} title={node}>
          {short(node)}
        </span>{' '}
        <span className={styles.status}>{status}</span>
      </Link>
    </li>
  )
}

/** Replicants that are too many to draw: a count that opens the list. */
function ReplicantGroup({ nodes, place }: { readonly nodes: readonly NodeInfo[]; readonly place: Place }) {
  const texts = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  const stopped = nodes.filter(({ node_status }) => node_status === 'stopped').length
  return (
    <li className={styles.vertex} style={{ left: `${place.x}%`, top: `${place.y}%` }}>
      <Button size="small" onClick={() => setOpen(true)}>
        <StatusDot tone={stopped > 0 ? 'amber' : 'accent'}>
          {texts.replicants(nodes.length)}
          {stopped > 0 && ` · ${texts.replicantsStopped(stopped)}`}
        </StatusDot>
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={texts.listOfReplicants}>
        <Stack gap={2}>
          {nodes.map(({ node, node_status }) => (
            <div key={node} className={styles.listed}>
              <Link quiet to="/dashboard/nodes/$nodeName" params={{ nodeName: node }}>
                {node}
              </Link>
              <NodeStatus node={node} status={node_status} />
            </div>
          ))}
        </Stack>
      </Modal>
    </li>
  )
}
