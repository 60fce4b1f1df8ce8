import { useEffect, useLayoutEffect, useRef } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { Dim, ListScroller, useFixedRows } from '../../../ui/index.ts'
import type { ConnectionTab } from '../connection/connection-tabs.ts'
import { useValue } from '../index.ts'
import styles from '../websocket.module.css'
import { listMessages } from './list-messages.ts'
import { MessageRow } from './message-row.tsx'
import type { ShownRows } from './use-rows.ts'

/** Pixels. */
const rowHeight = 30
/** Distance from the end, in pixels, at which the list follows new messages again. */
const endTolerance = 20

interface MessageListProps {
  readonly tab: ConnectionTab
  readonly shown: ShownRows
  readonly onOpen: (seq: number) => void
}

/** Newest message last. The list follows new messages until the user scrolls up. */
export function MessageList({ tab, shown, onOpen }: MessageListProps) {
  const texts = useMessages(listMessages)
  const subscriptions = useValue(tab.connection.subscriptions)
  const latencyField = useValue(tab.latencyField)
  const version = Number(useValue(tab.settings).version)
  const { rows, following } = shown
  const scroller = useRef<HTMLElement>(null)
  const { count } = rows
  const { from, to } = useFixedRows(scroller, { count, rowHeight, isAtEnd: following === 'following' })
  useFollowing(scroller, shown)
  const last = count > 0 ? rows.at(count - 1) : -1
  // Before the browser paints, so that the new rows are visible immediately.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || following !== 'following' || last < 0) return
    const toEnd = () => {
      element.scrollTop = element.scrollHeight
    }
    // On each new message, also when as many old ones are dropped, and when the list is resized.
    toEnd()
    const resizes = new ResizeObserver(toEnd)
    resizes.observe(element)
    return () => resizes.disconnect()
  }, [following, last])
  return (
    <ListScroller ref={scroller} className={styles.scroller} aria-label={texts.messages}>
      <div className={styles.rows} style={{ height: count * rowHeight }}>
        {Array.from({ length: Math.max(0, to - from) }, (_, offset) => {
          const index = from + offset
          const seq = rows.at(index)
          const message = tab.log.at(seq)
          return (
            <div key={seq} className={styles.place} style={{ transform: `translateY(${index * rowHeight}px)` }}>
              {message ? (
                <MessageRow
                  message={message}
                  subscriptions={subscriptions}
                  latencyField={latencyField}
                  version={version}
                  onOpen={onOpen}
                />
              ) : (
                <span className={styles.removed}>
                  <Dim small>{texts.removed}</Dim>
                </span>
              )}
            </div>
          )
        })}
      </div>
    </ListScroller>
  )
}

/** Stops following when the user scrolls up, and resumes at the end. */
function useFollowing(
  scroller: { readonly current: HTMLElement | null },
  { following, setFollowing }: ShownRows,
): void {
  const latest = useRef({ following, setFollowing })
  useEffect(() => {
    latest.current = { following, setFollowing }
  })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let before = element.scrollTop
    const onScroll = () => {
      const { following: now, setFollowing: set } = latest.current
      const isUp = element.scrollTop < before - 1
      before = element.scrollTop
      const rest = element.scrollHeight - element.clientHeight - element.scrollTop
      if (now === 'scrolled' && rest <= endTolerance && !isUp) set('following')
      else if (now === 'following' && isUp && rest > endTolerance) set('scrolled')
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller])
}
