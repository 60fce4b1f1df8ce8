import type { IntegrationMetrics } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import type { ChartLine } from '../../../ui/charts/time-chart.tsx'
import type { ChannelKind } from '../kinds.ts'
import { overviewMessages } from './overview-messages.ts'
import { SampleCharts, type SampleChartsProps } from './sample-charts.tsx'
import { ratesOf, type Sample } from './samples.ts'

export const dropReasons = ['expired', 'queue_full', 'resource_stopped', 'resource_not_found', 'other'] as const

interface ChannelChartsProps {
  readonly kind: ChannelKind
  readonly samples: readonly Sample<Partial<IntegrationMetrics>>[]
  readonly updatedAt: number | undefined
  readonly isKept: boolean
}

export function ChannelCharts({ kind, samples, updatedAt, isKept }: ChannelChartsProps) {
  const texts = useMessages(overviewMessages)
  const { rate } = useFormat()
  const { rates, buffer, dropped } = useLines(samples)
  const rateChart = { title: texts.rateChart, isWide: true, formatValue: rate, height: 170 }
  const charts: SampleChartsProps['charts'] =
    kind === 'source'
      ? [{ ...rateChart, lines: rates.source }]
      : [
          { ...rateChart, lines: rates.action },
          { title: texts.bufferChart, lines: buffer, marks: 'whole', height: 130 },
          { title: texts.droppedChart, lines: dropped, formatValue: rate, height: 130 },
        ]
  return <SampleCharts samples={samples} updatedAt={updatedAt} charts={charts} isKept={isKept} />
}

/** There are colours for the three most frequent reasons. */
const reasonTones = ['ink', 'accent', 'grey'] as const

function commonReasons(samples: ChannelChartsProps['samples']) {
  const newest = samples.at(-1)?.metrics
  const countOf = (reason: (typeof dropReasons)[number]) => newest?.[`dropped.${reason}`] ?? 0
  return dropReasons
    .filter((reason) => countOf(reason) > 0)
    .toSorted((a, b) => countOf(b) - countOf(a))
    .slice(0, reasonTones.length)
}

function useLines(samples: ChannelChartsProps['samples']) {
  const texts = useMessages(overviewMessages)
  return useMemo(() => {
    const line = (label: string, tone: ChartLine['tone'], values: ChartLine['values']): ChartLine => ({
      label,
      tone,
      values,
    })
    const trouble = (label: string, values: ChartLine['values']) =>
      line(label, values.some((value) => value !== null && value > 0) ? 'red' : 'grey', values)
    return {
      rates: {
        action: [
          line(texts.sent, 'accent', ratesOf(samples, 'success')),
          trouble(texts.failed, ratesOf(samples, 'failed')),
          line(texts.matched, 'ink', ratesOf(samples, 'matched', 'rate')),
        ],
        source: [line(texts.received, 'accent', ratesOf(samples, 'received', 'rate'))],
      },
      buffer: [
        line(
          texts.queuing,
          'accent',
          samples.map(({ metrics }) => metrics.queuing ?? 0),
        ),
        line(
          texts.inflight,
          'ink',
          samples.map(({ metrics }) => metrics.inflight ?? 0),
        ),
      ],
      dropped: [
        trouble(texts.dropped, ratesOf(samples, 'dropped')),
        ...commonReasons(samples).map((reason, index) =>
          line(texts.reasonNames[reason], reasonTones[index] ?? 'grey', ratesOf(samples, `dropped.${reason}`)),
        ),
      ],
    }
  }, [samples, texts])
}
