import type { LogFile } from '@mqdeck/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { createStoredValue } from '../../lib/stored-value.ts'
import { Button, EmptyState, join, ListPanel, Notice, Skeleton } from '../../ui/index.ts'
import { filterItems } from './filter-items.ts'
import { followMessages } from './follow-messages.ts'
import { downloadLines, type Level, LineList, LinesFooter, lineMessages, useLineSearch } from './index.ts'
import { LogLineRow } from './log-line-row.tsx'
import type { LogGap, LogItem } from './log-tail.ts'
import { LogToolbar } from './log-toolbar.tsx'
import styles from './log-view.module.css'
import { useLogTail } from './use-log-tail.ts'

export interface LogSearch {
  readonly file?: string | undefined
  readonly level?: Level | undefined
  readonly search?: string | undefined
}

export interface LogViewProps {
  readonly file: LogFile
  readonly files: readonly LogFile[]
  readonly search: LogSearch
  readonly setSearch: (change: Partial<LogSearch>, options: { readonly replace: boolean }) => void
}

const wrapsLines = createStoredValue<boolean>('logWrapsLines', { parse: (text) => text === 'true', format: String })

/** Estimated height of a line in px, until it is measured. */
const estimatedLineHeight = 26
/** Distance from the end, in px, that counts as being at the end. */
const endThreshold = 30
/** Requests for older lines after one scroll to the top while none of them matches the filter. */
const maxFruitlessRequests = 8

export function LogView({ file, files, search, setSearch }: LogViewProps) {
  const texts = useMessages(followMessages)
  const format = useFormat()
  const wraps = useSyncExternalStore(wrapsLines.subscribe, wrapsLines.get)
  const [isFollowing, setFollowing] = useState(true)
  const { tail, state } = useLogTail(file.name, isFollowing)
  const input = useLineSearch(search.search, (text) => setSearch({ search: text }, { replace: true }))
  const { query, search: lineSearch } = input
  const shown = useMemo(
    () => filterItems(state.items, search.level, lineSearch),
    [state.items, search.level, lineSearch],
  )
  const all = useMemo(() => state.items.filter(({ kind }) => kind === 'line').length, [state.items])
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const toggle = useCallback((id: number) => {
    setOpened((before) => toggled(before, id))
    // New lines must not scroll an open entry out of view.
    setFollowing(false)
  }, [])
  const view = useVirtualLines(shown.items, isFollowing, setFollowing)
  const { scroller, virtualizer } = view
  useLoadOlder(tail.loadOlder, state, view, `${search.level} ${query}`)

  const jump = async () => {
    setFollowing(true)
    await tail.loadNewer()
    virtualizer.scrollToEnd()
  }
  const download = () =>
    downloadLines(
      file.name,
      shown.items.flatMap((item) => (item.kind === 'line' ? [item.text] : [])),
    )
  const rows = virtualizer.getVirtualItems()
  return (
    <ListPanel>
      <LogToolbar
        files={files}
        file={file}
        search={search}
        setSearch={setSearch}
        input={input}
        wraps={wraps}
        onWraps={wrapsLines.set}
        onDownload={shown.lines > 0 ? download : undefined}
      />
      {shown.isStopped && <Note>{texts.searchStopped}</Note>}
      <LineList onJumpToEnd={isFollowing ? undefined : () => void jump()}>
        <section
          ref={scroller}
          className={join(styles.scroller, wraps && styles.wraps)}
          aria-label={texts.log}
          aria-busy={!state.isOpen}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
          tabIndex={0}
        >
          {!state.isOpen ? (
            <LoadingSkeleton hasFailed={state.error !== undefined} />
          ) : shown.lines === 0 && !state.isLoadingOlder ? (
            <NoLines file={file} hasLines={all > 0} hasOlder={state.hasOlder} onLoadOlder={tail.loadOlder} />
          ) : (
            <>
              <Top state={state} isComplete={shown.items[0]?.kind !== 'rotated'} onLoadOlder={tail.loadOlder} />
              <div className={styles.lines} style={{ height: virtualizer.getTotalSize() }}>
                {rows.map(({ index, key, start }) => {
                  const item = shown.items[index]
                  return (
                    <div
                      key={key}
                      ref={virtualizer.measureElement}
                      data-index={index}
                      className={styles.row}
                      style={{ transform: `translateY(${start - topHeight}px)` }}
                    >
                      {item?.kind === 'line' && (
                        <LogLineRow
                          line={item}
                          search={lineSearch}
                          wraps={wraps}
                          isOpen={opened.has(item.id)}
                          onToggle={toggle}
                        />
                      )}
                      {item && item.kind !== 'line' && <Gap gap={item} />}
                    </div>
                  )
                })}
              </div>
            </>
          )}
        </section>
      </LineList>
      <LinesFooter error={state.error} isFollowing={isFollowing}>
        <span>{texts.counts(format.number(shown.lines), format.number(all))}</span>
      </LinesFooter>
    </ListPanel>
  )
}

