import type { NodeInfo } from '@mqdeck/contract'
import { useState } from 'react'
import { type Loaded, QueryView } from '../../data/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { parseByteSize } from '../../lib/byte-size.ts'
import { DescriptionList, Dim, LimitBar, Mono, Section, Skeleton, StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'
import styles from './node-graph.module.css'
import { NodeGraph } from './node-graph.tsx'

/** The nodes of the cluster with the card of the one pointed at, or of the first. */
export function NodesSection({ query }: { readonly query: Loaded<readonly NodeInfo[]> }) {
  const texts = useMessages(messages)
  const [pointed, setPointed] = useState<string>()
  return (
    <Section title={texts.nodes} actions={query.data && !query.isStale && <ClusterState nodes={query.data} />}>
      <QueryView query={query} quiet skeleton={<Skeleton height={270} />}>
        {(nodes) => {
          const shown = nodes.find(({ node }) => node === pointed) ?? nodes[0]
          return (
            <div className={styles.columns}>
              <NodeGraph nodes={nodes} shown={nodes.length > 1 ? shown?.node : undefined} onShow={setPointed} />
              {shown && <NodeCard info={shown} isNamed={nodes.length > 1} />}
            </div>
          )
        }}
      </QueryView>
    </Section>
  )
}

function ClusterState({ nodes }: { readonly nodes: readonly NodeInfo[] }) {
  const texts = useMessages(messages)
  const running = nodes.filter(({ node_status }) => node_status === 'running').length
  const tone = running === nodes.length ? 'accent' : running === 0 ? 'red' : 'amber'
  return <StatusDot tone={tone}>{texts.nodeState(running, nodes.length)}</StatusDot>
}

/** The graph above already names a node that is alone. */
function NodeCard({ info, isNamed }: { readonly info: NodeInfo; readonly isNamed: boolean }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const heading = (
    <div className={styles.cardHead}>
      {isNamed && <Mono truncate>{info.node}</Mono>}
      <Dim>{[texts.role[info.role], info.version].filter(Boolean).join(' · ')}</Dim>
    </div>
  )
  if (info.node_status === 'stopped') {
    return (
      <div className={styles.card}>
        {heading}
        <p className={styles.cardNote}>{texts.stoppedNode}</p>
      </div>
    )
  }
  const [used, total] = [parseByteSize(info.memory_used), parseByteSize(info.memory_total)]
  return (
    <div className={styles.card}>
      {heading}
      <DescriptionList
        minWidth={120}
        items={[
          { label: texts.uptime, value: format.duration(info.uptime) },
          {
            label: texts.liveConnections,
            value: `${format.number(info.live_connections)} / ${format.number(info.connections)}`,
          },
          {
            label: texts.load,
            value: [info.load1, info.load5, info.load15].map((load) => format.number(load)).join(' / '),
          },
          {
            label: texts.memory,
            value: used !== undefined && <LimitBar value={used} limit={total} formatValue={format.bytes} />,
          },
        ]}
      />
    </div>
  )
}
