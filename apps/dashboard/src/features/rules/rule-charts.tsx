import { useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Section } from '../../ui/index.ts'
import { type ChartLine, TimeChart } from '../../ui/time-chart.tsx'
import { messages } from './messages.ts'
import styles from './rule-overview.module.css'
import { chartSpan, ratesOf, type Sample } from './rule-samples.ts'

interface RuleChartsProps {
  readonly samples: readonly Sample[]
  readonly updatedAt: number | undefined
}

/** Milliseconds that the axis has at least. */
const shortest = 60_000

/** The figures over the last ten minutes, as far as somebody has looked. */
export function RuleCharts({ samples, updatedAt }: RuleChartsProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const times = useMemo(() => samples.map(({ at }) => at), [samples])
  const { runs, actions } = useLines(samples)
  const to = updatedAt ?? samples.at(-1)?.at ?? 0
  const from = Math.min(to - shortest, Math.max(to - chartSpan, times[0] ?? to))
  const frame = { times, from, to, group: 'rule', formatValue: format.rate, height: 150 } as const
  return (
    <Section>
      <div className={styles.charts}>
        <div>
          <h3 className={styles.chartTitle}>{texts.rateChart}</h3>
          <TimeChart {...frame} label={texts.rateChart} lines={runs} />
        </div>
        <div>
          <h3 className={styles.chartTitle}>{texts.actionChart}</h3>
          <TimeChart {...frame} label={texts.actionChart} lines={actions} />
        </div>
        <p className={`${styles.note} ${styles.wide}`}>{texts.chartNote}</p>
      </div>
    </Section>
  )
}

function useLines(samples: readonly Sample[]) {
  const { metrics: names } = useMessages(messages)
  return useMemo(() => {
    const line = (counter: keyof Sample['metrics'], tone: ChartLine['tone']): ChartLine => {
      const values = ratesOf(samples, counter)
      const isQuiet = tone === 'red' && values.every((value) => value === null || value === 0)
      return { label: names[counter], tone: isQuiet ? 'grey' : tone, values }
    }
    return {
      runs: [line('passed', 'accent'), line('matched', 'ink'), line('failed', 'red')],
      actions: [line('actions.success', 'accent'), line('actions.failed', 'red')],
    }
  }, [samples, names])
}
