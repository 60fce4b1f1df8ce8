import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useErrorText } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { Button, EmptyState, toast } from '../../../ui/index.ts'
import { type LineSearch, LinesFooter } from '../../log/index.ts'
import { findNextMatch } from './finder.ts'
import { LineDrawer } from './line-drawer.tsx'
import type { LinePredicate } from './line-filter.ts'
import { LinePane } from './line-pane.tsx'
import { fileLines, type Line, type MatchingLine, neighbour } from './lines.ts'
import { indexOf, type SourceState, type TraceSource } from './trace-source.ts'
import { useLineViewport } from './use-line-viewport.ts'
import { ViewNotes } from './view-notes.tsx'
import { viewerMessages } from './viewer-messages.ts'

/** Functions of the current view that the toolbar uses. */
export interface ViewControls {
  readonly match: (direction: 'forward' | 'backward') => void
  readonly show: (position: number) => void
  /** The visible lines and the loaded lines around them. */
  readonly lines: () => readonly string[]
  /** The first visible line. */
  readonly visibleLine: () => string | undefined
}

export interface TraceViewProps {
  readonly source: TraceSource
  readonly state: SourceState
  readonly search: LineSearch | undefined
  readonly test: LinePredicate | undefined
  readonly controls: RefObject<ViewControls | undefined>
  readonly isRunning: boolean
  readonly onFollowing: (isFollowing: boolean) => void
  readonly onDownload: (() => void) | undefined
}

interface AllLinesViewProps extends TraceViewProps {
  /** Position of the initial line. */
  readonly start: number | undefined
  /** Called when a line is opened. */
  readonly onStart: (position: number) => void
}

/** All lines of the file. Only the visible part and its surroundings are loaded. */
export function AllLinesView({
  source,
  state,
  search,
  test,
  controls,
  isRunning,
  onFollowing,
  onDownload,
  start,
  onStart,
}: AllLinesViewProps) {
  const texts = useMessages(viewerMessages)
  const format = useFormat()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chunks of the source change with its state
  const lines = useMemo(() => fileLines(source), [source, state])
  const viewport = useLineViewport(
    lines,
    start !== undefined ? { line: start } : isRunning ? 'end' : { position: 0, above: 0 },
  )
  const [selected, setSelected] = useState(start)
  const [opened, setOpened] = useState<Line>()
  const { visible, view } = viewport
  const isFollowing = isRunning && view === 'end'
  useEffect(() => onFollowing(isFollowing), [onFollowing, isFollowing])
  useLoadVisible(source, state, visible.lines, view === 'end' ? undefined : view.position)
  const matchSearch = useMatchSearch(source, test)

  const open = (position: number) => {
    const line = lines.find(position)
    if (typeof line !== 'object') return
    viewport.stopFollowing()
    viewport.reveal(line.position)
    setSelected(line.position)
    setOpened(line)
    onStart(line.position)
  }
  const select = (position: number) => {
    viewport.stopFollowing()
    setSelected(position)
  }
  const match = async (direction: 'forward' | 'backward') => {
    const chosen = visible.lines.find((line) => line.position === selected)
    const from = chosen ?? visible.lines[0]
    if (!from) return
    // The selected line itself is not the next match.
    const position = direction === 'forward' && chosen ? from.position + 1 : from.position
    showFound(await matchSearch.go(position, direction))
  }
  const showFound = (found: MatchingLine | undefined) => {
    if (!found) return
    viewport.toPosition(found.position)
    select(found.position)
  }
  useImperativeHandle(controls, () => ({
    match: (direction) => void match(direction),
    show(position) {
      viewport.toPosition(position)
      setSelected(position)
    },
    lines: () => loadedAround(source, visible.lines),
    visibleLine: () => visible.lines[0]?.text,
  }))
  return (
    <>
      <ViewNotes state={state} />
      <LinePane
        lines={lines}
        viewport={viewport}
        search={search}
        selected={selected}
        onSelect={select}
        onOpen={open}
        onMatch={(direction) => test && void match(direction)}
        toPrint={() => loadedAround(source, visible.lines)}
        emptyState={<EmptyState title={texts.noLines} hint={isRunning ? texts.noLinesRunning : texts.noLinesStopped} />}
      />
      <LinesFooter error={state.error} isFollowing={isRunning ? isFollowing : undefined}>
        {matchSearch.bytes !== undefined && (
          <>
            <span role="status">{texts.readSoFar(format.bytes(matchSearch.bytes), format.bytes(state.size))}</span>
            <Button size="small" onClick={matchSearch.stop}>
              {texts.stop}
            </Button>
          </>
        )}
        {matchSearch.isLong && (
          <>
            <span role="status">{texts.longTitle}</span>
            {onDownload && (
              <Button size="small" onClick={onDownload}>
                {texts.download}
              </Button>
            )}
            <Button size="small" onClick={() => void matchSearch.resume().then(showFound)}>
              {texts.continue}
            </Button>
          </>
        )}
        <span>
          {state.isCounted ? texts.lines(format.number(state.lines)) : texts.aboutLines(format.compact(state.lines))}
        </span>
        <span>{format.bytes(state.size)}</span>
      </LinesFooter>
      <LineDrawer
        line={opened}
        onClose={() => setOpened(undefined)}
        onStep={(direction) => {
          const next = opened && neighbour(lines, opened.position, direction)
          if (next) open(next.position)
        }}
      />
    </>
  )
}

