import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { useFixedRows, usePrinting } from '../../../ui/index.ts'
import { sequenceMessages } from './messages.ts'
import styles from './sequence.module.css'
import type { SequenceEvent } from './sequence.ts'
import { SequenceRow } from './sequence-row.tsx'

/** In px. */
const rowHeight = 32

interface SequenceListProps {
  readonly events: readonly SequenceEvent[]
  /** Whether more events may follow. */
  readonly isRunning: boolean
  readonly isFollowing: boolean
  readonly onFollow: (isFollowing: boolean) => void
  readonly onOpen: (seq: number) => void
}

/** A virtual list of events. Arrow keys move from row to row. */
export function SequenceList({ events, isRunning, isFollowing, onFollow, onOpen }: SequenceListProps) {
  const texts = useMessages(sequenceMessages)
  const scroller = useRef<HTMLDivElement>(null)
  const count = events.length
  const { from, to } = useFixedRows(scroller, { count, rowHeight, isAtEnd: isFollowing })
  const isPrinting = usePrinting()
  const [highlighted, setHighlighted] = useState<SequenceEvent>()
  const { current, onKeyDown } = useRowKeys(scroller, events)
  useScrollPosition(scroller, events, isFollowing)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => {
      const rest = element.scrollHeight - element.clientHeight - element.scrollTop
      onFollow(rest < rowHeight)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [onFollow])
  const highlight = useCallback((event: SequenceEvent | undefined) => setHighlighted(event), [])
  const exchange = highlighted?.kind === 'packet' ? highlighted.exchange : undefined
  const tabStop = focusableIndex(events, current === undefined ? from : indexOf(events, current))
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset)
  // The focusable row stays rendered when it is scrolled out of view.
  if (tabStop < from || tabStop >= to) indexes.push(tabStop)
  return (
    <>
      <ColumnHeaders />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the buttons inside */}
      <div ref={scroller} className={styles.scroller} onKeyDown={onKeyDown}>
        <ol
          aria-label={texts.label}
          className={styles.rows}
          style={isPrinting ? undefined : { height: count * rowHeight }}
        >
          {indexes.map((index) => {
            const event = events[index]
            if (!event) return null
            const eventExchange = event.kind === 'packet' ? event.exchange : undefined
            const isWaiting = eventExchange && !eventExchange.isComplete && eventExchange.seqs.at(-1) === event.seq
            return (
              <li
                key={event.seq}
                aria-posinset={index + 1}
                aria-setsize={count}
                className={styles.place}
                style={isPrinting ? undefined : { transform: `translateY(${index * rowHeight}px)` }}
              >
                <SequenceRow
                  event={event}
                  gap={gapOf(events[index - 1], event)}
                  missingResponse={
                    isWaiting ? (eventExchange.isAbandoned || !isRunning ? 'unanswered' : 'pending') : undefined
                  }
                  isRelated={exchange !== undefined && eventExchange === exchange}
                  isCurrent={index === tabStop}
                  onOpen={onOpen}
                  onHighlight={highlight}
                />
              </li>
            )
          })}
        </ol>
      </div>
    </>
  )
}

/** Hidden from screen readers, since each row has its own labels. */
function ColumnHeaders() {
  const texts = useMessages(sequenceMessages)
  return (
    <div className={styles.head} aria-hidden>
      <span>{texts.time}</span>
      <span className={styles.gap}>{texts.gap}</span>
      <span className={styles.lanes}>
        <span>{texts.client}</span>
        <span>{texts.broker}</span>
      </span>
      <span className={styles.response}>{texts.response}</span>
    </div>
  )
}

function gapOf(before: SequenceEvent | undefined, { time }: SequenceEvent): number | undefined {
  // The first event after a connection header has no gap.
  if (before === undefined || before.kind === 'connection') return undefined
  return before.time === undefined || time === undefined ? undefined : time - before.time
}

/** Index of an event, or where it would be if it is filtered out. */
function indexOf(events: readonly SequenceEvent[], seq: number): number {
  let low = 0
  let high = events.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle]?.seq ?? Number.POSITIVE_INFINITY) < seq) low = middle + 1
    else high = middle
  }
  return Math.min(low, Math.max(0, events.length - 1))
}

/** Connection headers cannot be focused. */
const focusableIndex = (events: readonly SequenceEvent[], index: number) =>
  events[index]?.kind === 'connection' && events[index + 1] ? index + 1 : index

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 12,
  PageUp: -12,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Handles arrow keys, Page Up and Down, Home and End. `current` is the row that they moved to. */
function useRowKeys(scroller: { readonly current: HTMLElement | null }, events: readonly SequenceEvent[]) {
  const [current, setCurrent] = useState<number>()
  const wantsFocus = useRef(false)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const focused = event.target instanceof HTMLElement ? event.target.getAttribute('data-seq') : null
    if (step === undefined || focused === null) return
    event.preventDefault()
    const direction = step > 0 ? 1 : -1
    let index = Math.max(0, Math.min(events.length - 1, indexOf(events, Number(focused)) + step))
    // Connection headers cannot be focused.
    if (events[index]?.kind === 'connection') index += events[index + direction] ? direction : -direction
    const next = events[index]
    if (!next || next.kind === 'connection') return
    wantsFocus.current = true
    setCurrent(next.seq)
    showRow(scroller.current, index)
  }
  useEffect(() => {
    if (!wantsFocus.current || current === undefined) return
    wantsFocus.current = false
    scroller.current?.querySelector<HTMLElement>(`[data-seq="${current}"]`)?.focus({ preventScroll: true })
  }, [current, scroller])
  return { current, onKeyDown }
}

function showRow(element: HTMLElement | null, index: number): void {
  if (!element) return
  const top = index * rowHeight
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + rowHeight > element.scrollTop + element.clientHeight)
    element.scrollTop = top + rowHeight - element.clientHeight
}

/** Scrolls to the end while following. Otherwise keeps the visible rows in place when others are added, removed or filtered. */
function useScrollPosition(
  scroller: { readonly current: HTMLElement | null },
  events: readonly SequenceEvent[],
  isFollowing: boolean,
): void {
  const before = useRef(events)
  useLayoutEffect(() => {
    const element = scroller.current
    const previousEvents = before.current
    before.current = events
    if (!element) return
    if (isFollowing) {
      element.scrollTop = element.scrollHeight
      return
    }
    const first = Math.floor(element.scrollTop / rowHeight)
    const seq = previousEvents[first]?.seq
    if (seq === undefined || events[first]?.seq === seq) return
    element.scrollTop += (indexOf(events, seq) - first) * rowHeight
  }, [scroller, events, isFollowing])
}
