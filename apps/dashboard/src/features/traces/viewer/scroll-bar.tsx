import { type PointerEvent, useRef } from 'react'
import styles from './trace-viewer.module.css'

interface ScrollBarProps {
  readonly label: string
  /** ID of the controlled element. */
  readonly controls: string
  /** Fractions from 0 to 1 above and within the visible part. */
  readonly above: number
  readonly visibleShare: number
  /** Called with the new top of the visible part, from 0 to 1 - visibleShare. */
  readonly onMove: (above: number) => void
  /** Called when the track is pressed above or below the thumb. */
  readonly onPage: (direction: -1 | 1) => void
}

/** Minimum height in px for touch. */
const minThumbHeight = 28

/** Custom scroll bar, since native ones are limited to about ten million px and jump when the height changes. */
export function ScrollBar({ label, controls, above, visibleShare, onMove, onPage }: ScrollBarProps) {
  const track = useRef<HTMLDivElement>(null)
  /** Px between the pointer and the top of the thumb. */
  const grip = useRef<number>(undefined)
  const isEverythingVisible = visibleShare >= 1
  const room = Math.max(0, 1 - visibleShare)
  const part = room === 0 ? 0 : Math.min(1, above / room)
  const thumbHeight = `max(${minThumbHeight}px, ${Math.min(1, visibleShare) * 100}%)`

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const box = track.current?.getBoundingClientRect()
    if (!box || isEverythingVisible || event.button !== 0) return
    event.preventDefault()
    const thumb = Math.max(minThumbHeight, visibleShare * box.height)
    const top = part * (box.height - thumb)
    const at = event.clientY - box.top
    if (at < top || at > top + thumb) return onPage(at < top ? -1 : 1)
    grip.current = at - top
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const box = track.current?.getBoundingClientRect()
    if (!box || grip.current === undefined) return
    const thumb = Math.max(minThumbHeight, visibleShare * box.height)
    const travel = box.height - thumb
    const moved = travel <= 0 ? 0 : (event.clientY - box.top - grip.current) / travel
    onMove(Math.max(0, Math.min(1, moved)) * room)
  }
  const onPointerUp = () => {
    grip.current = undefined
  }
  return (
    <div
      ref={track}
      role="scrollbar"
      aria-label={label}
      aria-controls={controls}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part * 100)}
      // The list of lines handles the keyboard.
      tabIndex={-1}
      className={styles.track}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
    >
      {!isEverythingVisible && (
        <div className={styles.thumb} style={{ height: thumbHeight, top: `calc((100% - ${thumbHeight}) * ${part})` }} />
      )}
    </div>
  )
}
