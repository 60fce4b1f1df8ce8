import { Fifo } from '@mqdeck/kit'

/** Calls of one client run one after the other, in order. */
export interface Job {
  /** The client. */
  readonly key: string
  /** Whether something waits for the result. Such jobs start first. */
  readonly isAsking: boolean
  /** Bytes that the job keeps in memory. */
  readonly size: number
  /** Milliseconds since the epoch. It is not started afterwards. */
  readonly expiresAt: number
  /** Never rejects. */
  readonly run: () => Promise<void>
  /** Called instead of `run`. */
  readonly skip: (why: 'expired' | 'cleared') => void
}

interface Limits {
  /** Running jobs that ask. */
  readonly asking: number
  /** Running jobs that report. */
  readonly reporting: number
  /** Waiting jobs that ask. */
  readonly waitingAsks: number
  /** Waiting jobs that report. */
  readonly waitingReports: number
  /** Bytes of waiting jobs that report. */
  readonly bytes: number
}

export interface CallQueue {
  /** False if too much is waiting: the job is not accepted. */
  add(job: Job): boolean
  /** Skips everything that has not started. */
  clear(): void
  /** Starts jobs. Before, they only wait. */
  open(): void
  /** Waiting and running jobs. */
  readonly size: number
}

/** Jobs started in one turn of the event loop: each encodes a request. */
const startsPerTurn = 32

interface Lane {
  readonly waiting: Fifo<Job>
  isRunning: boolean
}

/** @param later runs a function in a later turn of the event loop */
export function createCallQueue(now: () => number, limits: Limits, later: (run: () => void) => void): CallQueue {
  const lanes = new Map<string, Lane>()
  /** Clients whose first job can start, by the kind of that job. */
  let asks = new Fifo<string>()
  let reports = new Fifo<string>()
  const running = { asking: 0, reporting: 0 }
  const waiting = { asks: 0, reports: 0, bytes: 0 }
  let isPlanned = false
  let isOpen = false

  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    later(() => {
      isPlanned = false
      pump()
    })
  }

  const count = ({ isAsking, size }: Job, by: 1 | -1) => {
    if (isAsking) waiting.asks += by
    else {
      waiting.reports += by
      waiting.bytes += by * size
    }
  }

  const makeReady = (key: string, lane: Lane) => {
    const next = lane.waiting.peek()
    if (next) (next.isAsking ? asks : reports).push(key)
    else lanes.delete(key)
  }

  const start = (key: string, lane: Lane, job: Job) => {
    const kind = job.isAsking ? 'asking' : 'reporting'
    running[kind] += 1
    lane.isRunning = true
    const done = () => {
      running[kind] -= 1
      lane.isRunning = false
      makeReady(key, lane)
      pump()
    }
    job.run().then(done, done)
  }

  const takeNext = (): string | undefined => {
    if (running.asking < limits.asking && asks.length > 0) return asks.shift()
    return running.reporting < limits.reporting ? reports.shift() : undefined
  }

  function pump(): void {
    if (!isOpen) return
    for (let starts = 0; ; starts += 1) {
      if (starts === startsPerTurn) {
        plan()
        return
      }
      const key = takeNext()
      if (key === undefined) return
      const lane = lanes.get(key)
      const job = lane?.waiting.shift()
      if (!lane || !job) continue
      count(job, -1)
      if (job.expiresAt > now()) start(key, lane, job)
      else {
        job.skip('expired')
        makeReady(key, lane)
      }
    }
  }

  const isFull = ({ isAsking, size }: Job) =>
    isAsking
      ? waiting.asks >= limits.waitingAsks
      : waiting.reports >= limits.waitingReports || (waiting.bytes > 0 && waiting.bytes + size > limits.bytes)

  return {
    add(job) {
      if (isFull(job)) return false
      count(job, 1)
      const lane = lanes.get(job.key) ?? { waiting: new Fifo<Job>(), isRunning: false }
      lanes.set(job.key, lane)
      lane.waiting.push(job)
      if (lane.isRunning || lane.waiting.length > 1) return true
      makeReady(job.key, lane)
      if (job.isAsking) pump()
      else plan()
      return true
    },
    clear() {
      asks = new Fifo()
      reports = new Fifo()
      for (const [key, lane] of [...lanes]) {
        for (let job = lane.waiting.shift(); job; job = lane.waiting.shift()) {
          count(job, -1)
          job.skip('cleared')
        }
        if (!lane.isRunning) lanes.delete(key)
      }
    },
    open() {
      isOpen = true
      plan()
    },
    get size() {
      return waiting.asks + waiting.reports + running.asking + running.reporting
    },
  }
}
