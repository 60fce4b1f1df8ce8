import type { Hooks } from '@mqdeck/broker'
import type { Clock } from '@mqdeck/kit'
import type { StatsSource } from '../sources.ts'
import { countsOf, maxCounts, type StatsView, toView, zeroCounts } from './stat-names.ts'

export interface StatsOptions {
  /** Implemented by the broker. */
  readonly source: StatsSource
  readonly clock: Clock
  readonly hooks: Pick<Hooks, 'on'>
  /** Number of delayed messages. Defaults to 0. */
  readonly delayed?: () => number
}

/** EMQX's statistics of this node. */
export interface Stats {
  /** Starts recording maximums. */
  start(): void
  stop(): void
  read(): StatsView
}

/** Sampling interval, as in EMQX. */
const intervalMs = 1000

export function createStats({ source, clock, hooks, delayed = () => 0 }: StatsOptions): Stats {
  let highest = zeroCounts
  let removers: readonly (() => void)[] = []
  let cancelSample: (() => void) | undefined

  const sample = () => {
    const counts = countsOf(source.stats(), delayed())
    highest = maxCounts(highest, counts)
    return counts
  }
  // Also records maximums of less than the interval. Sampling once after all pending events keeps this cheap during many
  // simultaneous connects.
  const sampleSoon = () => {
    cancelSample ??= clock.after(0, () => {
      cancelSample = undefined
      sample()
    })
  }
  const stop = () => {
    for (const remove of removers) remove()
    removers = []
    cancelSample?.()
    cancelSample = undefined
  }

  return {
    start() {
      stop()
      removers = [
        hooks.on('client.connected', sampleSoon),
        hooks.on('session.subscribed', sampleSoon),
        clock.every(intervalMs, sample),
      ]
    },
    stop,
    read() {
      const counts = sample()
      return toView(counts, highest)
    },
  }
}
