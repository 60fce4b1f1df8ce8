import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useErrorText, usePolling } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { ListPanel, toast, useSearchState } from '../../../ui/index.ts'
import { downloadLines, type LineSearch, parseTraceLine, useLineSearch } from '../../log/index.ts'
import { useTraceReader } from '../queries.ts'
import { AllLinesView, type ViewControls } from './all-lines-view.tsx'
import { type LineFilter, toPredicate } from './line-filter.ts'
import { MatchesView } from './matches-view.tsx'
import { seekTime } from './seek-time.ts'
import { createTraceSource, type SourceState, type TraceSource } from './trace-source.ts'
import { viewerMessages } from './viewer-messages.ts'
import { type ViewerSearch, viewerSearch } from './viewer-search.ts'
import { ViewerToolbar } from './viewer-toolbar.tsx'

export interface TraceViewerProps {
  readonly name: string
  /** Node whose log is shown. */
  readonly node: string
  /** Initial size in bytes. The viewer updates it. */
  readonly size: number
  readonly isRunning: boolean
  /** Downloads the log of this node. Offered if searching takes long. */
  readonly onDownload?: (() => void) | undefined
}

/**
 * Viewer for the trace log of one node, of any size. Keeps its state in the URL: `level`, `packet` (repeatable), `search`,
 * `show=all` for all lines regardless of the filter, and `at`, the position of a line to start with.
 */
export function TraceViewer(props: TraceViewerProps) {
  // The key resets the state for another file.
  return <Viewer key={`${props.node} ${props.name}`} {...props} />
}

function Viewer({ name, node, size, isRunning, onDownload }: TraceViewerProps) {
  const texts = useMessages(viewerMessages)
  const describe = useErrorText()
  const [search, setSearch] = useSearchState(viewerSearch)
  const [isFollowing, setFollowing] = useState(isRunning)
  const { source, state } = useTraceSource({ name, node, size, isRunning }, isFollowing)
  const controls = useRef<ViewControls>(undefined)
  /** Position to start with when the whole trace is shown next. */
  const [start, setStart] = useState(search.at)
  const set = useCallback(
    (change: Partial<ViewerSearch>) => setSearch(change, { replace: true, keepScroll: true }),
    [setSearch],
  )
  const input = useLineSearch(search.search, (text) => set({ search: text }))
  const { fault, query } = input
  const filter = useFilter(search, input.search)
  const test = useMemo(() => toPredicate(filter), [filter])
  const showsAll = !test || search.show === 'all' || fault !== undefined

  const goToTime = async (time: number) => {
    try {
      const position = await seekTime(source, time)
      if (position === undefined) toast.error(texts.noTime)
      else if (showsAll) controls.current?.show(position)
      else showInTrace(position)
    } catch (error) {
      toast.error(describe(error))
    }
  }
  const showInTrace = (position: number) => {
    setStart(position)
    set({ show: 'all', at: position })
  }
  const save = () => {
    downloadLines(`${name}-${node}`, controls.current?.lines() ?? [])
  }
  const near = () => {
    const line = controls.current?.visibleLine()
    return (line === undefined ? undefined : parseTraceLine(line).time) ?? Date.now()
  }
  const view = {
    source,
    state,
    search: filter.search,
    test,
    controls,
    isRunning,
    onFollowing: setFollowing,
    onDownload,
  }
  return (
    <ListPanel>
      <ViewerToolbar
        search={search}
        setSearch={set}
        input={input}
        isFiltered={test !== undefined && fault === undefined}
        onMatch={(direction) => controls.current?.match(direction)}
        onTime={goToTime}
        near={near}
        onSave={state.size > 0 ? save : undefined}
      />
      {showsAll ? (
        <AllLinesView {...view} start={start} onStart={(at) => set({ at })} />
      ) : (
        <MatchesView
          key={`${state.restarts} ${filterKey(filter, query)}`}
          {...view}
          test={test}
          onShowInTrace={showInTrace}
        />
      )}
    </ListPanel>
  )
}

/** The filter from the URL and the search field. */
function useFilter({ level, packet }: ViewerSearch, search: LineSearch | undefined): LineFilter {
  const types = packet.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the array is new with each render, its joined text is not
  return useMemo(() => ({ level, packets: packet, search }), [level, types, search])
}

const filterKey = ({ level, packets }: LineFilter, query: string) => `${level} ${packets.join()} ${query}`

interface TraceLogRef {
  readonly name: string
  readonly node: string
  /** Initial size in bytes. */
  readonly size: number
  readonly isRunning: boolean
}

/** The trace log of one node, polled while the browser tab is visible. */
function useTraceSource(
  { name, node, size, isRunning }: TraceLogRef,
  isFollowing: boolean,
): { readonly source: TraceSource; readonly state: SourceState } {
  const reader = useTraceReader()
  const [source] = useState(() => createTraceSource(reader(name, node), size))
  const state = useSyncExternalStore(source.state.subscribe, source.state.get)
  // A stopped trace can still be deleted.
  usePolling(source.refresh, isRunning ? (isFollowing ? 1000 : 3000) : 15_000, true)
  return { source, state }
}
