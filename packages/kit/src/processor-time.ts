import { openSync, readSync } from 'node:fs'

/*
 * A limit for work that clients cause must not depend on the other programs of the machine: by the clock, a process that gets no
 * processor for 50 ms exceeds a limit of 40 ms without having worked.
 */

/** Linux counts the running slice of a thread in ticks of at most this length, in milliseconds. */
const tick = 5

interface Reading {
  /** `performance.now()` */
  readonly at: number
  /** Of all threads of this process, in milliseconds. */
  readonly process: number
  /** Of this thread. 0 if the system does not report it. */
  readonly thread: number
}

/** A second reading within this time, in milliseconds, is the first one. */
const fresh = 1

let last: Reading | undefined

/**
 * Starts to measure. The function returns the milliseconds that this thread has used of a processor since then. On Linux this is
 * exact to a few milliseconds. Elsewhere, the other threads of the process count as well.
 */
export function measureProcessorTime(): () => number {
  if (last === undefined || performance.now() - last.at > fresh) last = read()
  const start = last
  return () => {
    const end = read()
    const ofProcess = end.process - start.process
    return end.thread === 0 ? ofProcess : Math.min(ofProcess, end.thread - start.thread + tick)
  }
}

/** Returns whether this thread has used `ms` milliseconds of a processor since the call. */
export function processorLimit(ms: number): () => boolean {
  const earliest = performance.now() + ms
  const used = measureProcessorTime()
  return () => performance.now() >= earliest && used() >= ms
}

function read(): Reading {
  const { user, system } = process.cpuUsage()
  return { at: performance.now(), process: (user + system) / 1000, thread: readThread() }
}

const file = openThreadFile()
const buffer = Buffer.alloc(64)

/** The first number in the file are nanoseconds on a processor. */
function readThread(): number {
  if (file === undefined) return 0
  const length = readSync(file, buffer, 0, buffer.length, 0)
  return Number(buffer.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6
}

/** Refers to the thread that has opened it. Other systems than Linux, and some containers, do not have it. */
function openThreadFile(): number | undefined {
  try {
    return openSync('/proc/thread-self/schedstat', 'r')
  } catch {
    return undefined
  }
}
