import { useEffect, useState } from 'react'
import { useChange } from '../../api/index.ts'
import { type ArchiveRef, type PreviewResult, readPreview } from './queries.ts'

interface LoadedPreview {
  readonly data?: PreviewResult
  readonly error?: unknown
  readonly retry: () => void
}

/** Reads the preview of a restore each time the drawer is opened. */
export function useRestorePreview({ filename, node }: ArchiveRef, opened: boolean): LoadedPreview {
  const { run } = useChange(readPreview)
  const [result, setResult] = useState<Omit<LoadedPreview, 'retry'>>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads the preview again
  useEffect(() => {
    if (!opened) return
    let isCancelled = false
    setResult({})
    run({ filename, node }).then(
      (data) => !isCancelled && setResult({ data }),
      (error: unknown) => !isCancelled && setResult({ error }),
    )
    return () => {
      isCancelled = true
    }
  }, [filename, node, opened, attempt, run])
  return { ...result, retry: () => setAttempt((count) => count + 1) }
}
