import type { Clock, Log, Store } from '@mqdeck/kit'
import type { MetricSource, StatsSource } from '../sources.ts'
import { openHistory } from './history.ts'
import { countsBetween, type Reading, ratesBetween } from './rates.ts'
import { noCounts, readCounts } from './sample.ts'
import {
  type ClusterCurrent,
  type ClusterSample,
  type NodeCurrent,
  type NodeSample,
  type OwnSample,
  toClusterCurrent,
  toClusterSample,
  toNodeCurrent,
  toNodeSample,
  toOwnSample,
  toSample,
} from './views.ts'

export interface MonitorOptions {
  readonly store: Store
  readonly clock: Clock
  /** Implemented by the broker. */
  readonly source: MetricSource & StatsSource
  /** Start of the counters in milliseconds since the epoch. */
  readonly startedAt: number
  readonly log: Log
}

/** The series behind `/monitor` and the rates behind `/monitor_current`, of a cluster of one node. */
export interface Monitor {
  /** Starts sampling every 10 s of the clock. */
  start(): void
  /** Stops sampling. Resolves when all samples are stored. */
  stop(): Promise<void>
  /**
   * Samples of the `latest` seconds, or of the whole history (7 days), oldest first. The interval is 10 s up to 1 h, 1 minute
   * up to 1 day, 5 minutes up to 3 days and 10 minutes beyond. There are no samples while the node was stopped.
   */
  series(latest?: number): readonly ClusterSample[]
  nodeSeries(latest?: number): readonly NodeSample[]
  /** Counts that EMQX does not sample, at the same times. */
  ownSeries(latest?: number): readonly OwnSample[]
  current(): ClusterCurrent
  nodeCurrent(): NodeCurrent
  /** Deletes the history (`DELETE /monitor`). */
  clear(): Promise<void>
}

/** Sampling interval. */
const intervalMs = 10_000

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
  // EMQX measures from the last sample. Shortly after it the period is too short, so use the sample before.
  const rates = () => {
    const now = read()
    return ratesBetween(now.time - last.time < intervalMs / 2 ? previous : last, now)
  }
  const samples = (latest = Number.POSITIVE_INFINITY) => history.read(clock.now(), latest * 1000)

  return {
    start() {
      stopTicks()
      stopTicks = everyTick(clock, intervalMs, sample)
    },
    async stop() {
      stopTicks()
      await stored
    },
    series: (latest) => samples(latest).map(toClusterSample),
    nodeSeries: (latest) => samples(latest).map(toNodeSample),
    ownSeries: (latest) => samples(latest).map(toOwnSample),
    current: () => toClusterCurrent(rates(), source.stats()),
    nodeCurrent: () => toNodeCurrent(rates(), source.stats(), clock.now() - startedAt),
    clear: () => history.clear(),
  }
}

/** Milliseconds that a timer may fire early. */
const toleranceMs = 100

/**
 * Calls at each multiple of `interval` (milliseconds) of the clock, with the time of that multiple. Does not drift, since each
 * delay is calculated from the clock. After the machine slept, there is one late call for the last multiple. If the clock is
 * set back, times are repeated.
 */
function everyTick(clock: Clock, interval: number, call: (tick: number) => void): () => void {
  let cancel = () => {}
  const startOf = (time: number) => time - (time % interval)
  const schedule = (due: number) => {
    cancel = clock.after(due - clock.now(), () => onTimer(due))
  }
  const onTimer = (due: number) => {
    const now = clock.now()
    const isEarly = now < due && due - now < toleranceMs
    const tick = isEarly ? due : startOf(now)
    schedule(tick + interval)
    call(tick)
  }
  schedule(startOf(clock.now()) + interval)
  return () => cancel()
}
