import { messageOf } from '@mqdeck/contract'
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
  readonly watch?: (connection: C, onLost: () => void) => void
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
  /** Time of the next attempt to connect, in milliseconds since the epoch. Undefined while connected or stopped. */
  readonly nextAttempt: () => number | undefined
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
  let nextAt: number | undefined
  let running: AbortController | undefined
  let currentCheck: Promise<void> | undefined
  const listeners = new Set<(state: ResourceState) => void>()

  return {
    state: () => state,
    current: () => connection,
    nextAttempt: () => (running && connection === undefined ? nextAt : undefined),
    start,
    stop,
    async restart() {
      await stop()
      await start()
    },
    suspect() {
      if (running && !currentCheck) void check()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }

  async function start(): Promise<void> {
    if (running) {
      if (connection === undefined) await firstCheck()
      return
    }
    running = new AbortController()
    backoff.reset()
    setState('connecting')
    await firstCheck()
  }

  async function firstCheck(): Promise<void> {
    const first = check()
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
    await currentCheck
    await closeConnection()
    setState('stopped')
  }

  /** Checks the open connection, or opens one, and schedules the next check. */
  function check(): Promise<void> {
    const stopSignal = running?.signal
    if (!stopSignal) return Promise.resolve()
    currentCheck ??= attempt(stopSignal).finally(() => {
      currentCheck = undefined
      const wait = connection === undefined ? backoff.next() : healthInterval
      if (stopSignal.aborted) return
      nextAt = clock.now() + wait
      cancelNext = clock.after(wait, () => void check())
    })
    nextAt = undefined
    cancelNext?.()
    return currentCheck
  }

  async function attempt(stopSignal: AbortSignal): Promise<void> {
    try {
      if (connection === undefined) await open(stopSignal)
      else {
        const open = connection
        await withTimeout(stopSignal, (signal) => type.check(open, signal))
      }
      if (stopSignal.aborted) return
      backoff.reset()
      setState('connected')
    } catch (error) {
      await closeConnection()
      if (!stopSignal.aborted) setState('disconnected', messageOf(error))
    }
  }

  async function open(stopSignal: AbortSignal): Promise<void> {
    let isLate = false
    const opened = await withTimeout(stopSignal, async (signal) => {
      const newConnection = await type.connect(signal)
      if (isLate) await type.close(newConnection)
      return newConnection
    }).catch((error: unknown) => {
      isLate = true
      throw error
    })
    connection = opened
    type.watch?.(opened, () => {
      if (connection === opened && !stopSignal.aborted && !currentCheck) void check()
    })
  }

  /** Rejects on timeout, or when the resource stops. */
  async function withTimeout<T>(stopSignal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    const onStop = () => controller.abort(new Error('stopped'))
    const ended = new Promise<never>((_, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
    })
    const cancel = clock.after(timeout, () => controller.abort(new Error(`no answer within ${timeout} ms`)))
    stopSignal.addEventListener('abort', onStop)
    try {
      return await Promise.race([work(controller.signal), ended])
    } finally {
      cancel()
      stopSignal.removeEventListener('abort', onStop)
    }
  }

  async function closeConnection(): Promise<void> {
    const old = connection
    connection = undefined
    if (old === undefined) return
    // Closing a lost connection may fail or never finish.
    await waitAtMost(clock, timeout, () => type.close(old)).catch(() => undefined)
  }

  function setState(status: ResourceStatus, reason?: string): void {
    if (state.status === status && state.reason === reason) return
    const since = state.status === status ? state.since : clock.now()
    state = { status, reason, since }
    for (const listener of [...listeners]) listener(state)
  }
}
