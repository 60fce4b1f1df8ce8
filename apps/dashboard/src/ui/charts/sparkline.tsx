import type { RatePoint } from '../../lib/numbers/recent-rate.ts'
import { axisFor } from './scale.ts'
import styles from './sparkline.module.css'

export interface SparklineProps {
  /** Oldest first. */
  readonly points: readonly RatePoint[]
  /** Time at the right end, in milliseconds, and the time span of the line. */
  readonly now: number
  readonly span: number
  readonly tone?: 'accent' | 'ink' | 'red'
  /** Px. */
  readonly height?: number
}

const width = 1000

/** A small line chart from zero without axes, next to the same value as text; hidden from screen readers. */
export function Sparkline({ points, now, span, tone = 'accent', height = 32 }: SparklineProps) {
  const shown = points.filter(({ time }) => time >= now - span && time <= now)
  const { top } = axisFor(Math.max(0, ...shown.map(({ value }) => value)))
  const x = (time: number) => Math.round(width - ((now - time) / span) * width)
  const y = (value: number) => (height - 1 - (value / top) * (height - 3)).toFixed(1)
  const line = shown.map(({ time, value }) => `${x(time)} ${y(value)}`).join(' L')
  const [first, last] = [shown[0], shown.at(-1)]
  return (
    <svg
      className={styles[tone]}
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      width="100%"
      preserveAspectRatio="none"
      aria-hidden
    >
      <path
        className={styles.base}
        d={`M0 ${height - 0.5} L${width} ${height - 0.5}`}
        vectorEffect="non-scaling-stroke"
      />
      {first && last && shown.length > 1 && (
        <>
          <path className={styles.area} d={`M${line} L${x(last.time)} ${height} L${x(first.time)} ${height} Z`} />
          <path className={styles.line} d={`M${line}`} vectorEffect="non-scaling-stroke" />
        </>
      )}
    </svg>
  )
}
