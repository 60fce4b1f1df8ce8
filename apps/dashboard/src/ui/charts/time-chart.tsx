import { type ReactNode, useMemo, useState } from 'react'
import { type Format, useFormat, useMessages } from '../../i18n/index.ts'
import { summarize } from '../../lib/numbers/monitor-series.ts'
import { Button } from '../buttons/button.tsx'
import { useTimeText } from '../text/use-now.ts'
import { timeChartMessages } from './messages.ts'
import type { PlotCursor, PlotInput } from './plot.ts'
import type { AxisMarks } from './scale.ts'
import styles from './time-chart.module.css'
import { usePlot } from './use-plot.ts'

/** For lines of equal importance: nodes side by side. */
export const seriesTones = [
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
  'series-7',
  'series-8',
] as const

export interface ChartLine {
  readonly label: string
  /** `accent` for the main line, `ink` for the second, `red` for errors and drops, `grey` while their value is zero. */
  readonly tone: 'accent' | 'ink' | 'red' | 'grey' | (typeof seriesTones)[number]
  /** One value for each time; null is a gap. */
  readonly values: readonly (number | null)[]
}

export interface TimeChartProps {
  /** Accessible name with the unit: "Messages per second". */
  readonly label: string
  /** Milliseconds, ascending. */
  readonly times: readonly number[]
  readonly lines: readonly ChartLine[]
  /** The time axis, in milliseconds; the same for all charts of a page, also where a chart has less data. */
  readonly from: number
  readonly to: number
  /** Charts with the same group share their cursor. */
  readonly group: string
  /** Px. */
  readonly height?: number
  readonly formatValue?: (value: number) => string
  /** Marks of the axis: `whole` for counts, `bytes` with `format.bytes`. */
  readonly marks?: AxisMarks
  /** Adds minimum and maximum to the legend. */
  readonly detailed?: boolean
  /** Hides the legend, where the page has one for several charts. */
  readonly bare?: boolean
  /** Marked at the top of the chart, such as alarms. */
  readonly events?: readonly ChartEvent[]
  /** Without values: when the first one is expected, in milliseconds. */
  readonly expectedAt?: number | undefined
  /** The part of the time axis that is enlarged by dragging; the chart has its own unless several charts share one. */
  readonly zoom?: ChartZoom
}

export interface ChartEvent {
  /** Milliseconds. */
  readonly time: number
  readonly label: string
}

/** A part of the time axis, in milliseconds. */
interface TimeSpan {
  readonly from: number
  readonly to: number
}

export interface ChartZoom {
  readonly shown: TimeSpan | undefined
  readonly onChange: (shown: TimeSpan | undefined) => void
}

/** For several charts that are enlarged together. */
export function useChartZoom(): ChartZoom {
  const [shown, onChange] = useState<TimeSpan>()
  return useMemo(() => ({ shown, onChange }), [shown])
}

const colors: Readonly<Partial<Record<ChartLine['tone'], string>>> = {
  accent: '--accent-line',
  ink: '--ink-dim',
  red: '--red-dot',
  grey: '--line-strong',
}
const colorOf = (tone: ChartLine['tone']): string => colors[tone] ?? `--${tone}`

/** Lengths of dashes and gaps in px. Lines do not differ by colour only. A `red` line is `grey` while it is zero. */
const dashes: Readonly<Partial<Record<ChartLine['tone'], readonly number[]>>> = {
  ink: [7, 3],
  red: [2, 2],
  grey: [2, 2],
  'series-2': [7, 3],
  'series-3': [2, 2],
  'series-4': [7, 2, 2, 2],
  'series-6': [7, 3],
  'series-7': [2, 2],
  'series-8': [7, 2, 2, 2],
}
const solid: readonly number[] = []
const dashOf = (tone: ChartLine['tone']): readonly number[] => dashes[tone] ?? solid

/** A line chart over time, from zero. The plotting code is loaded with the first chart. */
export function TimeChart(props: TimeChartProps) {
  const { label, times, lines, height = 180, detailed = false, bare = false } = props
  const format = useFormat()
  const [cursor, setCursor] = useState<PlotCursor>()
  const formatValue = props.formatValue ?? format.number
  const summary = useSummary(label, lines, formatValue)
  const shown = cursor && cursor.index < times.length ? cursor : undefined
  const hasValues = lines.some(({ values }) => values.some((value) => value !== null))
  return (
    <figure className={styles.chart}>
      {!bare && <Legend lines={lines} index={shown?.index} formatValue={formatValue} detailed={detailed} />}
      <div className={styles.plot} style={{ height }}>
        {hasValues ? (
          <PlotArea {...props} summary={summary} cursor={shown} onCursor={setCursor} formatValue={formatValue} />
        ) : (
          <div role="img" aria-label={summary} className={styles.empty}>
            <Expected at={props.expectedAt} />
          </div>
        )}
      </div>
    </figure>
  )
}

function Expected({ at }: { readonly at: number | undefined }) {
  const texts = useMessages(timeChartMessages)
  const format = useFormat()
  return useTimeText('browser', (now) => {
    if (at === undefined) return texts.noData
    const seconds = Math.ceil((at - now) / 1000)
    return seconds > 0 ? texts.collecting(format.number(seconds)) : texts.collectingNow
  })
}

interface PlotAreaProps extends TimeChartProps {
  readonly summary: string
  readonly cursor: PlotCursor | undefined
  readonly onCursor: (cursor: PlotCursor | undefined) => void
  readonly formatValue: (value: number) => string
}

