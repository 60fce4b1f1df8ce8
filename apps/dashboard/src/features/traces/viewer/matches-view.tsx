import { useEffect, useImperativeHandle, useMemo, useState, useSyncExternalStore } from 'react'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { Button, EmptyState, Group, Notice, Progress, toast } from '../../../ui/index.ts'
import { LinesFooter } from '../../log/index.ts'
import type { TraceViewProps } from './all-lines-view.tsx'
import { createFinder } from './finder.ts'
import { LineDrawer } from './line-drawer.tsx'
import type { LinePredicate } from './line-filter.ts'
import { LinePane } from './line-pane.tsx'
import { type Line, matchingLines, neighbour } from './lines.ts'
import styles from './trace-viewer.module.css'
import { useLineViewport } from './use-line-viewport.ts'
import { ViewNotes } from './view-notes.tsx'
import { viewerMessages } from './viewer-messages.ts'

interface MatchesViewProps extends TraceViewProps {
  readonly test: LinePredicate
  readonly onShowInTrace: (position: number) => void
}

/** Lines that match the filter. The file is searched from the end, and new lines are added as they are written. */
export function MatchesView({
  source,
  state,
  search,
  test,
  controls,
  isRunning,
  onFollowing,
  onDownload,
  onShowInTrace,
}: MatchesViewProps) {
  const texts = useMessages(viewerMessages)
  const format = useFormat()
  const [finder] = useState(() => createFinder(source, test))
  const result = useSyncExternalStore(finder.state.subscribe, finder.state.get)
  useEffect(() => {
    finder.searchOlder()
    return finder.close
  }, [finder])
  const { size } = state
  useEffect(() => {
    if (size > 0) void finder.searchNewer()
  }, [finder, size])
  const lines = useMemo(() => matchingLines(result.found), [result.found])
  const viewport = useLineViewport(lines, 'end')
  const [selected, setSelected] = useState<number>()
  const [opened, setOpened] = useState<Line>()
  const { visible, view } = viewport
  const isFollowing = isRunning && view === 'end'
  useEffect(() => onFollowing(isFollowing), [onFollowing, isFollowing])

  const select = (position: number) => {
    viewport.stopFollowing()
    viewport.reveal(position)
    setSelected(position)
  }
  const open = (position: number) => {
    const line = lines.find(position)
    if (typeof line !== 'object') return
    select(line.position)
    setOpened(line)
  }
  const match = (direction: 'forward' | 'backward') => {
    const isForward = direction === 'forward'
    const next =
      selected === undefined ? visible.lines.at(isForward ? 0 : -1) : neighbour(lines, selected, isForward ? 1 : -1)
    if (next) select(next.position)
    else toast.info(texts.noMoreMatches[direction])
  }
  useImperativeHandle(controls, () => ({
    match,
    show: viewport.toPosition,
    lines: () => result.found.map(({ text }) => text),
    visibleLine: () => visible.lines[0]?.text,
  }))
  const hasMore = result.from > 0
  const read = format.bytes(result.bytes)
  const continueButton = (
    <Button size="small" onClick={finder.searchOlder}>
      {texts.continue}
    </Button>
  )
  return (
    <>
      <ViewNotes state={state}>
        {result.paused === 'long' && (
          <Notice tone="amber">
            <strong>{texts.longTitle}</strong>
            <p>{texts.long(read)}</p>
            <Group>
              {onDownload && (
                <Button size="small" onClick={onDownload}>
                  {texts.download}
                </Button>
              )}
              {continueButton}
            </Group>
          </Notice>
        )}
        {result.paused === 'many' && (
          <Notice>
            {texts.many(format.number(result.found.length))} {continueButton}
          </Notice>
        )}
      </ViewNotes>
      <LinePane
        lines={lines}
        viewport={viewport}
        search={search}
        selected={selected}
        onSelect={select}
        onOpen={open}
        onMatch={match}
        toPrint={() => result.found.map(({ text }) => text)}
        emptyState={
          <EmptyState
            title={result.isSearching || hasMore ? texts.noMatchYet : texts.noMatch}
            hint={isRunning ? texts.noMatchHint : undefined}
          />
        }
      />
      <LinesFooter error={result.error ?? state.error} isFollowing={isRunning ? isFollowing : undefined}>
        {result.isSearching && (
          <div className={styles.progress}>
            <Progress
              label={texts.reading}
              done={result.bytes}
              total={size}
              text={texts.readSoFar(read, format.bytes(size))}
            />
          </div>
        )}
        {hasMore && <span>{texts.readSoFar(read, format.bytes(size))}</span>}
        {result.isSearching ? (
          <Button size="small" onClick={finder.stop}>
            {texts.stop}
          </Button>
        ) : (
          hasMore &&
          (result.paused === 'stopped' || result.error) && (
            <Button size="small" onClick={finder.searchOlder}>
              {texts.searchOlder}
            </Button>
          )
        )}
        <span role="status">{texts.matches(format.number(result.found.length))}</span>
      </LinesFooter>
      <LineDrawer
        line={opened}
        onClose={() => setOpened(undefined)}
        onStep={(direction) => {
          const next = opened && neighbour(lines, opened.position, direction)
          if (next) open(next.position)
        }}
        onShowInTrace={onShowInTrace}
      />
    </>
  )
}
