/** Intervals that keep running in a hidden tab. Keep alive and repeated sending depend on them. */
export interface Ticker {
  /** Returns an id for `clear`. */
  readonly set: (onTick: () => void, intervalMs: number) => number
  readonly clear: (id: number) => void
}

let shared: Ticker | undefined

/** The ticker of the page. Its worker starts on first use and keeps running. */
export function ticker(): Ticker {
  shared ??= typeof Worker === 'undefined' ? plainTicker() : workerTicker()
  return shared
}

function workerTicker(): Ticker {
  const worker = new Worker(new URL('./ticker.worker.ts', import.meta.url), { type: 'module' })
  const callbacks = new Map<number, () => void>()
  let lastId = 0
  worker.addEventListener('message', ({ data }: MessageEvent<number>) => callbacks.get(data)?.())
  return {
    set(onTick, intervalMs) {
      lastId += 1
      callbacks.set(lastId, onTick)
      worker.postMessage({ id: lastId, intervalMs })
      return lastId
    },
    clear(id) {
      callbacks.delete(id)
      worker.postMessage({ id })
    },
  }
}

/** For environments without workers. */
function plainTicker(): Ticker {
  const timers = new Map<number, ReturnType<typeof setInterval>>()
  let lastId = 0
  return {
    set(onTick, intervalMs) {
      lastId += 1
      timers.set(lastId, setInterval(onTick, intervalMs))
      return lastId
    },
    clear(id) {
      clearInterval(timers.get(id))
      timers.delete(id)
    },
  }
}
