import { useEffect, useImperativeHandle, useMemo, useState, useSyncExternalStore } from 'react'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { LinesFooter } from '../../../log-lines/index.ts'
import { Button, EmptyState, Group, Notice, Progress, toast } from '../../../ui/index.ts'
import { createFinder } from './finder.ts'
import { LineDrawer } from './line-drawer.tsx'
import type { TestLine } from './line-filter.ts'
import { LinePane } from './line-pane.tsx'
import { foundLines, type Line, neighbour } from './lines.ts'
import styles from './trace-viewer.module.css'
import { useViewPort } from './use-view-port.ts'
import { ViewNotes } from './view-notes.tsx'
import { viewerMessages } from './viewer-messages.ts'
import type { TraceViewProps } from './whole-view.tsx'

interface MatchesViewProps extends TraceViewProps {
  readonly test: TestLine
  readonly onShowInTrace: (position: number) => void
}

/** The lines that pass the filter, as they are found: the newest first, and those that are written meanwhile. */
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
    finder.older()
    return finder.close
  }, [finder])
  const { size } = state
  useEffect(() => {
    if (size > 0) void finder.newer()
  }, [finder, size])
  const lines = useMemo(() => foundLines(result.found), [result.found])
  const port = useViewPort(lines, 'end')
  const [selected, setSelected] = useState<number>()
  const [opened, setOpened] = useState<Line>()
  const { sight, view } = port
  const isFollowing = isRunning && view === 'end'
  useEffect(() => onFollowing(isFollowing), [onFollowing, isFollowing])

  const select = (position: number) => {
    port.hold()
    port.reveal(position)
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
      selected === undefined ? sight.lines.at(isForward ? 0 : -1) : neighbour(lines, selected, isForward ? 1 : -1)
    if (next) select(next.position)
    else toast.info(texts.noMoreMatches[direction])
  }
  useImperativeHandle(controls, () => ({
    match,
    show: port.toPosition,
    lines: () => result.found.map(({ text }) => text),
    inSight: () => sight.lines[0]?.text,
  }))
  const isMore = result.from > 0
  const read = format.bytes(result.bytes)
  const goOn = (
    <Button size="small" onClick={finder.older}>
      {texts.goOn}
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
              {goOn}
            </Group>
          </Notice>
        )}
        {result.paused === 'many' && (
          <Notice>
            {texts.many(format.number(result.found.length))} {goOn}
          </Notice>
        )}
      </ViewNotes>
      <LinePane
        lines={lines}
        port={port}
        search={search}
        selected={selected}
        onSelect={select}
        onOpen={open}
        onMatch={match}
        nothing={
          <EmptyState
            title={result.isWalking || isMore ? texts.noMatchYet : texts.noMatch}
            hint={isRunning ? texts.noMatchHint : undefined}
          />
        }
      />
      <LinesFooter error={result.error ?? state.error} isFollowing={isRunning ? isFollowing : undefined}>
        {result.isWalking && (
          <div className={styles.progress}>
            <Progress
              label={texts.reading}
              done={result.bytes}
              total={size}
              text={texts.readSoFar(read, format.bytes(size))}
            />
          </div>
        )}
        {isMore && <span>{texts.readSoFar(read, format.bytes(size))}</span>}
        {result.isWalking ? (
          <Button size="small" onClick={finder.stop}>
            {texts.stop}
          </Button>
        ) : (
          isMore &&
          (result.paused === 'stopped' || result.error) && (
            <Button size="small" onClick={finder.older}>
              {texts.older}
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
