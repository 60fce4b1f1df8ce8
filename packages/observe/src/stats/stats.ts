import type { Hooks } from '@mqdeck/broker'
import type { Clock } from '@mqdeck/kit'
import type { StatsSource } from '../sources.ts'
import { countsOf, higher, nothing, type StatsView, toView } from './stat-names.ts'

export interface StatsOptions {
  /** The broker fits it. */
  readonly source: StatsSource
  readonly clock: Clock
  readonly hooks: Pick<Hooks, 'on'>
  /** How many messages wait to be published later; none unless something delays. */
  readonly delayed?: () => number
}

/** EMQX's statistics of this node. */
export interface Stats {
  /** Begins to watch for new heights. */
  start(): void
  stop(): void
  read(): StatsView
}

/** How often to look, milliseconds; EMQX does as often. */
const interval = 1000

export function createStats({ source, clock, hooks, delayed = () => 0 }: StatsOptions): Stats {
  let highest = nothing
  let ends: readonly (() => void)[] = []
  let cancelLook: (() => void) | undefined

  const look = () => {
    const counts = countsOf(source.stats(), delayed())
    highest = higher(highest, counts)
    return counts
  }
  // A crowd that comes and goes within the interval leaves its mark too. Looking a moment later, once for all that came
  // meanwhile, keeps that cheap in a storm of connections.
  const lookSoon = () => {
    cancelLook ??= clock.after(0, () => {
      cancelLook = undefined
      look()
    })
  }
  const stop = () => {
    for (const end of ends) end()
    ends = []
    cancelLook?.()
    cancelLook = undefined
  }

  return {
    start() {
      stop()
      ends = [
        hooks.on('client.connected', lookSoon),
        hooks.on('session.subscribed', lookSoon),
        clock.every(interval, look),
      ]
    },
    stop,
    read() {
      const counts = look()
      return toView(counts, highest)
    },
  }
}
