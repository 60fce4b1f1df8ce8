import { useEffect, useState } from 'react'

/** The broker's own code for rewriting, with its engine for regular expressions: larger than all the rest of the page. */
export type RewriteEngine = typeof import('@mqdeck/extensions/catalog')

let loading: Promise<RewriteEngine> | undefined

/** Loads it once; when that fails, the next call tries again. */
export function loadRewriteEngine(): Promise<RewriteEngine> {
  loading ??= import('@mqdeck/extensions/catalog').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Undefined until it is needed and has come. */
export function useRewriteEngine(isNeeded: boolean): RewriteEngine | undefined {
  const [engine, setEngine] = useState<RewriteEngine>()
  useEffect(() => {
    // Without it the page judges nothing; the broker does when the rules are saved.
    if (isNeeded) loadRewriteEngine().then(setEngine, () => undefined)
  }, [isNeeded])
  return engine
}