/** The share of the time axis around the cursor whose events are listed. */
const nearShare = 0.008

function PlotArea(props: PlotAreaProps) {
  const { summary, cursor, onCursor, formatValue, times, lines, group, events = [] } = props
  const texts = useMessages(timeChartMessages)
  const format = useFormat()
  const [isPointed, setPointed] = useState(false)
  const ownZoom = useChartZoom()
  const { shown: enlarged, onChange: onZoom } = props.zoom ?? ownZoom
  const { from, to } = enlarged ?? props
  const input = usePlotInput({ ...props, from, to }, format)
  const holder = usePlot(input, { group, onCursor, onSelect: onZoom })
  const time = cursor && times[cursor.index]
  const near = events.filter((event) => time !== undefined && Math.abs(event.time - time) <= (to - from) * nearShare)
  return (
    <>
      <div
        ref={holder}
        role="img"
        aria-label={summary}
        className={styles.canvas}
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onDoubleClick={() => onZoom(undefined)}
      />
      {enlarged && (
        <span className={styles.resetZoom}>
          <Button size="small" onClick={() => onZoom(undefined)}>
            {texts.resetZoom}
          </Button>
        </span>
      )}
      {isPointed && cursor && (
        <Tip cursor={cursor} holder={holder.current} time={format.dateTime(time)}>
          {lines.map((line) => (
            <div key={line.label} className={styles.tipLine}>
              <Swatch tone={line.tone} />
              <span>{line.label}</span>
              <span className={styles.tipValue}>{write(line.values[cursor.index], formatValue)}</span>
            </div>
          ))}
          {near.map((event) => (
            <div key={`${event.time} ${event.label}`} className={styles.tipLine}>
              <span className={styles.event} />
              <span>{event.label}</span>
            </div>
          ))}
        </Tip>
      )}
    </>
  )
}

interface LegendProps {
  readonly lines: readonly ChartLine[]
  readonly index: number | undefined
  readonly formatValue: (value: number) => string
  readonly detailed: boolean
}

/** The values under the cursor, otherwise the latest values. */
function Legend({ lines, index, formatValue, detailed }: LegendProps) {
  const texts = useMessages(timeChartMessages)
  return (
    <figcaption className={styles.legend}>
      {lines.map(({ label, tone, values }) => {
        const summary = summarize(values)
        const value = index === undefined ? summary?.last : values[index]
        return (
          <span key={label} className={styles.legendItem}>
            <Swatch tone={tone} />
            <span>{label}</span>
            <span className={styles.legendValue}>{write(value, formatValue)}</span>
            {detailed && summary && (
              <span className={styles.extremes}>
                {texts.extremes(formatValue(summary.min), formatValue(summary.max))}
              </span>
            )}
          </span>
        )
      })}
    </figcaption>
  )
}

/** The colour and the dashes of a line, next to its name. */
export function Swatch({ tone }: { readonly tone: ChartLine['tone'] }) {
  return (
    <svg className={styles.swatch} aria-hidden>
      <line x2="100%" y1="1" y2="1" stroke={`var(${colorOf(tone)})`} strokeDasharray={dashOf(tone).join(' ')} />
    </svg>
  )
}

interface TipProps {
  readonly cursor: PlotCursor
  readonly holder: HTMLElement | null
  readonly time: string
  readonly children: ReactNode
}

/** Shown on the side of the cursor with more space. */
function Tip({ cursor, holder, time, children }: TipProps) {
  const width = holder?.clientWidth ?? 0
  const isRight = cursor.left > width / 2
  const place = isRight ? { right: width - cursor.left + 12 } : { left: cursor.left + 12 }
  return (
    <div className={styles.tip} style={place} aria-hidden>
      <div className={styles.tipTime}>{time}</div>
      {children}
    </div>
  )
}

function usePlotInput(props: TimeChartProps, format: Format): PlotInput {
  const { times, lines, from, to, events, marks = 'any' } = props
  return useMemo(
    () => ({
      times,
      // The first line is the most important one and is drawn last.
      lines: lines
        .map(({ tone, values }) => ({ color: colorOf(tone), dash: dashOf(tone), values, isFilled: lines.length === 1 }))
        .toReversed(),
      from,
      to,
      events: events?.map(({ time }) => time) ?? [],
      marks,
      formatValue: (value) =>
        marks === 'bytes' ? format.bytes(value) : value < 10 ? format.number(value) : format.compact(value),
      formatTime: (time) => (isMidnight(time) ? format.day(time) : format.clock(time)),
    }),
    [times, lines, from, to, events, marks, format],
  )
}

function useSummary(label: string, lines: readonly ChartLine[], formatValue: (value: number) => string): string {
  const texts = useMessages(timeChartMessages)
  const parts = lines.map((line) => {
    const summary = summarize(line.values)
    if (!summary) return texts.noValues(line.label)
    const { last, min, max } = summary
    return texts.summary(line.label, formatValue(last), formatValue(min), formatValue(max))
  })
  return [label, ...parts].join('. ')
}

function write(value: number | null | undefined, formatValue: (value: number) => string): string {
  return value === null || value === undefined ? '–' : formatValue(value)
}

function isMidnight(time: number): boolean {
  const date = new Date(time)
  return date.getHours() === 0 && date.getMinutes() === 0
}
