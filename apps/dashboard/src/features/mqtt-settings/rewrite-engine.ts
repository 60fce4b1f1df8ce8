import { useEffect, useState } from 'react'

/** The rewrite code of the broker with its regular expression engine. It is large, so it is loaded on demand. */
export type RewriteEngine = typeof import('@mqdeck/broker/rewrite')

let loading: Promise<RewriteEngine> | undefined

/** Loads the engine once. After an error the next call tries again. */
export function loadRewriteEngine(): Promise<RewriteEngine> {
  loading ??= import('@mqdeck/broker/rewrite').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Undefined until it is needed and loaded. */
export function useRewriteEngine(isNeeded: boolean): RewriteEngine | undefined {
  const [engine, setEngine] = useState<RewriteEngine>()
  useEffect(() => {
    // Without the engine the rules are checked by the broker when they are saved.
    if (isNeeded) loadRewriteEngine().then(setEngine, () => undefined)
  }, [isNeeded])
  return engine
}
