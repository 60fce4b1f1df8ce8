/** Lets a few in at a time; the others wait in their order. */
export interface Gate {
  /** The answer lets the next one in. Rejects when it is given up, or closed. */
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
  /** Once, however often it is called. */
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
