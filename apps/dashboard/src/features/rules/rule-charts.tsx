import type { RuleMetrics } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import type { ChartLine } from '../../ui/time-chart/time-chart.tsx'
import { ratesOf, type Sample, SampleCharts } from '../integrations/index.ts'
import { messages } from './messages.ts'

interface RuleChartsProps {
  readonly samples: readonly Sample<RuleMetrics>[]
  readonly updatedAt: number | undefined
}

export function RuleCharts({ samples, updatedAt }: RuleChartsProps) {
  const texts = useMessages(messages)
  const { rate } = useFormat()
  const { runs, actions } = useLines(samples)
  const charts = [
    { title: texts.rateChart, lines: runs, formatValue: rate, height: 150 },
    { title: texts.actionChart, lines: actions, formatValue: rate, height: 150 },
  ]
  return <SampleCharts samples={samples} updatedAt={updatedAt} charts={charts} note={texts.chartNote} />
}

function useLines(samples: RuleChartsProps['samples']) {
  const { metrics: names } = useMessages(messages)
  return useMemo(() => {
    const line = (counter: keyof RuleMetrics, tone: ChartLine['tone']): ChartLine => {
      const values = ratesOf(samples, counter, counter === 'matched' ? 'matched.rate' : undefined)
      const isQuiet = tone === 'red' && values.every((value) => value === null || value === 0)
      return { label: names[counter], tone: isQuiet ? 'grey' : tone, values }
    }
    return {
      runs: [line('passed', 'accent'), line('matched', 'ink'), line('failed', 'red')],
      actions: [line('actions.success', 'accent'), line('actions.failed', 'red')],
    }
  }, [samples, names])
}
