import { useEffect, useLayoutEffect, useRef } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { useValue } from '../../mqtt-client/index.ts'
import { Dim, useFixedRows } from '../../ui/index.ts'
import { listMessages } from './list-messages.ts'
import { MessageRow } from './message-row.tsx'
import type { ShownRows } from './use-rows.ts'
import styles from './websocket.module.css'
import type { Bench } from './workbench.ts'

/** Px. */
const rowHeight = 30
/** Where the list counts as being at its end, in px. */
const nearEnd = 20

interface MessageListProps {
  readonly bench: Bench
  readonly shown: ShownRows
  readonly onOpen: (seq: number) => void
}

/** The newest message is the last. It stays in sight until the user scrolls up. */
export function MessageList({ bench, shown, onOpen }: MessageListProps) {
  const texts = useMessages(listMessages)
  const subscriptions = useValue(bench.connection.subscriptions)
  const latencyField = useValue(bench.latencyField)
  const version = Number(useValue(bench.settings).version)
  const { rows, following } = shown
  const scroller = useRef<HTMLElement>(null)
  const { count } = rows
  const { from, to } = useFixedRows(scroller, { count, rowHeight, isAtEnd: following === 'following' })
  useFollowing(scroller, shown)
  const last = count > 0 ? rows.at(count - 1) : -1
  // Before the browser paints the rows that are not there yet.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || following !== 'following' || last < 0) return
    const toEnd = () => {
      element.scrollTop = element.scrollHeight
    }
    // With each new message, also while as many old ones go, and when there is less room for them.
    toEnd()
    const resizes = new ResizeObserver(toEnd)
    resizes.observe(element)
    return () => resizes.disconnect()
  }, [following, last])
  return (
    <section
      ref={scroller}
      className={styles.scroller}
      aria-label={texts.messages}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
    >
      <div className={styles.rows} style={{ height: count * rowHeight }}>
        {Array.from({ length: Math.max(0, to - from) }, (_, offset) => {
          const index = from + offset
          const seq = rows.at(index)
          const message = bench.log.at(seq)
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
                <span className={styles.gone}>
                  <Dim small>{texts.gone}</Dim>
                </span>
              )}
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** Who scrolls up wants to read; at the end it goes on. */
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
      if (now === 'scrolled' && rest <= nearEnd && !isUp) set('following')
      else if (now === 'following' && isUp && rest > nearEnd) set('scrolled')
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller])
}
