import { useEffect, useRef, useState } from 'react'
import type { TreeView } from './explorer-calls.ts'
import type { ExplorerPort } from './explorer-port.ts'
import type { Viewport } from './tree-rows.ts'

/** Milliseconds between updates. */
const pollIntervalMs = 500

export interface TreeViewState {
  readonly view: TreeView | undefined
  readonly isBroken: boolean
  /** Updates immediately after a change. */
  readonly refreshNow: () => void
}

/** The visible rows, polled. One request at a time: while the tree is busy, only the last viewport is requested next. */
export function useTreeView(port: ExplorerPort, viewport: Viewport): TreeViewState {
  const [view, setView] = useState<TreeView>()
  const [isBroken, setBroken] = useState(false)
  const latest = useRef(viewport)
  const poll = useRef<() => void>(() => undefined)
  useEffect(() => {
    let isCancelled = false
    let isAsking = false
    let isOutdated = false
    poll.current = () => {
      if (isAsking) {
        isOutdated = true
        return
      }
      isAsking = true
      port
        .ask('view', [latest.current])
        .then(
          (next) => !isCancelled && setView(next),
          () => !isCancelled && setBroken(true),
        )
        .finally(() => {
          isAsking = false
          if (!isOutdated || isCancelled) return
          isOutdated = false
          poll.current()
        })
    }
    poll.current()
    const timer = setInterval(() => document.visibilityState === 'visible' && poll.current(), pollIntervalMs)
    return () => {
      isCancelled = true
      clearInterval(timer)
    }
  }, [port])
  const { from, to, order, find, active } = viewport
  const { by, isDescending } = order
  useEffect(() => {
    latest.current = { from, to, order: { by, isDescending }, find, active }
    poll.current()
  }, [from, to, by, isDescending, find, active])
  const [refreshNow] = useState(() => () => poll.current())
  return { view, isBroken, refreshNow }
}
