import { z } from 'zod'
import { isNotFound, NodeStatus, nodesQuery, RefreshControl, StaleNotice, useData } from '../../data/index.ts'
import { historySearch, MonitorHistory } from '../../data/monitor-history.tsx'
import { useMessages } from '../../i18n/index.ts'
import {
  EmptyState,
  Group,
  Link,
  Mono,
  PageHeader,
  Section,
  Select,
  Stack,
  useGo,
  usePathParam,
  useSearchState,
} from '../../ui/index.ts'
import { messages } from './messages.ts'
import { NodeInformation } from './node-information.tsx'
import styles from './node-page.module.css'
import { NodeStatistics } from './node-statistics.tsx'
import { nodeHistoryQuery, nodeQuery, nodeStatsQuery } from './queries.ts'

const search = z.object(historySearch)

export default function NodePage() {
  const name = usePathParam('nodeName')
  // Another node is another page: nothing of the one before may stand in for it.
  return <PageOfNode key={name} name={name} />
}

function PageOfNode({ name }: { readonly name: string }) {
  const [state, setSearch] = useSearchState(search)
  const nodes = useData(nodesQuery, undefined)
  const listed = nodes.data?.find(({ node }) => node === name)
  const info = useData(nodeQuery, { node: name })
  const isGone = isNotFound(info.error)
  const stats = useData(nodeStatsQuery, { node: name }, { enabled: !isGone })
  const history = useData(
    nodeHistoryQuery,
    { node: name, range: state.range },
    { enabled: !isGone, keepPrevious: true },
  )
  const status = isGone ? listed?.node_status : (info.data?.node_status ?? listed?.node_status)

  return (
    <>
      <PageHeader
        title={<Mono>{name}</Mono>}
        status={status && <NodeStatus status={status} />}
        actions={
          <>
            <NodeSwitcher present={name} names={nodes.data?.map(({ node }) => node) ?? []} />
            <RefreshControl queries={isGone ? [info, nodes] : [info, stats, history, nodes]} />
          </>
        }
      />
      {isGone ? (
        <Absent name={name} isKnown={listed !== undefined} />
      ) : (
        <>
          <StaleNotice query={info} />
          <Stack gap={4}>
            <div className={styles.facts}>
              <NodeInformation query={info} />
              <NodeStatistics query={stats} />
            </div>
            <MonitorHistory query={history} search={state} onSearch={setSearch} />
          </Stack>
        </>
      )}
    </>
  )
}

function NodeSwitcher({ present, names }: { readonly present: string; readonly names: readonly string[] }) {
  const texts = useMessages(messages)
  const go = useGo()
  if (names.length < 2) return null
  return (
    <Select
      aria-label={texts.switchNode}
      width={220}
      value={present}
      options={names.map((node) => ({ value: node, label: node }))}
      onChange={(node) => node && go({ to: '/dashboard/nodes/$nodeName', params: { nodeName: node } })}
    />
  )
}

/** The broker answers 404 for a stopped node as it does for one it never knew. */
function Absent({ name, isKnown }: { readonly name: string; readonly isKnown: boolean }) {
  const texts = useMessages(messages)
  return (
    <Section>
      <EmptyState
        title={isKnown ? texts.notRunning : texts.unknownNode}
        hint={isKnown ? texts.notRunningHint : texts.unknownNodeHint(name)}
        action={
          <Group justify="center">
            <Link to="/dashboard/nodes">{texts.allNodes}</Link>
          </Group>
        }
      />
    </Section>
  )
}
