import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useErrorText } from '../../../data/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { downloadText } from '../../../lib/download.ts'
import { parseTraceLine, toLineSearch } from '../../../log-lines/index.ts'
import { ListPanel, toast, useSearchState } from '../../../ui/index.ts'
import { type LineFilter, toTest } from './line-filter.ts'
import { MatchesView } from './matches-view.tsx'
import { seekTime } from './seek-time.ts'
import { useTraceSource } from './use-trace-source.ts'
import { viewerMessages } from './viewer-messages.ts'
import { type ViewerSearch, viewerSearch } from './viewer-search.ts'
import { ViewerToolbar } from './viewer-toolbar.tsx'
import { type ViewControls, WholeView } from './whole-view.tsx'

export interface TraceViewerProps {
  readonly name: string
  /** The node whose file is shown. */
  readonly node: string
  /** Bytes, as far as the page knows; the viewer keeps itself up to date. */
  readonly size: number
  readonly isRunning: boolean
  /** Downloads this node's part: offered where reading on here takes long. */
  readonly onDownload?: (() => void) | undefined
}

/**
 * The log of one node of a trace, of any size. Keeps its state in the URL: `level`, `packet` (any number of them), `search`,
 * `show=all` for all lines in spite of these, `at`: the position of a line to begin with.
 */
export function TraceViewer(props: TraceViewerProps) {
  // Another file is another view.
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
  const test = useMemo(() => toTest(filter), [filter])
  const controls = useRef<ViewControls>(undefined)
  /** A line of the whole trace to begin with, when it is shown the next time. */
  const [start, setStart] = useState(search.at)
  const set = useCallback(
    (change: Partial<ViewerSearch>) => setSearch(change, { replace: true, keepScroll: true }),
    [setSearch],
  )
  const isWhole = !test || search.show === 'all' || fault !== undefined

  const goToTime = async (time: number) => {
    try {
      const position = await seekTime(source, time)
      if (position === undefined) toast.error(texts.noTime)
      else if (isWhole) controls.current?.show(position)
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
    const line = controls.current?.inSight()
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
      {isWhole ? (
        <WholeView {...view} start={start} onStart={(at) => set({ at })} />
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

/** What is typed acts when there is time for it. */
function useFilter(search: ViewerSearch, text: string) {
  const query = useDeferredValue(text)
  const found = useMemo(() => toLineSearch(query), [query])
  const { level, packet } = search
  const types = packet.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is a new one each time, its text is not
  const filter = useMemo<LineFilter>(
    () => ({ level, packets: packet, search: typeof found === 'object' ? found : undefined }),
    [level, types, found],
  )
  return { filter, fault: typeof found === 'string' ? found : undefined, query }
}

const filterKey = ({ level, packets }: LineFilter, query: string) => `${level} ${packets.join()} ${query}`

const stamp = () => new Date().toISOString().slice(0, 19).replaceAll(':', '-')
