import type { RuleMetrics } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import type { ChartLine } from '../../ui/charts/time-chart.tsx'
import { ratesOf, type Sample, SampleCharts } from '../integrations/index.ts'
import { messages } from './messages.ts'

interface RuleChartsProps {
  readonly samples: readonly Sample<Partial<RuleMetrics>>[]
  readonly updatedAt: number | undefined
  readonly isKept: boolean
}

/** The runs and actions of a rule per second. Only errors are red. */
export function RuleCharts({ samples, updatedAt, isKept }: RuleChartsProps) {
  const texts = useMessages(messages)
  const { rate } = useFormat()
  const { runs, actions } = useLines(samples)
  const charts = [
    { title: texts.rateChart, isWide: true, lines: runs, formatValue: rate, height: 150 },
    { title: texts.actionChart, isWide: true, lines: actions, formatValue: rate, height: 120 },
  ]
  return (
    <SampleCharts title={texts.throughput} samples={samples} updatedAt={updatedAt} charts={charts} isKept={isKept} />
  )
}

function useLines(samples: RuleChartsProps['samples']) {
  const { metrics: names } = useMessages(messages)
  return useMemo(() => {
    const line = (counter: keyof typeof names, tone: ChartLine['tone']): ChartLine => {
      const values = ratesOf(samples, counter)
      const isQuiet = tone === 'red' && values.every((value) => value === null || value === 0)
      return { label: names[counter], tone: isQuiet ? 'grey' : tone, values }
    }
    return {
      runs: [line('passed', 'accent'), line('failed.no_result', 'ink'), line('failed.exception', 'red')],
      actions: [line('actions.success', 'accent'), line('actions.failed', 'red'), line('actions.discarded', 'red')],
    }
  }, [samples, names])
}
