/** Limits concurrency. Waiting callers proceed in order. */
export interface Gate {
  /** Returns a function that releases the slot. Rejects if it is aborted or closed. */
  readonly enter: (signal?: AbortSignal) => Promise<() => void>
  readonly close: (why: Error) => void
}

export function createGate(most: number): Gate {
  let inside = 0
  let closed: Error | undefined
  const waiting = new Set<{ readonly resolve: () => void; readonly reject: (error: Error) => void }>()
  const leave = () => {
    inside -= 1
    const [next] = waiting
    if (!next) return
    waiting.delete(next)
    inside += 1
    next.resolve()
  }
  /** Further calls have no effect. */
  const pass = () => {
    let isInside = true
    return () => {
      if (isInside) leave()
      isInside = false
    }
  }
  return {
    async enter(signal) {
      if (closed) throw closed
      if (inside < most) inside += 1
      else
        await new Promise<void>((resolve, reject) => {
          const one = { resolve, reject }
          waiting.add(one)
          signal?.addEventListener('abort', () => {
            if (waiting.delete(one)) reject(new Error('given up'))
          })
        })
      return pass()
    },
    close(why) {
      closed = why
      for (const { reject } of waiting) reject(why)
      waiting.clear()
    },
  }
}
