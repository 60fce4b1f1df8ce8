import {
  type ComponentType,
  cloneElement,
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { TooltipBubbleProps } from './tooltip-bubble.tsx'

const loadBubble = () => import('./tooltip-bubble.tsx')
/** Without a network there are no tooltips, and the page stays. */
const noBubble = (): ComponentType<TooltipBubbleProps> => () => null
const Bubble = lazy(async () => ({
  default: await loadBubble().then(({ TooltipBubble }): ComponentType<TooltipBubbleProps> => TooltipBubble, noBubble),
}))

export interface TooltipProps {
  readonly label: ReactNode
  /** The element; must pass its events on. */
  readonly children: ReactElement
  readonly disabled?: boolean
  readonly side?: 'top' | 'right' | 'bottom'
}

/** Milliseconds of hovering after which a tooltip opens. */
const delay = 300

/**
 * A short explanation of the hovered or focused element. Never the only place of an information. The code that positions the text is loaded with the
 * first tooltip that opens: a page has hundreds of them, and few are read.
 */
export function Tooltip({ label, children, disabled = false, side = 'top' }: TooltipProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEscape(anchor !== undefined, () => setAnchor(undefined))

  const open = (element: HTMLElement, milliseconds: number) => {
    clearTimeout(timer.current)
    if (disabled) return
    loadBubble().catch(() => undefined)
    if (milliseconds === 0) setAnchor(element)
    else timer.current = setTimeout(() => setAnchor(element), milliseconds)
  }
  const close = () => {
    clearTimeout(timer.current)
    setAnchor(undefined)
  }
  const own = children.props as OwnProps // of any element
  const isOpen = anchor !== undefined && !disabled
  const child = cloneElement(children as ReactElement<OwnProps>, {
    onPointerEnter(event) {
      own.onPointerEnter?.(event)
      if (event.pointerType !== 'touch') open(event.currentTarget, delay)
    },
    onPointerLeave(event) {
      own.onPointerLeave?.(event)
      close()
    },
    onFocus(event) {
      own.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) open(event.currentTarget, 0)
    },
    onBlur(event) {
      own.onBlur?.(event)
      close()
    },
    ...(isOpen && { 'aria-describedby': [own['aria-describedby'], id].filter(Boolean).join(' ') }),
  })
  return (
    <>
      {child}
      {isOpen && (
        <Suspense fallback={null}>
          <Bubble id={id} label={label} anchor={anchor} side={side} />
        </Suspense>
      )}
    </>
  )
}

interface OwnProps {
  readonly onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
  readonly onFocus?: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur?: (event: FocusEvent<HTMLElement>) => void
  readonly 'aria-describedby'?: string
}

/** Calls `close` when Escape is pressed. */
function useEscape(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
