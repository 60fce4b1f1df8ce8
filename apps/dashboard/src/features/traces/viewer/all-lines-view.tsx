import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useErrorText } from '../../../data/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { type LineSearch, LinesFooter } from '../../../log-lines/index.ts'
import { Button, EmptyState, toast } from '../../../ui/index.ts'
import { hunt } from './finder.ts'
import { LineDrawer } from './line-drawer.tsx'
import type { TestLine } from './line-filter.ts'
import { LinePane } from './line-pane.tsx'
import { type Found, fileLines, type Line, neighbour } from './lines.ts'
import { indexOf, type SourceState, type TraceSource } from './trace-source.ts'
import { useViewPort } from './use-view-port.ts'
import { ViewNotes } from './view-notes.tsx'
import { viewerMessages } from './viewer-messages.ts'

/** What the toolbar asks of whatever shows the lines. */
export interface ViewControls {
  readonly match: (direction: 'forward' | 'backward') => void
  readonly show: (position: number) => void
  /** Those that are shown, or would be by a little scrolling. */
  readonly lines: () => readonly string[]
  /** One that is in sight. */
  readonly inSight: () => string | undefined
}

export interface TraceViewProps {
  readonly source: TraceSource
  readonly state: SourceState
  readonly search: LineSearch | undefined
  readonly test: TestLine | undefined
  readonly controls: RefObject<ViewControls | undefined>
  readonly isRunning: boolean
  readonly onFollowing: (isFollowing: boolean) => void
  readonly onDownload: (() => void) | undefined
}

interface WholeViewProps extends TraceViewProps {
  /** The position of a line. */
  readonly start: number | undefined
  /** Somebody reads this line. */
  readonly onStart: (position: number) => void
}

/** All lines of the file, of which only those around the sight are here. */
export function WholeView({
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
}: WholeViewProps) {
  const texts = useMessages(viewerMessages)
  const format = useFormat()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the source has changes with its state
  const lines = useMemo(() => fileLines(source), [source, state])
  const port = useViewPort(lines, start !== undefined ? { line: start } : isRunning ? 'end' : { position: 0, above: 0 })
  const [selected, setSelected] = useState(start)
  const [opened, setOpened] = useState<Line>()
  const { sight, view } = port
  const isFollowing = isRunning && view === 'end'
  useEffect(() => onFollowing(isFollowing), [onFollowing, isFollowing])
  useWanted(source, state, sight.lines, view === 'end' ? undefined : view.position)
  const hunting = useHunt(source, test)

  const open = (position: number) => {
    const line = lines.find(position)
    if (typeof line !== 'object') return
    port.hold()
    port.reveal(line.position)
    setSelected(line.position)
    setOpened(line)
    onStart(line.position)
  }
  const select = (position: number) => {
    port.hold()
    setSelected(position)
  }
  const match = async (direction: 'forward' | 'backward') => {
    const chosen = sight.lines.find((line) => line.position === selected)
    const from = chosen ?? sight.lines[0]
    if (!from) return
    // The chosen one itself is not the next.
    const position = direction === 'forward' && chosen ? from.position + 1 : from.position
    showFound(await hunting.go(position, direction))
  }
  const showFound = (found: Found | undefined) => {
    if (!found) return
    port.toPosition(found.position)
    select(found.position)
  }
  useImperativeHandle(controls, () => ({
    match: (direction) => void match(direction),
    show(position) {
      port.toPosition(position)
      setSelected(position)
    },
    lines: () => loadedAround(source, sight.lines),
    inSight: () => sight.lines[0]?.text,
  }))
  return (
    <>
      <ViewNotes state={state} />
      <LinePane
        lines={lines}
        port={port}
        search={search}
        selected={selected}
        onSelect={select}
        onOpen={open}
        onMatch={(direction) => test && void match(direction)}
        nothing={<EmptyState title={texts.empty} hint={isRunning ? texts.emptyRunning : texts.emptyStopped} />}
      />
      <LinesFooter error={state.error} isFollowing={isRunning ? isFollowing : undefined}>
        {hunting.bytes !== undefined && (
          <>
            <span role="status">{texts.readSoFar(format.bytes(hunting.bytes), format.bytes(state.size))}</span>
            <Button size="small" onClick={hunting.stop}>
              {texts.stop}
            </Button>
          </>
        )}
        {hunting.isLong && (
          <>
            <span role="status">{texts.longTitle}</span>
            {onDownload && (
              <Button size="small" onClick={onDownload}>
                {texts.download}
              </Button>
            )}
            <Button size="small" onClick={() => void hunting.goOn().then(showFound)}>
              {texts.goOn}
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

/** Reads what is in sight, and what lies around it. */
function useWanted(
  source: TraceSource,
  state: SourceState,
  shown: readonly Line[],
  position: number | undefined,
): void {
  const last = indexOf(Math.max(0, state.size - 1))
  const top = position === undefined ? (shown[0]?.place[0] ?? last) : indexOf(position)
  const bottom = position === undefined ? last : Math.max(top, shown.at(-1)?.place[0] ?? top)
  const { version } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file that has grown, or could be read again, is read on
  useEffect(() => {
    source.want([...new Set([bottom, top, bottom + 1, top - 1, bottom + 2, top - 2])])
  }, [source, top, bottom, version])
}

/** The chunks that are here without a gap around what is in sight. */
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

/** Looks for the next line that passes the filter. */
function useHunt(source: TraceSource, test: TestLine | undefined) {
  const texts = useMessages(viewerMessages)
  const describe = useErrorText()
  const running = useRef<AbortController>(undefined)
  const [bytes, setBytes] = useState<number>()
  const [rest, setRest] = useState<{
    readonly position: number
    readonly direction: 'forward' | 'backward'
    readonly test: TestLine
  }>()
  // What was looked for is no longer wanted when the filter is another one.
  useEffect(() => (test ? () => running.current?.abort() : undefined), [test])
  const isLong = rest !== undefined && rest.test === test

  const stop = () => running.current?.abort()
  const go = async (position: number, direction: 'forward' | 'backward') => {
    stop()
    setRest(undefined)
    if (!test) return undefined
    const abort = new AbortController()
    running.current = abort
    try {
      const result = await hunt(source, test, { position, direction }, { signal: abort.signal, told: setBytes })
      if (abort.signal.aborted) return undefined
      if (result.isLong) setRest({ position: result.position, direction, test })
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
    goOn: async () => rest && go(rest.position, rest.direction),
  }
}
