import { type ReactNode, useEffect, useRef } from 'react'

export interface ScrollIntoViewProps {
  /** Scrolls again whenever this value changes; keep it stable otherwise. */
  readonly trigger: unknown
  /** `center` scrolls the children to the middle of the viewport, `nearest` only as far as needed to show them. */
  readonly block?: 'center' | 'nearest'
  readonly children: ReactNode
}

/** Scrolls its children into view when they appear: the result of a button that is far away in a long form. */
export function ScrollIntoView({ trigger, block = 'center', children }: ScrollIntoViewProps) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when `trigger` changes, without reading it
  useEffect(() => {
    // Newer browsers return a promise here; an effect must not return it.
    box.current?.scrollIntoView({ block })
  }, [trigger])
  return <div ref={box}>{children}</div>
}
