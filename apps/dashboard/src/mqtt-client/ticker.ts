/** Intervals that go on while the tab is hidden: keep alive and timed sending depend on them. */
export interface Ticker {
  /** Returns a number for `clear`. */
  readonly set: (turn: () => void, every: number) => number
  readonly clear: (id: number) => void
}

let shared: Ticker | undefined

/** The page's ticker; its worker starts with the first use and stays. */
export function ticker(): Ticker {
  shared ??= typeof Worker === 'undefined' ? plainTicker() : workerTicker()
  return shared
}

function workerTicker(): Ticker {
  const worker = new Worker(new URL('./ticker.worker.ts', import.meta.url), { type: 'module' })
  const turns = new Map<number, () => void>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<number>) => turns.get(data)?.())
  return {
    set(turn, every) {
      last += 1
      turns.set(last, turn)
      worker.postMessage({ id: last, every })
      return last
    },
    clear(id) {
      turns.delete(id)
      worker.postMessage({ id })
    },
  }
}

/** Where there are no workers. */
function plainTicker(): Ticker {
  const timers = new Map<number, ReturnType<typeof setInterval>>()
  let last = 0
  return {
    set(turn, every) {
      last += 1
      timers.set(last, setInterval(turn, every))
      return last
    },
    clear(id) {
      clearInterval(timers.get(id))
      timers.delete(id)
    },
  }
}
