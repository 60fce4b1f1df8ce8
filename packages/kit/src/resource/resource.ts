import type { Clock } from '../clock.ts'
import { createBackoff } from './backoff.ts'
import { waitAtMost } from './wait-at-most.ts'

/**
 * As on the wire. `inconsistent`, EMQX's status of a cluster whose nodes differ, does not apply to a single resource.
 */
export type ResourceStatus = 'connected' | 'connecting' | 'disconnected' | 'stopped'

export interface ResourceState {
  readonly status: ResourceStatus
  /** Why it is not connected, in one sentence without secrets. */
  readonly reason: string | undefined
  /** Milliseconds since the epoch. */
  readonly since: number
}

/** How to connect to one external system. Failures are thrown as errors whose messages contain no secrets. */
export interface ResourceType<C> {
  /** `signal` aborts on timeout or when the resource stops. */
  readonly connect: (signal: AbortSignal) => Promise<C>
  /** Resolves if the system responds. */
  readonly check: (connection: C, signal: AbortSignal) => Promise<void>
  readonly close: (connection: C) => Promise<void>
  /** For connections that detect their own loss: calls `onLost`, and a check follows immediately. */
  readonly watch?: (connection: C, tell: () => void) => void
}

export interface ResourceOptions {
  readonly clock: Clock
  /** Milliseconds between two checks, and longest delay between two attempts to connect. */
  readonly healthInterval?: number
  /** Milliseconds that an attempt or a check may take. */
  readonly timeout?: number
  /** Milliseconds after which `start` resolves even though the first attempt continues. */
  readonly startTimeout?: number
}

/** A connection to an external system that is opened, checked, and reopened when it is lost. */
export interface Resource<C> {
  readonly state: () => ResourceState
  /** The open connection; undefined while there is none. */
  readonly current: () => C | undefined
  /**
   * Resolves after the first attempt, whether it succeeded or not. If already started and down, tries again
   * immediately.
   */
  readonly start: () => Promise<void>
  /** Closes the connection and stops all attempts. */
  readonly stop: () => Promise<void>
  /** Opens a new connection in any state. */
  readonly restart: () => Promise<void>
  /** To be called if a request failed in a way that suggests a lost connection. Checks immediately. */
  readonly suspect: () => void
  /** Called after each change of the status or its reason. Returns a function that removes the listener. */
  readonly onChange: (listener: (state: ResourceState) => void) => () => void
}

const defaultInterval = 15_000
const defaultTimeout = 5_000
/** Milliseconds between the first two attempts to connect; later delays grow. */
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

  /** Checks the open connection, or opens one, and schedules the next check. */
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

  /** Rejects on timeout, or when the resource stops. */
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
    // Closing a lost connection may fail or never finish.
    await waitAtMost(clock, timeout, () => type.close(old)).catch(() => undefined)
  }

  function become(status: ResourceStatus, reason?: string): void {
    if (state.status === status && state.reason === reason) return
    const since = state.status === status ? state.since : clock.now()
    state = { status, reason, since }
    for (const listener of [...listeners]) listener(state)
  }
}
