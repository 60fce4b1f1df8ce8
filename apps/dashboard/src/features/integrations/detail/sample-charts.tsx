import { type ReactNode, useMemo } from 'react'
import { Section } from '../../../ui/index.ts'
import type { AxisMarks } from '../../../ui/time-chart/scale.ts'
import { type ChartLine, TimeChart } from '../../../ui/time-chart/time-chart.tsx'
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
  readonly samples: readonly Sample<unknown>[]
  readonly updatedAt: number | undefined
  readonly charts: readonly SampleChart[]
  /** Shown below the charts. */
  readonly note: ReactNode
}

/** Minimum length of the time axis in milliseconds. */
const shortest = 60_000

/** Charts of the last ten minutes with a common time axis, as far as the page was open. */
export function SampleCharts({ samples, updatedAt, charts, note }: SampleChartsProps) {
  const times = useMemo(() => samples.map(({ at }) => at), [samples])
  const to = updatedAt ?? samples.at(-1)?.at ?? 0
  // The line starts at the left, and the axis grows with it.
  const from = Math.min(to - shortest, Math.max(to - chartSpan, times[0] ?? to))
  return (
    <Section>
      <div className={styles.charts}>
        {charts.map(({ title, isWide = false, ...chart }) => (
          <div key={title} className={isWide ? styles.wide : undefined}>
            <h3 className={styles.title}>{title}</h3>
            <TimeChart {...chart} label={title} times={times} from={from} to={to} group="samples" />
          </div>
        ))}
        <p className={`${styles.note} ${styles.wide}`}>{note}</p>
      </div>
    </Section>
  )
}
