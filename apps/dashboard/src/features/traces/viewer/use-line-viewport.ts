import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Lines } from './lines.ts'
import { moveView, revealLine, rowHeight, type View, type VisibleLines, viewAround, visibleLines } from './viewport.ts'

export interface LineViewport {
  /** The element that shows the lines and handles wheel and touch. */
  readonly pane: RefObject<HTMLElement | null>
  readonly view: View
  readonly visible: VisibleLines
  /** Px. */
  readonly height: number
  readonly moveBy: (px: number) => void
  /** Scrolls to the end and follows it. */
  readonly toEnd: () => void
  /** Show the line in the upper third, or at the top. */
  readonly toPosition: (position: number) => void
  readonly toTop: (position: number) => void
  /** Scrolls as little as possible to show the line. */
  readonly reveal: (position: number) => void
  /** Keeps the visible lines in place while new ones are added. */
  readonly stopFollowing: () => void
}

/** Height in px before it is measured. */
const initialHeight = 30 * rowHeight

/** Scrolling state over lines; see `View`. */
export function useLineViewport(lines: Lines, initial: View | { readonly line: number }): LineViewport {
  const pane = useRef<HTMLElement>(null)
  const [height, setHeight] = useState(initialHeight)
  const [view, setView] = useState<View>(() =>
    typeof initial === 'object' && 'line' in initial ? viewAround(initial.line, initialHeight) : initial,
  )
  // Several moves may happen before the next render.
  const latest = useRef({ lines, view, height })
  useEffect(() => {
    latest.current = { lines, view, height }
  })
  const setLatestView = useCallback((next: View): boolean => {
    if (next === latest.current.view) return false
    latest.current = { ...latest.current, view: next }
    setView(next)
    return true
  }, [])
  const moveBy = useCallback(
    (px: number) => {
      const { lines, view, height } = latest.current
      return setLatestView(moveView(lines, view, height, px))
    },
    [setLatestView],
  )
  useEffect(() => {
    const element = pane.current
    if (!element) return
    const measure = () => setHeight(element.clientHeight || initialHeight)
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
    visible: visibleLines(lines, view, height),
    height,
    moveBy,
    toEnd: useCallback(() => {
      setLatestView('end')
    }, [setLatestView]),
    toPosition: useCallback(
      (position) => {
        setLatestView(viewAround(position, latest.current.height))
      },
      [setLatestView],
    ),
    toTop: useCallback(
      (position) => {
        setLatestView({ position, above: 0 })
      },
      [setLatestView],
    ),
    reveal: useCallback(
      (position) => {
        const { lines, view, height } = latest.current
        setLatestView(revealLine(lines, view, height, position))
      },
      [setLatestView],
    ),
    stopFollowing: useCallback(() => {
      const { lines, view, height } = latest.current
      const { lines: shown, above } = visibleLines(lines, view, height)
      const [first] = shown
      if (view === 'end' && first) setLatestView({ position: first.position, above })
    }, [setLatestView]),
  }
}

/** Calls `move` with px. If it returns false, the event is not prevented and the page scrolls. */
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
  const removers = [
    listen(element, 'wheel', onWheel),
    listen(element, 'touchstart', onTouchStart),
    listen(element, 'touchmove', onTouchMove),
    listen(element, 'touchend', onTouchEnd),
  ]
  return () => {
    cancelAnimationFrame(frame)
    for (const remove of removers) remove()
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
