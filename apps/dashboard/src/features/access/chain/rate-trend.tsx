import { useMemo, useState } from 'react'
import { type Loaded, useData } from '../../../api/query.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import type { RatePoint } from '../../../lib/numbers/recent-rate.ts'
import { TimeChart } from '../../../ui/charts/time-chart.tsx'
import { Dim, Section } from '../../../ui/index.ts'
import type { ChainStatus } from './chain-types.ts'
import { chainMessages } from './messages.ts'
import { accessRatesQuery } from './queries.ts'

const minute = 60_000
/** Milliseconds over which EMQX measures `rate`. */
const ratePeriod = 5000

interface RateTrendProps {
  readonly chain: 'authentication' | 'authorization'
  /** ID of the member. */
  readonly id: string
  readonly status: Loaded<ChainStatus>
}

/** Decisions per second in the past minute: recorded by the broker or, if it does not record them, collected since this page was opened. */
export function RateTrend({ chain, id, status }: RateTrendProps) {
  const texts = useMessages(chainMessages)
  const format = useFormat()
  const { data: recorded, isLoading } = useData(accessRatesQuery, undefined)
  const sampled = useSampledRates(status)
  const points = useMemo(
    () => (recorded ? recordedPoints(recorded[chain][id], recorded) : isLoading ? [] : sampled),
    [recorded, chain, id, isLoading, sampled],
  )
  const times = useMemo(() => points.map(({ time }) => time), [points])
  const lines = useMemo(
    () => [{ label: texts.trendLine, tone: 'accent' as const, values: points.map(({ value }) => value) }],
    [points, texts],
  )
  const to = recorded ? recorded.time_stamp : (status.updatedAt ?? 0)
  return (
    <Section title={texts.trend}>
      <TimeChart
        label={texts.trendLabel}
        times={times}
        lines={lines}
        from={to - minute}
        to={to}
        group="rate-trend"
        height={130}
        formatValue={format.rate}
      />
      {recorded === null && <Dim small>{texts.trendSinceOpened}</Dim>}
    </Section>
  )
}

/** Each point is at the end of the period that its rate covers. */
function recordedPoints(
  rates: readonly number[] = [],
  { time_stamp: end, interval }: { readonly time_stamp: number; readonly interval: number },
): readonly RatePoint[] {
  return rates.map((value, index) => ({ time: end - (rates.length - 1 - index) * interval, value }))
}

interface RateSample extends RatePoint {
  readonly total: number
}

/** The first sample is drawn over the period of its rate, each later one as the mean since the sample before. */
function useSampledRates({ data, updatedAt }: Loaded<ChainStatus>): readonly RatePoint[] {
  const [samples, setSamples] = useState<readonly RateSample[]>([])
  const last = samples.at(-1)
  if (data === undefined || updatedAt === undefined || (last && last.time >= updatedAt)) return samples
  const { total, rate }: ChainStatus['metrics'] = data.metrics
  const mean = last && total >= last.total ? ((total - last.total) * 1000) / (updatedAt - last.time) : rate
  const first = last ? [] : [{ time: updatedAt - ratePeriod, value: rate, total }]
  const recent = samples.filter(({ time }) => time >= updatedAt - 2 * minute)
  const next = [...recent, ...first, { time: updatedAt, value: mean, total }]
  setSamples(next)
  return next
}