/** Loads the visible chunks and those around them. */
function useLoadVisible(
  source: TraceSource,
  state: SourceState,
  shown: readonly Line[],
  position: number | undefined,
): void {
  const last = indexOf(Math.max(0, state.size - 1))
  const top = position === undefined ? (shown[0]?.place[0] ?? last) : indexOf(position)
  const bottom = position === undefined ? last : Math.max(top, shown.at(-1)?.place[0] ?? top)
  const { version } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes when the file grows or can be read again
  useEffect(() => {
    source.request([...new Set([bottom, top, bottom + 1, top - 1, bottom + 2, top - 2])])
  }, [source, top, bottom, version])
}

/** Lines of the contiguous loaded chunks around the visible part. */
function loadedAround(source: TraceSource, shown: readonly Line[]): readonly string[] {
  const [first] = shown
  if (!first) return []
  let from = first.place[0]
  while (from > 0 && source.chunk(from - 1)) from -= 1
  const lines: string[] = []
  for (let index = from; ; index += 1) {
    const chunk = source.chunk(index)
    if (!chunk) return lines
    lines.push(...chunk.lines)
  }
}

/** Searches for the next line that matches the filter. */
function useMatchSearch(source: TraceSource, test: LinePredicate | undefined) {
  const texts = useMessages(viewerMessages)
  const describe = useErrorText()
  const running = useRef<AbortController>(undefined)
  const [bytes, setBytes] = useState<number>()
  const [interrupted, setInterrupted] = useState<{
    readonly position: number
    readonly direction: 'forward' | 'backward'
    readonly test: LinePredicate
  }>()
  // Abort the search when the filter changes.
  useEffect(() => (test ? () => running.current?.abort() : undefined), [test])
  const isLong = interrupted !== undefined && interrupted.test === test

  const stop = () => running.current?.abort()
  const go = async (position: number, direction: 'forward' | 'backward') => {
    stop()
    setInterrupted(undefined)
    if (!test) return undefined
    const abort = new AbortController()
    running.current = abort
    try {
      const result = await findNextMatch(
        source,
        test,
        { position, direction },
        { signal: abort.signal, onProgress: setBytes },
      )
      if (abort.signal.aborted) return undefined
      if (result.isLong) setInterrupted({ position: result.position, direction, test })
      else if (!result.found) toast.info(texts.noMoreMatches[direction])
      return result.found
    } catch (error) {
      toast.error(describe(error))
      return undefined
    } finally {
      if (running.current === abort) setBytes(undefined)
    }
  }
  return {
    bytes,
    isLong,
    stop,
    go,
    resume: async () => interrupted && go(interrupted.position, interrupted.direction),
  }
}
