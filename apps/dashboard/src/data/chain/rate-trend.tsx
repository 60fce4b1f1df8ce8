import { getAccessRates } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import type { RatePoint } from '../../lib/recent-rate.ts'
import { Dim, Section } from '../../ui/index.ts'
import { TimeChart } from '../../ui/time-chart.tsx'
import { orIfMissing } from '../errors.ts'
import { defineQuery, type Loaded, refreshIntervals, useData } from '../query.ts'
import type { ChainStatus } from './chain-types.ts'
import { chainMessages } from './messages.ts'

/** A member of one of the two chains: an authenticator by its ID, a source by its type. */
export interface ChainMember {
  readonly chain: 'authentication' | 'authorization'
  readonly name: string
}

/** Null where the broker keeps only the present rate, as EMQX does. */
const accessRatesQuery = defineQuery({
  name: 'access-rates',
  load: (call, _: undefined, signal) => orIfMissing(call(getAccessRates, { signal }), null),
  poll: refreshIntervals.current,
})

const minute = 60_000
/** Milliseconds that EMQX's `rate` covers. */
const covered = 5000

/** Decisions per second in the past minute: as the broker has recorded it, or else as far as this page has seen it. */
export function RateTrend({ member, status }: { readonly member: ChainMember; readonly status: Loaded<ChainStatus> }) {
  const texts = useMessages(chainMessages)
  const format = useFormat()
  const { data: recorded, isLoading } = useData(accessRatesQuery, undefined)
  const seen = useSeenRates(status)
  const points = useMemo(
    () => (recorded ? recordedPoints(recorded[member.chain][member.name], recorded) : isLoading ? [] : seen),
    [recorded, member.chain, member.name, isLoading, seen],
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
      {recorded === null && <Dim small>{texts.trendSeen}</Dim>}
    </Section>
  )
}

/** Each rate stands at the end of the seconds that it covers. */
function recordedPoints(
  rates: readonly number[] = [],
  { time_stamp: end, interval }: { readonly time_stamp: number; readonly interval: number },
): readonly RatePoint[] {
  return rates.map((value, index) => ({ time: end - (rates.length - 1 - index) * interval, value }))
}

interface Answer extends RatePoint {
  readonly total: number
}

/** The first answer is drawn over the seconds that its rate covers, each later one as the mean since the answer before. */
function useSeenRates({ data, updatedAt }: Loaded<ChainStatus>): readonly RatePoint[] {
  const [answers, setAnswers] = useState<readonly Answer[]>([])
  const last = answers.at(-1)
  if (data === undefined || updatedAt === undefined || (last && last.time >= updatedAt)) return answers
  const { total, rate }: ChainStatus['metrics'] = data.metrics
  const mean = last && total >= last.total ? ((total - last.total) * 1000) / (updatedAt - last.time) : rate
  const first = last ? [] : [{ time: updatedAt - covered, value: rate, total }]
  const recent = answers.filter(({ time }) => time >= updatedAt - 2 * minute)
  const next = [...recent, ...first, { time: updatedAt, value: mean, total }]
  setAnswers(next)
  return next
}
