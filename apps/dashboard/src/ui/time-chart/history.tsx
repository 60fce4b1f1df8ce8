import { IconArrowsDiagonal } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { type Bucket, type MonitorSeries, toMonitorSeries } from '../../lib/monitor-series.ts'
import { type TimeRange, timeRangeNames, timeRanges } from '../../lib/time-range.ts'
import { IconButton } from '../button.tsx'
import { SegmentedControl } from '../choice.tsx'
import { Modal } from '../dialogs.tsx'
import { historyMessages } from './history-messages.ts'
import styles from './time-chart.module.css'
import { type ChartLine, TimeChart } from './time-chart.tsx'

export const historyChartNames = ['messages', 'bytes', 'connections', 'subscriptions', 'topics'] as const

export type HistoryChartName = (typeof historyChartNames)[number]

export interface HistoryChartsProps {
  readonly buckets: readonly Bucket[]
  readonly range: TimeRange
  /** When the buckets were received, in milliseconds: the right end of the time axis. */
  readonly now: number
  /** Measured bytes per second, if the buckets have none. */
  readonly measuredBytes?: MeasuredBytes
  /** The enlarged chart; keep it in the URL. */
  readonly enlarged: HistoryChartName | undefined
  readonly onEnlarge: (name: HistoryChartName | undefined) => void
  /** The refresh control for the enlarged view, which covers the page. */
  readonly rangeChoice: ReactNode
}

/** Values with their own times, in milliseconds. */
interface MeasuredBytes {
  readonly times: readonly number[]
  readonly received: readonly (number | null)[]
  readonly sent: readonly (number | null)[]
}

/** History charts of a cluster or a node: message and byte rates, and counts. */
export function HistoryCharts({
  buckets,
  range,
  now,
  measuredBytes,
  enlarged,
  onEnlarge,
  rangeChoice,
}: HistoryChartsProps) {
  const texts = useMessages(historyMessages)
  const charts = useHistoryLines(buckets, range, now, measuredBytes)
  const noteOf = (name: HistoryChartName) =>
    name === 'bytes' && measuredBytes ? texts.measuredBytes : texts.notes[name]
  const draw = (name: HistoryChartName, size: { readonly height: number; readonly detailed?: boolean }) => (
    <HistoryChart
      name={name}
      note={noteOf(name)}
      chart={charts[name]}
      times={(name === 'bytes' && measuredBytes ? measuredBytes : charts.series).times}
      range={range}
      now={now}
      {...size}
    />
  )
  return (
    <div className={styles.history}>
      {historyChartNames.map((name) => (
        <section key={name} className={name === 'messages' ? styles.wide : undefined} aria-label={texts.titles[name]}>
          <header className={styles.chartHeader}>
            <h3 className={styles.chartTitle}>{texts.titles[name]}</h3>
            <span className={styles.chartNote}>{noteOf(name)}</span>
            <span className={styles.enlarge}>
              <IconButton
                size="small"
                label={texts.enlarge(texts.titles[name])}
                icon={<IconArrowsDiagonal size={15} aria-hidden />}
                onClick={() => onEnlarge(name)}
              />
            </span>
          </header>
          {draw(name, { height: name === 'messages' || name === 'bytes' ? 200 : 150 })}
        </section>
      ))}
      {enlarged && (
        <Modal opened onClose={() => onEnlarge(undefined)} title={texts.titles[enlarged]} size={1080}>
          <div className={styles.enlargedHead}>
            <span className={styles.chartNote}>{noteOf(enlarged)}</span>
            {rangeChoice}
          </div>
          {draw(enlarged, { height: 400, detailed: true })}
        </Modal>
      )}
    </div>
  )
}

interface RangeChoiceProps {
  readonly value: TimeRange
  readonly onChange: (range: TimeRange) => void
}

export function RangeChoice({ value, onChange }: RangeChoiceProps) {
  const texts = useMessages(historyMessages)
  return (
    <SegmentedControl
      label={texts.range}
      value={value}
      onChange={onChange}
      options={timeRangeNames.map((name) => ({ value: name, label: texts.ranges[name] }))}
    />
  )
}

interface HistoryChartProps {
  readonly name: HistoryChartName
  readonly note: string
  readonly chart: readonly ChartLine[]
  readonly times: readonly number[]
  readonly range: TimeRange
  readonly now: number
  readonly height: number
  readonly detailed?: boolean
}

function HistoryChart({ name, note, chart, times, range, now, height, detailed = false }: HistoryChartProps) {
  const texts = useMessages(historyMessages)
  const format = useFormat()
  const isRate = name === 'messages' || name === 'bytes'
  return (
    <TimeChart
      label={`${texts.titles[name]}, ${note}`}
      times={times}
      lines={chart}
      from={now - timeRanges[range] * 1000}
      to={now}
      group={detailed ? 'history-large' : 'history'}
      height={height}
      detailed={detailed}
      marks={name === 'bytes' ? 'bytes' : isRate ? 'any' : 'whole'}
      formatValue={name === 'bytes' ? format.bytes : isRate ? format.rate : format.number}
    />
  )
}

type HistoryLines = { readonly series: MonitorSeries } & Readonly<Record<HistoryChartName, readonly ChartLine[]>>

function useHistoryLines(
  buckets: readonly Bucket[],
  range: TimeRange,
  now: number,
  measured: MeasuredBytes | undefined,
): HistoryLines {
  const { lines } = useMessages(historyMessages)
  return useMemo(() => {
    const series = toMonitorSeries(buckets, timeRanges[range], now)
    const count = (name: string, label: string, tone: ChartLine['tone'] = 'accent') => ({
      label,
      tone,
      values: series.values(name),
    })
    const rate = (name: string, label: string, tone: ChartLine['tone']) => ({ label, tone, values: series.rates(name) })
    const dropped = rate('dropped', lines.dropped, 'red')
    return {
      series,
      messages: [
        rate('received', lines.received, 'accent'),
        rate('sent', lines.sent, 'ink'),
        { ...dropped, tone: dropped.values.some((value) => value !== null && value > 0) ? 'red' : 'grey' },
      ],
      bytes: [
        { label: lines.received, tone: 'accent', values: measured?.received ?? series.rates('received_bytes') },
        { label: lines.sent, tone: 'ink', values: measured?.sent ?? series.rates('sent_bytes') },
      ],
      connections: [count('live_connections', lines.live), count('connections', lines.connections, 'ink')],
      subscriptions: [count('subscriptions', lines.subscriptions)],
      topics: [count('topics', lines.topics)],
    }
  }, [buckets, range, now, measured, lines])
}
