import type { ClusterTopology, NodeInfo } from '@mqdeck/contract'
import { nodeStatusMessages } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Dim, join, Mono, StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'
import styles from './topology.module.css'

interface TopologyProps {
  readonly cores: ClusterTopology
  /** For the state of each node. */
  readonly nodes: readonly NodeInfo[]
  readonly self: string | undefined
}

/** Core nodes side by side, with the replicants of each below. The markup is a nested list. */
export function Topology({ cores, nodes, self }: TopologyProps) {
  const texts = useMessages(messages)
  const stopped = nodes.filter(({ node }) => !isIn(cores, node)).map(({ node }) => node)
  const replicants = cores.reduce((sum, { replicant_nodes }) => sum + replicant_nodes.length, 0)
  return (
    <>
      <p className={styles.summary}>
        {texts.topologyOf(cores.length, replicants)} <Dim>{texts.topologyHint}</Dim>
      </p>
      <ul className={styles.cores}>
        {cores.map(({ core_node, replicant_nodes }) => (
          <li key={core_node} className={styles.core}>
            <NodeBox node={core_node} role={texts.roles.core} isSelf={core_node === self} />
            {replicant_nodes.length > 0 && (
              <ul className={styles.replicants}>
                {replicant_nodes.map(({ node, streams }) => (
                  <li key={node}>
                    <NodeBox
                      node={node}
                      role={`${texts.roles.replicant} · ${texts.streams(streams)}`}
                      isSelf={node === self}
                    />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
        {stopped.map((node) => (
          <li key={node} className={join(styles.core, styles.away)}>
            <NodeBox node={node} isStopped />
          </li>
        ))}
      </ul>
    </>
  )
}

const isIn = (cores: ClusterTopology, wanted: string) =>
  cores.some(
    ({ core_node, replicant_nodes }) => core_node === wanted || replicant_nodes.some(({ node }) => node === wanted),
  )

interface NodeBoxProps {
  readonly node: string
  readonly role?: string
  readonly isSelf?: boolean
  /** Stopped nodes are not part of the topology. */
  readonly isStopped?: boolean
}

function NodeBox({ node, role, isSelf = false, isStopped = false }: NodeBoxProps) {
  const texts = useMessages(messages)
  const states = useMessages(nodeStatusMessages)
  return (
    <div className={join(styles.box, isSelf && styles.self)}>
      <Mono truncate>{node}</Mono>
      <span className={styles.about}>
        <StatusDot tone={isStopped ? 'grey' : 'accent'}>{isStopped ? states.stopped : role}</StatusDot>
        {isSelf && <Dim small>{texts.thisNode}</Dim>}
      </span>
    </div>
  )
}
