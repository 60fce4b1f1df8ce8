import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useErrorText } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { downloadText } from '../../../lib/download.ts'
import { ListPanel, toast, useSearchState } from '../../../ui/index.ts'
import { parseTraceLine, toLineSearch } from '../../log/index.ts'
import { AllLinesView, type ViewControls } from './all-lines-view.tsx'
import { type LineFilter, toPredicate } from './line-filter.ts'
import { MatchesView } from './matches-view.tsx'
import { seekTime } from './seek-time.ts'
import { useTraceSource } from './use-trace-source.ts'
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
  const [text, setText] = useState(search.search ?? '')
  const { filter, fault, query } = useFilter(search, text)
  const test = useMemo(() => toPredicate(filter), [filter])
  const controls = useRef<ViewControls>(undefined)
  /** Position to start with when the whole trace is shown next. */
  const [start, setStart] = useState(search.at)
  const set = useCallback(
    (change: Partial<ViewerSearch>) => setSearch(change, { replace: true, keepScroll: true }),
    [setSearch],
  )
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
    const lines = controls.current?.lines() ?? []
    downloadText(`${name}-${node}-${stamp()}.log`, 'text/plain', `${lines.join('\n')}\n`)
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
        text={text}
        onText={(next) => {
          setText(next)
          set({ search: next === '' ? undefined : next })
        }}
        fault={fault}
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

/** The filter of the URL and the deferred search text. */
function useFilter(search: ViewerSearch, text: string) {
  const query = useDeferredValue(text)
  const parsed = useMemo(() => toLineSearch(query), [query])
  const { level, packet } = search
  const types = packet.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the array is new with each render, its joined text is not
  const filter = useMemo<LineFilter>(
    () => ({ level, packets: packet, search: typeof parsed === 'object' ? parsed : undefined }),
    [level, types, parsed],
  )
  return { filter, fault: typeof parsed === 'string' ? parsed : undefined, query }
}

const filterKey = ({ level, packets }: LineFilter, query: string) => `${level} ${packets.join()} ${query}`

const stamp = () => new Date().toISOString().slice(0, 19).replaceAll(':', '-')
