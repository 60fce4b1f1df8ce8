import { type PointerEvent, useRef } from 'react'
import styles from './trace-viewer.module.css'

interface ScrollBarProps {
  readonly label: string
  /** Id of what it moves. */
  readonly controls: string
  /** From 0 to 1: what is above the sight, and what is in it. */
  readonly above: number
  readonly inSight: number
  /** To where the top of the sight shall be, from 0 to 1; 1 - inSight is the end. */
  readonly onMove: (above: number) => void
  /** The track was hit above or below the thumb. */
  readonly onPage: (direction: -1 | 1) => void
}

/** Px; so that a finger can take it. */
const leastThumb = 28

/** Browsers' own bars end at some ten million px, and jump when the height changes. */
export function ScrollBar({ label, controls, above, inSight, onMove, onPage }: ScrollBarProps) {
  const track = useRef<HTMLDivElement>(null)
  /** Px between the pointer and the top of the thumb. */
  const grip = useRef<number>(undefined)
  const isWhole = inSight >= 1
  const room = Math.max(0, 1 - inSight)
  const part = room === 0 ? 0 : Math.min(1, above / room)
  const thumbHeight = `max(${leastThumb}px, ${Math.min(1, inSight) * 100}%)`

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const box = track.current?.getBoundingClientRect()
    if (!box || isWhole || event.button !== 0) return
    event.preventDefault()
    const thumb = Math.max(leastThumb, inSight * box.height)
    const top = part * (box.height - thumb)
    const at = event.clientY - box.top
    if (at < top || at > top + thumb) return onPage(at < top ? -1 : 1)
    grip.current = at - top
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const box = track.current?.getBoundingClientRect()
    if (!box || grip.current === undefined) return
    const thumb = Math.max(leastThumb, inSight * box.height)
    const way = box.height - thumb
    const moved = way <= 0 ? 0 : (event.clientY - box.top - grip.current) / way
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
      // The lines themselves take the keyboard.
      tabIndex={-1}
      className={styles.track}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
    >
      {!isWhole && (
        <div className={styles.thumb} style={{ height: thumbHeight, top: `calc((100% - ${thumbHeight}) * ${part})` }} />
      )}
    </div>
  )
}
