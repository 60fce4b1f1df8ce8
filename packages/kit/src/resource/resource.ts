import type { Clock } from '../clock.ts'
import { createBackoff } from './backoff.ts'
import { waitAtMost } from './wait-at-most.ts'

/** As on the wire. `inconsistent`, EMQX's word for a cluster whose nodes differ, is none of a resource. */
export type ResourceStatus = 'connected' | 'connecting' | 'disconnected' | 'stopped'

export interface ResourceState {
  readonly status: ResourceStatus
  /** Why it is not connected, in one sentence without secrets. */
  readonly reason: string | undefined
  /** Milliseconds since the epoch. */
  readonly since: number
}

/** How to reach one outside system. Reasons are thrown as errors whose messages carry no secrets. */
export interface ResourceType<C> {
  /** Aborted when it takes too long or nobody wants it any more. */
  readonly connect: (signal: AbortSignal) => Promise<C>
  /** Resolves when the other side still answers. */
  readonly check: (connection: C, signal: AbortSignal) => Promise<void>
  readonly close: (connection: C) => Promise<void>
  /** For connections that notice by themselves when they are lost: calls `tell` then, and a check follows at once. */
  readonly watch?: (connection: C, tell: () => void) => void
}

export interface ResourceOptions {
  readonly clock: Clock
  /** Milliseconds between two checks, and between two attempts to connect at most. */
  readonly healthInterval?: number
  /** Milliseconds that one attempt or one check may take. */
  readonly timeout?: number
  /** Milliseconds after which `start` resolves though the first attempt goes on. */
  readonly startTimeout?: number
}

/** A connection to an outside system, kept up: opened, checked, and opened again when it was lost. */
export interface Resource<C> {
  readonly state: () => ResourceState
  /** The open connection; undefined while there is none. */
  readonly current: () => C | undefined
  /** Resolves after the first attempt, whatever came of it. Of one that is started already: tries at once where it is down. */
  readonly start: () => Promise<void>
  /** Closes, and lets nothing more begin. */
  readonly stop: () => Promise<void>
  /** A new connection, whatever became of the one before. */
  readonly restart: () => Promise<void>
  /** A use has failed so that the connection may be lost: checks at once. */
  readonly suspect: () => void
  /** Called after each change of the status or its reason; the answer ends it. */
  readonly onChange: (listener: (state: ResourceState) => void) => () => void
}

const defaultInterval = 15_000
const defaultTimeout = 5_000
/** Milliseconds between the first two attempts to connect; they grow from there. */
const firstWait = 1_000

export function createResource<C>(
  type: ResourceType<C>,
  { clock, healthInterval = defaultInterval, timeout = defaultTimeout, startTimeout }: ResourceOptions,
): Resource<C> {
  const backoff = createBackoff(firstWait, healthInterval)
  let state: ResourceState = { status: 'stopped', reason: undefined, since: clock.now() }
  let connection: C | undefined
  let cancelNext: (() => void) | undefined
  let running: AbortController | undefined
  let round: Promise<void> | undefined
  const listeners = new Set<(state: ResourceState) => void>()

  return {
    state: () => state,
    current: () => connection,
    start,
    stop,
    async restart() {
      await stop()
      await start()
    },
    suspect() {
      if (running && !round) void look()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }

  async function start(): Promise<void> {
    if (running) {
      if (connection === undefined) await firstRound()
      return
    }
    running = new AbortController()
    backoff.reset()
    become('connecting')
    await firstRound()
  }

  async function firstRound(): Promise<void> {
    const first = look()
    if (startTimeout === undefined) return first
    let cancel = () => {}
    const enough = new Promise<void>((resolve) => {
      cancel = clock.after(startTimeout, resolve)
    })
    await Promise.race([first, enough])
    cancel()
  }

  async function stop(): Promise<void> {
    running?.abort()
    running = undefined
    cancelNext?.()
    await round
    await drop()
    become('stopped')
  }

  /** One round: check what is open, or open it; and plan the next. */
  function look(): Promise<void> {
    const wanted = running?.signal
    if (!wanted) return Promise.resolve()
    round ??= attempt(wanted).finally(() => {
      round = undefined
      const wait = connection === undefined ? backoff.next() : healthInterval
      if (!wanted.aborted) cancelNext = clock.after(wait, () => void look())
    })
    cancelNext?.()
    return round
  }

  async function attempt(wanted: AbortSignal): Promise<void> {
    try {
      if (connection === undefined) await open(wanted)
      else {
        const open = connection
        await inTime(wanted, (signal) => type.check(open, signal))
      }
      if (wanted.aborted) return
      backoff.reset()
      become('connected')
    } catch (error) {
      await drop()
      if (!wanted.aborted) become('disconnected', error instanceof Error ? error.message : String(error))
    }
  }

  async function open(wanted: AbortSignal): Promise<void> {
    let late = false
    const opened = await inTime(wanted, async (signal) => {
      const made = await type.connect(signal)
      if (late) await type.close(made)
      return made
    }).catch((error: unknown) => {
      late = true
      throw error
    })
    connection = opened
    type.watch?.(opened, () => {
      if (connection === opened && !wanted.aborted && !round) void look()
    })
  }

  /** Rejects when it takes too long, or when nobody wants it any more. */
  async function inTime<T>(wanted: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const own = new AbortController()
    const giveUp = () => own.abort(new Error('stopped'))
    const ended = new Promise<never>((_, reject) => {
      own.signal.addEventListener('abort', () => reject(own.signal.reason))
    })
    const cancel = clock.after(timeout, () => own.abort(new Error(`no answer within ${timeout} ms`)))
    wanted.addEventListener('abort', giveUp)
    try {
      return await Promise.race([work(own.signal), ended])
    } finally {
      cancel()
      wanted.removeEventListener('abort', giveUp)
    }
  }

  async function drop(): Promise<void> {
    const old = connection
    connection = undefined
    if (old === undefined) return
    // What was lost may refuse to be closed, too, or never say that it is.
    await waitAtMost(clock, timeout, () => type.close(old)).catch(() => undefined)
  }

  function become(status: ResourceStatus, reason?: string): void {
    if (state.status === status && state.reason === reason) return
    const since = state.status === status ? state.since : clock.now()
    state = { status, reason, since }
    for (const listener of [...listeners]) listener(state)
  }
}
