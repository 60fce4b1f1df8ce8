import { useEffect, useRef, useState } from 'react'
import type { TreeView } from './explorer-answers.ts'
import type { ExplorerPort } from './explorer-port.ts'
import type { Sight } from './tree-rows.ts'

/** Milliseconds between two looks at what changes by itself. */
const lookEvery = 500

export interface SeenTree {
  readonly view: TreeView | undefined
  readonly isBroken: boolean
  /** Something was changed: do not wait for the next look. */
  readonly lookNow: () => void
}

/** The rows of the tree in sight, as they are now. One question at a time: while the tree is busy, only the last one counts. */
export function useTreeView(port: ExplorerPort, sight: Sight): SeenTree {
  const [view, setView] = useState<TreeView>()
  const [isBroken, setBroken] = useState(false)
  const wanted = useRef(sight)
  const look = useRef<() => void>(() => undefined)
  useEffect(() => {
    let isGone = false
    let isAsking = false
    let isLate = false
    look.current = () => {
      if (isAsking) {
        isLate = true
        return
      }
      isAsking = true
      port
        .ask('see', [wanted.current])
        .then(
          (seen) => !isGone && setView(seen),
          () => !isGone && setBroken(true),
        )
        .finally(() => {
          isAsking = false
          if (!isLate || isGone) return
          isLate = false
          look.current()
        })
    }
    look.current()
    const timer = setInterval(() => document.visibilityState === 'visible' && look.current(), lookEvery)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [port])
  const { from, to, order, find, active } = sight
  const { by, isDescending } = order
  useEffect(() => {
    wanted.current = { from, to, order: { by, isDescending }, find, active }
    look.current()
  }, [from, to, by, isDescending, find, active])
  const [lookNow] = useState(() => () => look.current())
  return { view, isBroken, lookNow }
}
