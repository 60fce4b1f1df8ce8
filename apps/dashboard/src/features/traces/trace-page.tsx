import type { Trace } from '@mqdeck/contract'
import { IconDownload, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { DetailPage, RefreshControl, useData, useIsViewer, useServerNow } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  EmptyState,
  Link,
  Menu,
  Mono,
  Section,
  Select,
  Stack,
  Tabs,
  useGo,
  usePathParam,
  useSearchState,
} from '../../ui/index.ts'
import { tracesQuery } from './index.ts'
import { sizeOf } from './list-search.ts'
import { messages } from './messages.ts'
import { PacketSequence } from './sequence/packet-sequence.tsx'
import { selectableNodes, useShownNode } from './shown-node.ts'
import { TraceFacts } from './trace-facts.tsx'
import { TraceState } from './trace-values.tsx'
import { useTraceActions } from './use-trace-actions.tsx'
import { TraceViewer } from './viewer/trace-viewer.tsx'

const views = ['log', 'packets'] as const
const searchSchema = z.object({
  view: z.enum(views).catch('log').default('log'),
  node: z.string().optional(),
})

export default function TracePage() {
  const name = usePathParam('id')
  // The key resets the page for another trace.
  return <Detail key={name} name={name} />
}

function Detail({ name }: { readonly name: string }) {
  const texts = useMessages(messages)
  const traces = useData(tracesQuery, undefined)
  // The API has no request for a single trace.
  const trace = traces.data?.find((one) => one.name === name)
  return (
    <DetailPage
      query={{ ...traces, data: trace }}
      name={<Mono>{name}</Mono>}
      status={({ status }) => <TraceState state={status} />}
      actions={(one) => (
        <>
          <RefreshControl queries={[traces]} />
          <Actions trace={one} />
        </>
      )}
      // A trace that was just created is not in the previous list yet.
      isMissing={traces.data !== undefined && !trace && !traces.isRefreshing}
      missing={{
        title: texts.notFound,
        hint: texts.notFoundHint(name),
        action: <Link to="/log-trace">{texts.allTraces}</Link>,
      }}
      content={(one) => <Body trace={one} refresh={traces.refresh} />}
    />
  )
}

function Actions({ trace }: { readonly trace: Trace }) {
  const texts = useMessages(messages)
  const go = useGo()
  const isViewer = useIsViewer()
  const actions = useTraceActions()
  return (
    <>
      <DownloadButton trace={trace} onDownload={(node) => actions.download({ name: trace.name, node })} />
      {!isViewer && trace.status !== 'stopped' && (
        <Button icon={<IconPlayerStop size={16} aria-hidden />} onClick={() => void actions.stop(trace)}>
          {texts.stop}
        </Button>
      )}
      {!isViewer && (
        <Button
          variant="danger"
          icon={<IconTrash size={16} aria-hidden />}
          onClick={async () => {
            if (await actions.delete([trace])) go({ to: '/log-trace' })
          }}
        >
          {texts.delete}
        </Button>
      )}
    </>
  )
}

interface DownloadButtonProps {
  readonly trace: Trace
  /** Without a node, downloads the logs of all nodes. */
  readonly onDownload: (node?: string) => void
}

function DownloadButton({ trace, onDownload }: DownloadButtonProps) {
  const texts = useMessages(messages)
  const nodes = selectableNodes(trace.log_size, undefined).map(({ node }) => node)
  const button = (onClick?: () => void) => (
    <Button icon={<IconDownload size={16} aria-hidden />} disabled={sizeOf(trace) === 0} onClick={onClick}>
      {texts.download}
    </Button>
  )
  if (nodes.length < 2) return button(() => onDownload())
  return (
    <Menu
      trigger={button()}
      items={[
        { label: texts.downloadAll, onSelect: () => onDownload() },
        ...nodes.map((node) => ({ label: texts.downloadNode(node), onSelect: () => onDownload(node) })),
      ]}
    />
  )
}

function Body({ trace, refresh }: { readonly trace: Trace; readonly refresh: () => void }) {
  const texts = useMessages(messages)
  const [{ view, node: requestedNode }, setSearch] = useSearchState(searchSchema)
  const node = useShownNode(trace.log_size, requestedNode)
  useRefreshAt(trace, refresh)
  const content = <Content trace={trace} node={node} view={trace.type === 'clientid' ? view : 'log'} />
  return (
    <Stack gap={4}>
      <Section>
        <TraceFacts trace={trace} />
      </Section>
      <NodeSelect
        trace={trace}
        requestedNode={requestedNode}
        shown={node}
        onChange={(next) => setSearch({ node: next })}
      />
      {trace.type === 'clientid' && trace.status !== 'waiting' ? (
        <Tabs
          label={texts.viewsLabel}
          value={view}
          onChange={(next) => setSearch({ view: next })}
          tabs={views.map((value) => ({ value, label: texts.views[value] }))}
        >
          {content}
        </Tabs>
      ) : (
        content
      )}
    </Stack>
  )
}

interface NodeSelectProps {
  readonly trace: Trace
  readonly requestedNode: string | undefined
  readonly shown: string | undefined
  readonly onChange: (node: string) => void
}

/** Hidden for a single node. */
function NodeSelect({ trace, requestedNode, shown, onChange }: NodeSelectProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const nodes = selectableNodes(trace.log_size, requestedNode)
  if (nodes.length < 2) return null
  return (
    <Select
      label={texts.node}
      width={320}
      value={shown}
      onChange={(next) => next !== undefined && onChange(next)}
      options={nodes.map(({ node, isUnreachable }) => ({
        value: node,
        label: isUnreachable ? texts.unreachableNode(node) : `${node} · ${format.bytes(trace.log_size[node])}`,
      }))}
    />
  )
}

interface ContentProps {
  readonly trace: Trace
  readonly node: string | undefined
  readonly view: (typeof views)[number]
}

function Content({ trace, node, view }: ContentProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { download } = useTraceActions()
  if (trace.status === 'waiting')
    return (
      <Section>
        <EmptyState title={texts.waiting} hint={texts.waitingHint(format.dateTime(trace.start_at))} />
      </Section>
    )
  if (node === undefined)
    return (
      <Section>
        <EmptyState title={texts.noNode} hint={texts.noNodeHint} />
      </Section>
    )
  const { name } = trace
  const isRunning = trace.status === 'running'
  // The key resets the view for another node.
  if (view === 'packets') return <PacketSequence key={node} name={name} node={node} isRunning={isRunning} />
  return (
    <TraceViewer
      key={node}
      name={name}
      node={node}
      size={trace.log_size[node] ?? 0}
      isRunning={isRunning}
      onDownload={() => download({ name, node })}
    />
  )
}

/** Longest delay that browsers support, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1
/** Extra delay in milliseconds, since the broker uses whole seconds. */
const delayMs = 1500

/** Refreshes when the trace is due to start or end, so that the shown state is up to date. */
function useRefreshAt({ status, start_at: startAt, end_at: endAt }: Trace, refresh: () => void): void {
  const serverNow = useServerNow()
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  const due = status === 'waiting' ? startAt : status === 'running' ? endAt : undefined
  useEffect(() => {
    if (due === undefined) return
    const left = Date.parse(due) - serverNow()
    if (!(left > -delayMs) || left > maxTimerMs - delayMs) return
    const timer = setTimeout(() => latest.current(), left + delayMs)
    return () => clearTimeout(timer)
  }, [due, serverNow])
}
