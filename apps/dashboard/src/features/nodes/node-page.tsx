import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import {
  isNotFound,
  NodeStatus,
  nodesQuery,
  RefreshControl,
  SilentNodesNotice,
  StaleNotice,
  useData,
} from '../../api/index.ts'
import { NodePicker } from '../../api/nodes/node-picker.tsx'
import { useMessages } from '../../i18n/index.ts'
import {
  EmptyState,
  Group,
  IconButton,
  Link,
  Mono,
  PageHeader,
  Section,
  Stack,
  useGo,
  usePathParam,
  useSearchState,
} from '../../ui/index.ts'
import { historySearch, MonitorHistory, useNodeHistories } from '../overview/index.ts'
import { messages } from './messages.ts'
import { NodeInformation } from './node-information.tsx'
import { NodeListeners } from './node-listeners.tsx'
import styles from './node-page.module.css'
import { NodeStatistics } from './node-statistics.tsx'
import { nodeHistoryQuery, nodeQuery, nodeStatsQuery } from './queries.ts'

export default function NodePage() {
  const name = usePathParam('nodeName')
  // The key resets all state, so that no data of the previous node is shown.
  return <PageOfNode key={name} name={name} />
}

function PageOfNode({ name }: { readonly name: string }) {
  const [state, setSearch] = useSearchState(historySearch)
  const nodes = useData(nodesQuery, undefined)
  const listed = nodes.data?.find(({ node }) => node === name)
  // No requests to a stopped node; they resume when the cluster reports it as running.
  const isStopped = listed?.node_status === 'stopped'
  const info = useData(nodeQuery, { node: name }, { enabled: !isStopped })
  const isGone = isStopped || isNotFound(info.error)
  const stats = useData(nodeStatsQuery, { node: name }, { enabled: !isGone })
  const isComparing = state.nodes.length > 0
  const history = useData(
    nodeHistoryQuery,
    { node: name, range: state.range },
    { enabled: !isGone && !isComparing, keepPrevious: true },
  )
  const comparison = useNodeHistories(isGone ? { ...state, nodes: [] } : state)
  const status = isGone ? listed?.node_status : (info.data?.node_status ?? listed?.node_status)
  const names = nodes.data?.map(({ node }) => node) ?? []

  return (
    <>
      <PageHeader
        title={<Mono>{name}</Mono>}
        status={status && <NodeStatus node={name} status={status} />}
        actions={
          <>
            <NodeSwitcher present={name} names={names} search={state.range === '1h' ? {} : { range: state.range }} />
            <RefreshControl queries={isGone ? [nodes] : [info, stats, isComparing ? comparison : history, nodes]} />
          </>
        }
      />
      {isGone ? (
        <Absent name={name} isKnown={listed !== undefined} />
      ) : (
        <>
          <StaleNotice query={info} />
          <SilentNodesNotice />
          <Stack gap={4}>
            <div className={styles.facts}>
              <Stack gap={4}>
                <NodeInformation query={info} />
                {names.length > 1 && <LinksOfNode name={name} />}
              </Stack>
              <NodeStatistics query={stats} isAlone={names.length < 2} />
            </div>
            <NodeListeners node={name} />
            <MonitorHistory query={history} comparison={comparison} search={state} onSearch={setSearch} node={name} />
          </Stack>
        </>
      )}
    </>
  )
}

/** Links to other pages, filtered by this node. */
function LinksOfNode({ name }: { readonly name: string }) {
  const texts = useMessages(messages)
  return (
    <Section title={texts.onThisNode}>
      <Group gap={5}>
        <Link to="/clients" search={{ node: name }}>
          {texts.clients}
        </Link>
        <Link to="/subscriptions/subscription" search={{ node: name }}>
          {texts.subscriptions}
        </Link>
        <Link to="/dashboard/metrics" search={{ node: name }}>
          {texts.metrics}
        </Link>
        <Link to="/alarm/current" search={{ text: name }}>
          {texts.alarms}
        </Link>
      </Group>
    </Section>
  )
}

/** The broker answers 404 both for a stopped node and for an unknown one. */
function Absent({ name, isKnown }: { readonly name: string; readonly isKnown: boolean }) {
  const texts = useMessages(messages)
  return (
    <Section>
      <EmptyState
        title={isKnown ? texts.nodeNotRunning : texts.unknownNode}
        hint={isKnown ? texts.nodeNotRunningHint : texts.unknownNodeHint(name)}
        action={
          <Group justify="center" gap={5}>
            <Link to="/dashboard/nodes">{texts.allNodes}</Link>
            {isKnown && <Link to="/cluster">{texts.cluster}</Link>}
          </Group>
        }
      />
    </Section>
  )
}

interface NodeSwitcherProps {
  readonly present: string
  /** Names of all nodes, sorted. */
  readonly names: readonly string[]
  /** Search parameters for the next page: the range of its history. */
  readonly search: Readonly<Record<string, string>>
}

/** Opens another node: previous, next, or by name. Hidden with a single node. */
function NodeSwitcher({ present, names, search }: NodeSwitcherProps) {
  const texts = useMessages(messages)
  const go = useGo()
  if (names.length < 2) return null
  const show = (node: string | undefined) =>
    node !== undefined && go({ to: '/dashboard/nodes/$nodeName', params: { nodeName: node }, search })
  const index = names.indexOf(present)
  return (
    <Group gap={1}>
      <IconButton
        label={texts.previousNode}
        icon={<IconChevronLeft size={17} aria-hidden />}
        onClick={() => show(names.at((Math.max(index, 0) - 1) % names.length))}
      />
      <NodePicker all={null} withStopped width={220} value={present} onChange={show} name={texts.switchNode} />
      <IconButton
        label={texts.nextNode}
        icon={<IconChevronRight size={17} aria-hidden />}
        onClick={() => show(names[(index + 1) % names.length])}
      />
    </Group>
  )
}