/** Height of the area above the first line, in px. */
const topHeight = 36

function useVirtualLines(
  items: readonly LogItem[],
  isFollowing: boolean,
  setFollowing: (isFollowing: boolean) => void,
) {
  const scroller = useRef<HTMLElement>(null)
  const [isAtTop, setAtTop] = useState(false)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedLineHeight,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 16,
    scrollMargin: topHeight,
    // Prepended lines do not move the visible ones. Appended lines are scrolled to if the end was visible.
    anchorTo: 'end',
    followOnAppend: isFollowing,
    // A negative threshold disables following.
    scrollEndThreshold: isFollowing ? endThreshold : -1,
    onChange: (instance) => {
      setAtTop((instance.scrollOffset ?? 0) < 400)
    },
  })
  const hasItems = items.length > 0
  useEffect(() => {
    if (hasItems) virtualizer.scrollToEnd()
  }, [virtualizer, hasItems])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let last = element.scrollTop
    // Only scrolling up stops following: new lines also increase the distance to the end for a moment.
    const onScroll = () => {
      const isUp = element.scrollTop < last - 1
      last = element.scrollTop
      const rest = element.scrollHeight - element.clientHeight - element.scrollTop
      if (rest <= endThreshold) setFollowing(true)
      else if (isUp) setFollowing(false)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [setFollowing])
  return { scroller, virtualizer, isAtTop, count: items.length }
}

/** Loads older lines when the first one becomes visible. Stops after several requests without a match. */
function useLoadOlder(
  loadOlder: () => Promise<void>,
  {
    isOpen,
    hasOlder,
    isLoadingOlder,
    error,
  }: { isOpen: boolean; hasOlder: boolean; isLoadingOlder: boolean; error: unknown },
  { isAtTop, count }: { readonly isAtTop: boolean; readonly count: number },
  filter: string,
): void {
  const fruitless = useRef({ filter, count, times: 0 })
  useEffect(() => {
    if (!isOpen || !isAtTop || !hasOlder || isLoadingOlder || error) return
    const last = fruitless.current
    const times = last.filter === filter && last.count === count ? last.times + 1 : 0
    fruitless.current = { filter, count, times }
    if (times < maxFruitlessRequests) void loadOlder()
  }, [loadOlder, isOpen, isAtTop, hasOlder, isLoadingOlder, error, count, filter])
}

interface TopProps {
  readonly state: { readonly hasOlder: boolean; readonly isLoadingOlder: boolean }
  readonly isComplete: boolean
  readonly onLoadOlder: () => Promise<void>
}

function Top({ state: { hasOlder, isLoadingOlder }, isComplete, onLoadOlder }: TopProps) {
  const texts = useMessages(followMessages)
  return (
    <div className={styles.top} style={{ height: topHeight }}>
      {isLoadingOlder ? (
        texts.loadingOlder
      ) : hasOlder ? (
        <Button size="small" variant="subtle" onClick={() => void onLoadOlder()}>
          {texts.loadOlder}
        </Button>
      ) : isComplete ? (
        texts.startOfLog
      ) : null}
    </div>
  )
}

function NoLines({
  file,
  hasLines,
  hasOlder,
  onLoadOlder,
}: {
  readonly file: LogFile
  readonly hasLines: boolean
  readonly hasOlder: boolean
  readonly onLoadOlder: () => Promise<void>
}) {
  const texts = useMessages(followMessages)
  const names: Readonly<Record<string, string>> = useMessages(lineMessages).levels
  return (
    <EmptyState
      title={hasLines ? texts.noMatch : texts.noLines}
      hint={hasLines ? texts.noMatchHint : texts.noLinesHint(names[file.level] ?? file.level)}
      action={hasOlder && <Button onClick={() => void onLoadOlder()}>{texts.loadOlder}</Button>}
    />
  )
}

function LoadingSkeleton({ hasFailed }: { readonly hasFailed: boolean }) {
  if (hasFailed) return null
  return (
    <div className={styles.opening}>
      {[72, 54, 80, 40, 66, 58].map((width) => (
        <Skeleton key={width} height={14} width={width * 8} />
      ))}
    </div>
  )
}

function Gap({ gap }: { readonly gap: LogGap }) {
  const texts = useMessages(followMessages)
  const format = useFormat()
  const bytes = format.bytes(gap.bytes)
  const text = { rotated: texts.rotated(bytes), skipped: texts.skipped(bytes), restarted: texts.restarted }[gap.kind]
  return <div className={styles.gap}>{text}</div>
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.note}>
      <Notice tone="amber">{children}</Notice>
    </div>
  )
}

function toggled(set: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
