import { useEffect, useState } from 'react'
import { useChange } from '../../data/index.ts'
import { type Preview, readPreview, type Source } from './queries.ts'

interface ReadPreview {
  readonly data?: Preview
  readonly error?: unknown
  readonly retry: () => void
}

/** What restoring an archive would change, read anew each time it is opened. */
export function usePreview({ filename, node }: Source, opened: boolean): ReadPreview {
  const { run } = useChange(readPreview)
  const [answer, setAnswer] = useState<Omit<ReadPreview, 'retry'>>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    if (!opened) return
    let isOver = false
    setAnswer({})
    run({ filename, node }).then(
      (data) => !isOver && setAnswer({ data }),
      (error: unknown) => !isOver && setAnswer({ error }),
    )
    return () => {
      isOver = true
    }
  }, [filename, node, opened, attempt, run])
  return { ...answer, retry: () => setAttempt((count) => count + 1) }
}
