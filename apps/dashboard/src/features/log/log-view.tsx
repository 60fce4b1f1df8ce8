import type { LogFile } from '@mqdeck/contract'
import { IconDownload } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { usePolling } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { createStoredValue } from '../../lib/browser/stored-value.ts'
import { Button, join, ListPanel, ListScroller, Notice, Select, Switch } from '../../ui/index.ts'
import { filterItems } from './filter-items.ts'
import { followMessages } from './follow-messages.ts'
import {
  downloadLines,
  type Level,
  LineList,
  type LineSearchInput,
  LinesFooter,
  LinesToolbar,
  useLineSearch,
} from './index.ts'
import { LogLineRow } from './log-line-row.tsx'
import { Gap, LoadingSkeleton, NoLines, Top, topHeight } from './log-notes.tsx'
import { createLogTail, type LogItem, type LogTail, type TailState } from './log-tail.ts'
import styles from './log-view.module.css'
import { useReadLog } from './queries.ts'

interface LogSearch {
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
      {shown.isStopped && (
        <div className={styles.note}>
          <Notice tone="amber">{texts.searchStopped}</Notice>
        </div>
      )}
      <LineList onJumpToEnd={isFollowing ? undefined : () => void jump()}>
        <ListScroller
          ref={scroller}
          className={join(styles.scroller, wraps && styles.wraps)}
          aria-label={texts.log}
          aria-busy={!state.isOpen}
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
        </ListScroller>
      </LineList>
      <LinesFooter error={state.error} isFollowing={isFollowing}>
        <span>{texts.counts(format.number(shown.lines), format.number(all))}</span>
      </LinesFooter>
    </ListPanel>
  )
}

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

function toggled(set: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

interface LogToolbarProps extends LogViewProps {
  readonly input: LineSearchInput
  readonly wraps: boolean
  readonly onWraps: (wraps: boolean) => void
  readonly onDownload: (() => void) | undefined
}

function LogToolbar({ file, files, search, setSearch, input, wraps, onWraps, onDownload }: LogToolbarProps) {
  const texts = useMessages(followMessages)
  const set = (change: Partial<LogSearch>) => setSearch(change, { replace: true })
  const fileSelect = files.length > 1 && (
    <Select
      aria-label={texts.file}
      width={160}
      value={file.name}
      onChange={(name) => set({ file: name })}
      options={files.map(({ name }) => ({ value: name, label: name }))}
    />
  )
  return (
    <LinesToolbar level={search.level} onLevel={(level) => set({ level })} search={input} first={fileSelect}>
      <Switch label={texts.wrap} checked={wraps} onChange={onWraps} />
      <Button
        icon={<IconDownload size={16} aria-hidden />}
        disabled={!onDownload}
        {...(onDownload && { onClick: onDownload })}
      >
        {texts.downloadShown}
      </Button>
    </LinesToolbar>
  )
}

const pollIntervalMs = 1000

/** The end of a log file, polled while `isFollowing` and the browser tab is visible. */
function useLogTail(name: string, isFollowing: boolean): { readonly tail: LogTail; readonly state: TailState } {
  const readLog = useReadLog()
  const [tail] = useState(() => createLogTail(readLog(name)))
  const state = useSyncExternalStore(tail.state.subscribe, tail.state.get)
  const poll = async () => {
    await tail.loadNewer()
    return tail.state.get().error
  }
  usePolling(poll, pollIntervalMs, isFollowing || !state.isOpen)
  return { tail, state }
}
