import { type ReactNode, useMemo } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import type { AxisMarks } from '../../../ui/charts/scale.ts'
import { type ChartLine, TimeChart } from '../../../ui/charts/time-chart.tsx'
import { Section } from '../../../ui/index.ts'
import { overviewMessages } from './overview-messages.ts'
import styles from './sample-charts.module.css'
import { chartSpan, type Sample } from './samples.ts'

interface SampleChart {
  readonly title: string
  readonly lines: readonly ChartLine[]
  readonly height: number
  readonly isWide?: boolean
  readonly marks?: AxisMarks
  readonly formatValue?: (value: number) => string
}

export interface SampleChartsProps {
  readonly title?: ReactNode
  readonly samples: readonly Sample<unknown>[]
  readonly updatedAt: number | undefined
  readonly charts: readonly SampleChart[]
  /** False if the broker keeps no history, so that samples are collected while the dashboard is open. */
  readonly isKept: boolean
}

/** Minimum length of the time axis in milliseconds. */
const shortest = 60_000

/** Charts of the last hour with a common time axis, as far as there are samples. */
export function SampleCharts({ title, samples, updatedAt, charts, isKept }: SampleChartsProps) {
  const texts = useMessages(overviewMessages)
  const times = useMemo(() => samples.map(({ at }) => at), [samples])
  const to = updatedAt ?? samples.at(-1)?.at ?? 0
  // The line starts at the left, and the axis grows with it.
  const from = Math.min(to - shortest, Math.max(to - chartSpan, times[0] ?? to))
  const Heading = title === undefined ? 'h2' : 'h3'
  return (
    <Section title={title}>
      <div className={styles.charts}>
        {charts.map(({ title, isWide = false, ...chart }) => (
          <div key={title} className={isWide ? styles.wide : undefined}>
            <Heading className={styles.title}>{title}</Heading>
            {samples.length < 2 ? (
              <p className={styles.collecting} style={{ height: chart.height + legendHeight }}>
                {texts.collecting}
              </p>
            ) : (
              <TimeChart {...chart} label={title} times={times} from={from} to={to} group="samples" />
            )}
          </div>
        ))}
        {!isKept && <p className={`${styles.note} ${styles.wide}`}>{texts.chartNote}</p>}
      </div>
    </Section>
  )
}

/** Px, so that nothing moves when the chart appears. */
const legendHeight = 24
