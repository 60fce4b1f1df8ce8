import { useEffect, useState } from 'react'
import type { LevelView } from './explorer-calls.ts'
import type { ExplorerPort } from './explorer-port.ts'

const pollIntervalMs = 1000

/** Details of a level, polled once per second. Undefined until the first response, `unknown` if the topic is not in the tree. */
export function useLevel(port: ExplorerPort, topic: string): LevelView | 'unknown' | undefined {
  const [known, setKnown] = useState<{ readonly topic: string; readonly level: LevelView | 'unknown' }>()
  useEffect(() => {
    let isCancelled = false
    let isAsking = false
    const poll = () => {
      if (isAsking) return
      isAsking = true
      const done = (level: LevelView | undefined) => {
        isAsking = false
        if (!isCancelled) setKnown({ topic, level: level ?? 'unknown' })
      }
      // The tree view reports errors of the tree.
      port.ask('level', [topic]).then(done, () => done(undefined))
    }
    poll()
    const timer = setInterval(() => document.visibilityState === 'visible' && poll(), pollIntervalMs)
    return () => {
      isCancelled = true
      clearInterval(timer)
    }
  }, [port, topic])
  return known?.topic === topic ? known.level : undefined
}
