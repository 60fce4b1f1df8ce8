import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Lines } from './lines.ts'
import { around, moved, revealing, rowHeight, type Sight, sightOf, type View } from './view-port.ts'

export interface ViewPort {
  /** What shows the lines, and answers to wheel and finger. */
  readonly pane: RefObject<HTMLElement | null>
  readonly view: View
  readonly sight: Sight
  /** Px. */
  readonly height: number
  readonly moveBy: (px: number) => void
  /** The end stays in sight from then on. */
  readonly toEnd: () => void
  /** The line in the upper third, and at the very top. */
  readonly toPosition: (position: number) => void
  readonly toTop: (position: number) => void
  /** The least move that brings the line into sight. */
  readonly reveal: (position: number) => void
  /** What is in sight stays where it is while more comes. */
  readonly hold: () => void
}

/** Px, before anybody has measured. */
const unmeasured = 30 * rowHeight

/** A place among lines; see `View`. */
export function useViewPort(lines: Lines, initial: View | { readonly line: number }): ViewPort {
  const pane = useRef<HTMLElement>(null)
  const [height, setHeight] = useState(unmeasured)
  const [view, setView] = useState<View>(() =>
    typeof initial === 'object' && 'line' in initial ? around(initial.line, unmeasured) : initial,
  )
  // Several moves may come before anything is drawn.
  const latest = useRef({ lines, view, height })
  useEffect(() => {
    latest.current = { lines, view, height }
  })
  const go = useCallback((next: View): boolean => {
    if (next === latest.current.view) return false
    latest.current = { ...latest.current, view: next }
    setView(next)
    return true
  }, [])
  const moveBy = useCallback(
    (px: number) => {
      const { lines, view, height } = latest.current
      return go(moved(lines, view, height, px))
    },
    [go],
  )
  useEffect(() => {
    const element = pane.current
    if (!element) return
    const measure = () => setHeight(element.clientHeight || unmeasured)
    measure()
    const resizes = new ResizeObserver(measure)
    resizes.observe(element)
    const stopMoving = listenForMoves(element, moveBy)
    return () => {
      resizes.disconnect()
      stopMoving()
    }
  }, [moveBy])
  return {
    pane,
    view,
    sight: sightOf(lines, view, height),
    height,
    moveBy,
    toEnd: useCallback(() => {
      go('end')
    }, [go]),
    toPosition: useCallback(
      (position) => {
        go(around(position, latest.current.height))
      },
      [go],
    ),
    toTop: useCallback(
      (position) => {
        go({ position, above: 0 })
      },
      [go],
    ),
    reveal: useCallback(
      (position) => {
        const { lines, view, height } = latest.current
        go(revealing(lines, view, height, position))
      },
      [go],
    ),
    hold: useCallback(() => {
      const { lines, view, height } = latest.current
      const { lines: shown, above } = sightOf(lines, view, height)
      const [first] = shown
      if (view === 'end' && first) go({ position: first.position, above })
    }, [go]),
  }
}

/** `move` takes px and tells whether there was a way to go. Where there is none, the page moves as it always does. */
function listenForMoves(element: HTMLElement, move: (px: number) => boolean): () => void {
  let finger: { y: number; at: number; speed: number } | undefined
  let frame = 0
  const onWheel = (event: WheelEvent) => {
    if (event.ctrlKey || event.deltaY === 0) return
    const unit = event.deltaMode === 1 ? rowHeight : event.deltaMode === 2 ? element.clientHeight : 1
    if (move(event.deltaY * unit)) event.preventDefault()
  }
  const onTouchStart = ({ touches }: TouchEvent) => {
    cancelAnimationFrame(frame)
    const [touch] = touches
    finger = touch && touches.length === 1 ? { y: touch.clientY, at: performance.now(), speed: 0 } : undefined
  }
  const onTouchMove = (event: TouchEvent) => {
    const [touch] = event.touches
    if (!finger || !touch) return
    const by = finger.y - touch.clientY
    const now = performance.now()
    finger = { y: touch.clientY, at: now, speed: by / Math.max(1, now - finger.at) }
    if (move(by) && event.cancelable) event.preventDefault()
  }
  const onTouchEnd = () => {
    let { speed, at } = finger ?? { speed: 0, at: 0 }
    finger = undefined
    if (performance.now() - at > 80 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let last = performance.now()
    const glide = (now: number) => {
      const passed = now - last
      last = now
      speed *= 0.996 ** passed
      if (Math.abs(speed) > 0.02 && move(speed * passed)) frame = requestAnimationFrame(glide)
    }
    frame = requestAnimationFrame(glide)
  }
  const stops = [
    listen(element, 'wheel', onWheel),
    listen(element, 'touchstart', onTouchStart),
    listen(element, 'touchmove', onTouchMove),
    listen(element, 'touchend', onTouchEnd),
  ]
  return () => {
    cancelAnimationFrame(frame)
    for (const stop of stops) stop()
  }
}

function listen<Type extends keyof HTMLElementEventMap>(
  element: HTMLElement,
  type: Type,
  listener: (event: HTMLElementEventMap[Type]) => void,
): () => void {
  element.addEventListener(type, listener, { passive: false })
  return () => element.removeEventListener(type, listener)
}
