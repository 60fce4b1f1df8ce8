import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type AxisMarks, axisFor, axisMarks, timeMarks } from './scale.ts'

/** Drawing on the canvas; everything around it is HTML in time-chart.tsx. */
export interface PlotInput {
  /** Milliseconds, ascending. */
  readonly times: readonly number[]
  /** Later lines are drawn over earlier ones. */
  readonly lines: readonly PlotLine[]
  /** First and last time on the axis, in milliseconds. */
  readonly from: number
  readonly to: number
  /** Times marked at the top, in milliseconds. */
  readonly events: readonly number[]
  readonly marks: AxisMarks
  readonly formatValue: (value: number) => string
  readonly formatTime: (milliseconds: number) => string
}

interface PlotLine {
  /** A custom property of tokens.css: `--accent-line`. */
  readonly color: string
  /** Lengths of dashes and gaps in px; empty for a solid line. */
  readonly dash: readonly number[]
  readonly values: readonly (number | null)[]
  /** Tints the area below the line, if it is the only one. */
  readonly isFilled: boolean
}

export interface Plot {
  readonly update: (input: PlotInput) => void
  readonly resize: (width: number, height: number) => void
  /** Redraws, for example after a theme change. */
  readonly redraw: () => void
  readonly destroy: () => void
}

/** Cursor position: the index of the nearest time, and its position in the element in px. */
export interface PlotCursor {
  readonly index: number
  readonly left: number
}

const axisWidth = 52
/** Px: a shorter drag is a click. */
const minDrag = 6

export interface PlotOptions {
  /** Charts with the same group share their cursor. */
  readonly group: string
  readonly onCursor: (cursor: PlotCursor | undefined) => void
  /** The time range that was selected by dragging, in milliseconds. */
  readonly onSelect: (range: { readonly from: number; readonly to: number }) => void
}

/** Creates a canvas in `element`. */
export function createPlot(element: HTMLElement, first: PlotInput, { group, onCursor, onSelect }: PlotOptions): Plot {
  let input = first
  const style = getComputedStyle(document.documentElement)
  const labelFont = `11px ${getComputedStyle(element).fontFamily}`
  const color = (name: string) => style.getPropertyValue(name).trim()
  const axis = () => axisFor(greatestOf(input), input.marks)

  const plot = new uPlot(
    {
      width: element.clientWidth,
      height: element.clientHeight,
      padding: [8, 8, 0, 0],
      legend: { show: false },
      cursor: {
        sync: { key: group },
        drag: { x: true, y: false, dist: minDrag, setScale: false },
        y: false,
        points: { size: 7, width: 2, fill: () => color('--surface') },
      },
      scales: {
        x: { time: true, range: () => [input.from / 1000, input.to / 1000] },
        y: { range: () => [0, axis().top] },
      },
      axes: [
        {
          stroke: () => color('--ink-dim'),
          font: labelFont,
          size: 26,
          gap: 4,
          grid: { show: false },
          ticks: { show: false },
          // A label in the last 20 px would be cut off.
          splits: (self, _axis, from, to) => [
            ...timeMarks(from, to - ((to - from) * 20) / self.width, self.width / 90, zoneOffset(from)),
          ],
          values: (_self, marks) => marks.map((mark) => input.formatTime(mark * 1000)),
        },
        {
          stroke: () => color('--ink-dim'),
          font: labelFont,
          size: axisWidth,
          gap: 6,
          grid: { stroke: () => color('--line'), width: 1 },
          ticks: { show: false },
          splits: (self) => thinOut(axisMarks(axis()), self.bbox.height / uPlot.pxRatio),
          values: (_self, marks) => marks.map(input.formatValue),
        },
      ],
      series: [
        {},
        ...first.lines.map((_, index) => ({
          stroke: () => color(input.lines[index]?.color ?? ''),
          fill: () => (input.lines[index]?.isFilled ? withAlpha(color(input.lines[index].color), 0.08) : 'transparent'),
          width: 2,
          dash: [...(input.lines[index]?.dash ?? [])],
          points: { show: () => false, filter: findLonePoints, size: 5 },
          spanGaps: false,
        })),
      ],
      hooks: {
        draw: [(self) => drawEvents(self, input.events, color('--amber-dot'))],
        setSelect: [
          (self) => {
            const { left, width } = self.select
            if (width < minDrag) return
            const timeAt = (position: number) => Math.round(self.posToVal(position, 'x') * 1000)
            onSelect({ from: timeAt(left), to: timeAt(left + width) })
            self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          },
        ],
        setCursor: [
          ({ cursor }) => {
            const { idx, left } = cursor
            const isInside = typeof idx === 'number' && left !== undefined && left >= 0
            onCursor(isInside ? { index: idx, left: left + axisWidth } : undefined)
          },
        ],
      },
    },
    toData(first),
    element,
  )

  return {
    update(next) {
      // A different number of lines needs a new plot; this one is replaced.
      if (next.lines.length !== first.lines.length) return
      input = next
      plot.setData(toData(next))
    },
    resize: (width, height) => plot.setSize({ width, height }),
    redraw: () => plot.redraw(false),
    destroy: () => plot.destroy(),
  }
}

function toData({ times, lines }: PlotInput): uPlot.AlignedData {
  return [times.map((time) => time / 1000), ...lines.map(({ values }) => [...values])]
}

/** A value between two gaps has no line and is drawn as a dot. */
function findLonePoints(plot: uPlot, seriesIndex: number): number[] | null {
  const values = plot.data[seriesIndex] ?? []
  const isMissing = (at: number) => values[at] === null || values[at] === undefined
  const lone = Array.from(values.keys()).filter((at) => !isMissing(at) && isMissing(at - 1) && isMissing(at + 1))
  return lone.length > 0 ? lone : null
}

/** The greatest value within the shown time range. */
function greatestOf({ times, lines, from, to }: PlotInput): number {
  return lines.reduce(
    (max, { values }) =>
      values.reduce<number>((most, value, index) => {
        const time = times[index] ?? 0
        return value !== null && value > most && time >= from && time <= to ? value : most
      }, max),
    0,
  )
}

/** Px for each mark. */
const markHeight = 20

/** Every second or third mark of a low chart. */
function thinOut(marks: readonly number[], height: number): number[] {
  const every = Math.ceil(marks.length / Math.max(2, Math.floor(height / markHeight)))
  return marks.filter((_, index) => index % every === 0)
}

/** A small triangle at the top for each event. */
function drawEvents({ ctx, bbox, valToPos, scales }: uPlot, events: readonly number[], color: string): void {
  const size = 5 * uPlot.pxRatio
  const { min = 0, max = 0 } = scales.x ?? {}
  ctx.save()
  ctx.fillStyle = color
  for (const event of events) {
    const seconds = event / 1000
    if (seconds < (min ?? 0) || seconds > (max ?? 0)) continue
    const x = valToPos(seconds, 'x', true)
    ctx.beginPath()
    ctx.moveTo(x - size, bbox.top - size)
    ctx.lineTo(x + size, bbox.top - size)
    ctx.lineTo(x, bbox.top + size)
    ctx.fill()
  }
  ctx.restore()
}

function zoneOffset(seconds: number): number {
  return -new Date(seconds * 1000).getTimezoneOffset() * 60
}

/**
 * `#0b7355` -> `rgb(11 115 85 / 8%)`; a canvas does not support custom properties, and older browsers do not support
 * color-mix.
 */
function withAlpha(hex: string, alpha: number): string {
  const channels = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
  return channels.some(Number.isNaN) ? 'transparent' : `rgba(${channels.join(', ')}, ${alpha})`
}
