import type { NodeInfo } from '@mqdeck/contract'
import { type ReactNode, useState } from 'react'
import { connectionsText, type Loaded, loadText, NodeMemory, QueryView, useNodeState } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { DescriptionList, Dim, LimitBar, Mono, Section, Skeleton, StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'
import styles from './node-graph.module.css'
import { NodeGraph } from './node-graph.tsx'

/** The graph of the nodes, with the card of the hovered node or the first one. */
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
              {shown && <NodeCard info={shown} isAlone={nodes.length === 1} />}
            </div>
          )
        }}
      </QueryView>
    </Section>
  )
}

function ClusterState({ nodes }: { readonly nodes: readonly NodeInfo[] }) {
  const texts = useMessages(messages)
  const stateOf = useNodeState()
  const running = nodes.filter((node) => stateOf(node) === 'running').length
  const tone = running === nodes.length ? 'accent' : running === 0 ? 'red' : 'amber'
  return <StatusDot tone={tone}>{texts.nodeState(running, nodes.length)}</StatusDot>
}

/** A single node is named above the card, which shows its values on separate lines. */
function NodeCard({ info, isAlone }: { readonly info: NodeInfo; readonly isAlone: boolean }) {
  const texts = useMessages(messages)
  const facts = useFacts(info)
  if (isAlone) {
    return (
      <dl className={styles.lines}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )
  }
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <Mono truncate>{info.node}</Mono>
        <Dim>{[texts.roles[info.role], info.version].filter(Boolean).join(' · ')}</Dim>
      </div>
      {info.node_status === 'stopped' ? (
        <p className={styles.cardNote}>{texts.notResponding}</p>
      ) : (
        <DescriptionList minWidth={120} items={facts} />
      )}
    </div>
  )
}

function useFacts(info: NodeInfo): readonly Fact[] {
  const texts = useMessages(messages)
  const format = useFormat()
  const { os_cpu_load: cpu } = info
  return [
    cpu === undefined
      ? { label: texts.load, value: loadText(info) }
      : {
          label: texts.nodeCpu,
          value: <LimitBar value={cpu} limit={100} formatValue={(value) => format.percent(value / 100)} />,
        },
    { label: texts.memory, value: <NodeMemory node={info} /> },
    { label: texts.nodeConnections, value: connectionsText(info, format) },
    { label: texts.uptime, value: format.duration(info.uptime) },
  ]
}

interface Fact {
  readonly label: string
  readonly value: ReactNode
}
