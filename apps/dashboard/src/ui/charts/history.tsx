import { IconArrowsDiagonal } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { type Bucket, toMonitorSeries } from '../../lib/numbers/monitor-series.ts'
import { type TimeRange, timeRangeNames, timeRanges } from '../../lib/numbers/time-range.ts'
import { IconButton } from '../buttons/button.tsx'
import { Modal } from '../dialogs/dialogs.tsx'
import { SegmentedControl } from '../navigation/choice.tsx'
import { historyMessages } from './history-messages.ts'
import { fittedStart } from './scale.ts'
import styles from './time-chart.module.css'
import { type ChartEvent, type ChartLine, type ChartZoom, TimeChart, useChartZoom } from './time-chart.tsx'

export const historyChartNames = ['messages', 'lost', 'bytes', 'connections', 'subscriptions', 'topics'] as const

type HistoryChartName = (typeof historyChartNames)[number]

/** Values per second with their own times, in milliseconds. */
interface RateSeries {
  readonly times: readonly number[]
  /** Only recorded while the dashboard is open. */
  readonly isMeasured: boolean
  /** When the first value is expected, in milliseconds. */
  readonly expectedAt?: number | undefined
}

interface ByteSeries extends RateSeries {
  readonly received: readonly (number | null)[]
  readonly sent: readonly (number | null)[]
}

export interface LossSeries extends RateSeries {
  readonly lost: readonly (number | null)[]
  readonly noSubscriber: readonly (number | null)[]
}

export interface HistoryChartsProps {
  readonly buckets: readonly Bucket[]
  readonly range: TimeRange
  /** When the buckets were received, in milliseconds: the right end of the time axis. */
  readonly now: number
  /** Without a series of their own, bytes and dropped messages are those of the buckets. */
  readonly bytes?: ByteSeries | undefined
  readonly losses?: LossSeries | undefined
  readonly events?: readonly ChartEvent[]
  /** Without any buckets: when the first one is expected, in milliseconds. */
  readonly expectedAt?: number | undefined
  /** The enlarged chart; keep it in the URL. */
  readonly enlarged: HistoryChartName | undefined
  readonly onEnlarge: (name: HistoryChartName | undefined) => void
  /** The refresh control for the enlarged view, which covers the page. */
  readonly rangeChoice: ReactNode
}

/** History charts of a cluster or a node: message and byte rates, and counts. `traffic` and `rest` are parts of a page. */
export function useHistoryCharts(props: HistoryChartsProps): { readonly traffic: ReactNode; readonly rest: ReactNode } {
  const { range, now, events, enlarged, onEnlarge, rangeChoice } = props
  const texts = useMessages(historyMessages)
  const charts = useHistoryLines(props)
  const zoom = useChartZoom()
  const format = useFormat()
  const start = now - timeRanges[range] * 1000
  const fromOf = (name: HistoryChartName) => fittedStart(charts[name].times, start, now)
  const noteOf = (name: HistoryChartName) => {
    const note = charts[name].isMeasured ? texts.measured : texts.notes[name]
    const [first] = charts[name].times
    return fromOf(name) > start && first !== undefined ? texts.since(note, format.clock(first)) : note
  }
  const draw = (name: HistoryChartName, size: { readonly height: number; readonly detailed?: boolean }) => (
    <HistoryChart
      name={name}
      note={noteOf(name)}
      chart={charts[name]}
      from={fromOf(name)}
      to={now}
      zoom={zoom}
      {...(events && { events })}
      {...size}
    />
  )
  const small = (name: HistoryChartName) => (
    <section key={name} aria-label={texts.titles[name]}>
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
      {draw(name, { height: heights[name] ?? 150 })}
    </section>
  )
  return {
    traffic: <div className={styles.traffic}>{(['messages', 'lost'] as const).map(small)}</div>,
    rest: (
      <>
        <div className={styles.history}>
          {(['bytes', 'connections', 'subscriptions', 'topics'] as const).map(small)}
        </div>
        {enlarged && (
          <Modal opened onClose={() => onEnlarge(undefined)} title={texts.titles[enlarged]} size={1080}>
            <div className={styles.enlargedHead}>
              <span className={styles.chartNote}>{noteOf(enlarged)}</span>
              {rangeChoice}
            </div>
            {draw(enlarged, { height: 400, detailed: true })}
          </Modal>
        )}
      </>
    ),
  }
}

