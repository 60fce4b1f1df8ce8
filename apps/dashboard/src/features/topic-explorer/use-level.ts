import { useEffect, useState } from 'react'
import type { LevelView } from './explorer-answers.ts'
import type { ExplorerPort } from './explorer-port.ts'

const lookEvery = 1000

/** What is known of a level, once a second. Undefined until the first answer, `none` where nobody has heard of it. */
export function useLevel(port: ExplorerPort, topic: string): LevelView | 'none' | undefined {
  const [known, setKnown] = useState<{ readonly topic: string; readonly level: LevelView | 'none' }>()
  useEffect(() => {
    let isGone = false
    let isAsking = false
    const look = () => {
      if (isAsking) return
      isAsking = true
      const done = (level: LevelView | undefined) => {
        isAsking = false
        if (!isGone) setKnown({ topic, level: level ?? 'none' })
      }
      // Who asks for the rows is told when the tree fails.
      port.ask('level', [topic]).then(done, () => done(undefined))
    }
    look()
    const timer = setInterval(() => document.visibilityState === 'visible' && look(), lookEvery)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [port, topic])
  return known?.topic === topic ? known.level : undefined
}
