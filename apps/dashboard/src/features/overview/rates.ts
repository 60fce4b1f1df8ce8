import type { MessageQueues, MonitorCurrent } from '@mqdeck/contract'
import { useMemo } from 'react'
import { type Loaded, useData } from '../../api/index.ts'
import type { MonitorSeries } from '../../lib/numbers/monitor-series.ts'
import type { RatePoint } from '../../lib/numbers/recent-rate.ts'
import { useCounterRates } from './history/counter-rates.ts'
import type { CounterName } from './history/queries.ts'
import { useHasOwnApi } from './own-api.ts'
import { maxScanned, queuesQuery, recentLossQuery, scannedQueuesQuery } from './queries.ts'

/** Rates of counters over the last minutes, oldest first. */
export interface RecentRates {
  readonly points: (name: CounterName) => readonly RatePoint[]
  /** The time at the right end, in milliseconds. */
  readonly now: number
  /** The recorded losses are still unknown. */
  readonly isLoading: boolean
}

/** The recorded losses, and the losses that the dashboard has measured since. */
export function useRecentRates(): RecentRates {
  const hasOwn = useHasOwnApi()
  const {
    data: recorded,
    updatedAt: recordedAt = 0,
    isLoading,
  } = useData(recentLossQuery, undefined, { enabled: hasOwn })
  const measured = useCounterRates(true)
  return useMemo(() => {
    const points = (name: CounterName) => [
      ...(recorded ? toPoints(recorded.times, recorded.rates(name)) : []),
      ...toPoints(measured.times, measured.rates(name)).filter(({ time }) => !recorded || time > recordedAt),
    ]
    return { points, now: Math.max(recordedAt, measured.times.at(-1) ?? 0), isLoading }
  }, [recorded, recordedAt, isLoading, measured])
}

const toPoints = (times: readonly number[], values: readonly (number | null)[]): readonly RatePoint[] =>
  times.flatMap((time, index) => {
    const value = values[index]
    return value === null || value === undefined ? [] : [{ time, value }]
  })

/** The time since which the rate is above zero without a break; undefined if it is zero. */
export function sinceOf(points: readonly RatePoint[]): number | undefined {
  const lastZero = points.findLastIndex(({ value }) => value === 0)
  return points[lastZero + 1]?.time
}

/** Recorded values until the history was read, and every answer since. */
export function joinPoints(
  { data: history, updatedAt = 0 }: Loaded<MonitorSeries>,
  counter: string,
  answers: readonly RatePoint[],
): readonly RatePoint[] {
  return [
    ...toPoints(history?.times ?? [], history?.rates(counter) ?? []),
    ...answers.filter(({ time }) => time > updatedAt),
  ]
}

interface Queues {
  /** Undefined while unknown, and for clusters with very many sessions. */
  readonly queues: MessageQueues | undefined
  readonly isLoading: boolean
}

/** The message queues of all sessions. */
export function useQueues(current: MonitorCurrent | undefined): Queues {
  const hasOwn = useHasOwnApi()
  const own = useData(queuesQuery, undefined, { enabled: hasOwn })
  const isScanned = (!hasOwn || own.data === null) && current !== undefined && current.connections <= maxScanned
  const scanned = useData(scannedQueuesQuery, undefined, { enabled: isScanned })
  return { queues: own.data ?? scanned.data, isLoading: own.isLoading }
}