const heights: Readonly<Partial<Record<HistoryChartName, number>>> = { messages: 200, lost: 100 }

interface RangeChoiceProps {
  readonly value: TimeRange
  readonly onChange: (range: TimeRange) => void
}

/** The choice is painted before `onChange`, which can take long: it draws all charts of a page. */
export function RangeChoice({ value, onChange }: RangeChoiceProps) {
  const texts = useMessages(historyMessages)
  const [chosen, setChosen] = useState<TimeRange>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value replaces the choice.
  useEffect(() => setChosen(undefined), [value])
  return (
    <SegmentedControl
      label={texts.range}
      value={chosen ?? value}
      onChange={(next) => {
        setChosen(next)
        requestAnimationFrame(() => setTimeout(() => onChange(next)))
      }}
      options={timeRangeNames.map((name) => ({ value: name, label: texts.ranges[name] }))}
    />
  )
}

interface HistoryChartProps {
  readonly name: HistoryChartName
  readonly note: string
  readonly chart: ChartData
  readonly from: number
  readonly to: number
  readonly zoom: ChartZoom
  readonly events?: readonly ChartEvent[]
  readonly height: number
  readonly detailed?: boolean
}

function HistoryChart({ name, note, chart, height, detailed = false, ...axis }: HistoryChartProps) {
  const texts = useMessages(historyMessages)
  const format = useFormat()
  const isRate = name === 'messages' || name === 'lost' || name === 'bytes'
  return (
    <TimeChart
      {...axis}
      label={`${texts.titles[name]}, ${note}`}
      times={chart.times}
      lines={chart.lines}
      expectedAt={chart.expectedAt}
      group={detailed ? 'history-large' : 'history'}
      height={height}
      detailed={detailed}
      marks={name === 'bytes' ? 'bytes' : isRate ? 'any' : 'whole'}
      formatValue={name === 'bytes' ? format.bytes : isRate ? format.rate : format.number}
    />
  )
}

interface ChartData extends RateSeries {
  readonly lines: readonly ChartLine[]
}

function useHistoryLines({
  buckets,
  range,
  now,
  bytes,
  losses,
  expectedAt,
}: HistoryChartsProps): Readonly<Record<HistoryChartName, ChartData>> {
  const { lines } = useMessages(historyMessages)
  return useMemo(() => {
    const series = toMonitorSeries(buckets, timeRanges[range], now)
    const recorded = (...chartLines: readonly ChartLine[]): ChartData => ({
      times: series.times,
      isMeasured: false,
      expectedAt,
      lines: chartLines,
    })
    const count = (name: string, label: string, tone: ChartLine['tone'] = 'accent') => ({
      label,
      tone,
      values: series.values(name),
    })
    const rate = (name: string, label: string, tone: ChartLine['tone']) => ({ label, tone, values: series.rates(name) })
    return {
      messages: recorded(rate('received', lines.received, 'accent'), rate('sent', lines.sent, 'ink')),
      lost: losses
        ? {
            ...losses,
            lines: [
              { label: lines.lost, tone: redIfAny(losses.lost), values: losses.lost },
              { label: lines.noSubscriber, tone: 'ink', values: losses.noSubscriber },
            ],
          }
        : recorded(rate('dropped', lines.dropped, redIfAny(series.rates('dropped')))),
      bytes: bytes
        ? {
            ...bytes,
            lines: [
              { label: lines.received, tone: 'accent', values: bytes.received },
              { label: lines.sent, tone: 'ink', values: bytes.sent },
            ],
          }
        : recorded(rate('received_bytes', lines.received, 'accent'), rate('sent_bytes', lines.sent, 'ink')),
      connections: recorded(count('live_connections', lines.live), count('connections', lines.connections, 'ink')),
      subscriptions: recorded(count('subscriptions', lines.subscriptions)),
      topics: recorded(count('topics', lines.topics)),
    }
  }, [buckets, range, now, bytes, losses, expectedAt, lines])
}

const redIfAny = (values: readonly (number | null)[]): ChartLine['tone'] =>
  values.some((value) => value !== null && value > 0) ? 'red' : 'grey'
