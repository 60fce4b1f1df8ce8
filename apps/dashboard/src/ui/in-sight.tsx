import { type ReactNode, useEffect, useRef } from 'react'

export interface InSightProps {
  /** Another one: it is news, and shown again. Stable while it is not. */
  readonly about: unknown
  /** How far to scroll: so that it stands in the middle, or no more than it takes to see it. */
  readonly block?: 'center' | 'nearest'
  readonly children: ReactNode
}

/** Scrolls to what it holds when that appears: the answer to a button far away from it, in a long form. */
export function InSight({ about, block = 'center', children }: InSightProps) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is about is the reason, not the means
  useEffect(() => {
    // Newer browsers answer with a promise, which an effect must not return.
    box.current?.scrollIntoView({ block })
  }, [about])
  return <div ref={box}>{children}</div>
}
