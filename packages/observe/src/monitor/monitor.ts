import type { Clock, Log, Store } from '@mqdeck/kit'
import type { MetricSource, StatsSource } from '../sources.ts'
import { openHistory } from './history.ts'
import { countsBetween, type Reading, ratesBetween } from './rates.ts'
import { noCounts, readCounts } from './sample.ts'
import { everyTick } from './ticks.ts'
import {
  type ClusterCurrent,
  type ClusterSample,
  type NodeCurrent,
  type NodeSample,
  toClusterCurrent,
  toClusterSample,
  toNodeCurrent,
  toNodeSample,
  toSample,
} from './views.ts'

export interface MonitorOptions {
  readonly store: Store
  readonly clock: Clock
  /** The broker fits it. */
  readonly source: MetricSource & StatsSource
  /** When the counters were at zero, milliseconds since the epoch. */
  readonly startedAt: number
  readonly log: Log
}

/** The series behind `/monitor` and the rates behind `/monitor_current`, of a cluster of one node. */
export interface Monitor {
  /** Begins to sample, each 10 s of the clock. */
  start(): void
  /** Ends sampling; resolves when what was sampled is stored. */
  stop(): Promise<void>
  /**
   * Oldest first, of the `latest` seconds, or of all that is kept (7 days): up to 1 h each 10 s, up to 1 day each minute, up
   * to 3 days each 5 minutes, beyond each 10 minutes. When the node was off, nothing stands there.
   */
  series(latest?: number): readonly ClusterSample[]
  nodeSeries(latest?: number): readonly NodeSample[]
  current(): ClusterCurrent
  nodeCurrent(): NodeCurrent
  /** Forgets the history: `DELETE /monitor`. */
  clear(): Promise<void>
}

/** Milliseconds. */
const interval = 10_000

export function createMonitor({ store, clock, source, startedAt, log }: MonitorOptions): Monitor {
  const history = openHistory(store)
  let previous: Reading = { time: startedAt, counts: noCounts }
  let last = previous
  let stored: Promise<void> = Promise.resolve()
  let stopTicks = () => {}

  const read = (): Reading => ({ time: clock.now(), counts: readCounts(source) })
  const sample = (tick: number) => {
    const reading = read()
    stored = history.add(toSample(tick, countsBetween(last, reading), source.stats())).catch((error: unknown) => {
      log.warn({ error }, 'monitor_sample_store_failed')
    })
    previous = last
    last = reading
  }
  // EMQX measures from the last sample on. Just after it that says little, so then from the one before.
  const rates = () => {
    const now = read()
    return ratesBetween(now.time - last.time < interval / 2 ? previous : last, now)
  }
  const samples = (latest = Number.POSITIVE_INFINITY) => history.read(clock.now(), latest * 1000)

  return {
    start() {
      stopTicks()
      stopTicks = everyTick(clock, interval, sample)
    },
    async stop() {
      stopTicks()
      await stored
    },
    series: (latest) => samples(latest).map(toClusterSample),
    nodeSeries: (latest) => samples(latest).map(toNodeSample),
    current: () => toClusterCurrent(rates(), source.stats()),
    nodeCurrent: () => toNodeCurrent(rates(), source.stats(), clock.now() - startedAt),
    clear: () => history.clear(),
  }
}
