import type { NodeInfo } from '@mqdeck/contract'
import { type ReactNode, useMemo } from 'react'
import { useNodeList } from '../../../api/nodes/node-states/node-words.ts'
import { useShortName } from '../../../api/nodes/node-states/short-name.ts'
import type { Loaded } from '../../../api/query.ts'
import { QueryView } from '../../../api/query-view.tsx'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { brokerTime } from '../../../lib/numbers/monitor-series.ts'
import { type TimeRange, timeRanges } from '../../../lib/numbers/time-range.ts'
import { byNode } from '../../../lib/text/by-name.ts'
import type { AxisMarks } from '../../../ui/charts/scale.ts'
import { Swatch, seriesTones, TimeChart } from '../../../ui/charts/time-chart.tsx'
import { Dim, Notice, Select, Skeleton, Stack } from '../../../ui/index.ts'
import { type Compared, colorsOf, compareNodes, type NodeHistory, type NodeLine, type Skew, skewOf } from './compare.ts'
import { monitorHistoryMessages } from './messages.ts'
import styles from './nodes.module.css'
import { type ComparedAnswer, maxCompared } from './queries.ts'

/** Up to this many nodes have a button each; more are chosen from a list. */
const fewNodes = 12

interface NodeComparisonProps {
  readonly nodes: readonly NodeInfo[]
  /** Names of the compared nodes. */
  readonly chosen: readonly string[]
  readonly onChoose: (nodes: readonly string[]) => void
  readonly query: Loaded<ComparedAnswer>
}

/** Charts with one line per node: messages, connections and subscriptions. */
export default function NodeComparison({ nodes, chosen, onChoose, query }: NodeComparisonProps) {
  const texts = useMessages(monitorHistoryMessages)
  const list = useNodeList()
  const all = useMemo(() => nodes.toSorted(byNode).map(({ node }) => node), [nodes])
  const shown = useMemo(() => chosen.slice(0, maxCompared), [chosen])
  const colors = colorsOf(all, shown, maxCompared)
  const toneOf = (node: string) => seriesTones[colors.get(node) ?? 0] ?? seriesTones[0]
  return (
    <div className={styles.comparison}>
      <Legend nodes={nodes} all={all} chosen={shown} onChoose={onChoose} toneOf={toneOf} />
      {shown.every((node) => isStopped(nodes, node)) ? (
        <Notice>{texts.noDataFrom(list(shown))}</Notice>
      ) : (
        <QueryView query={query} quiet skeleton={<Skeleton height={460} />}>
          {(answer) => {
            const histories = answer.histories.filter(({ node, buckets }) => shown.includes(node) && buckets.length > 0)
            const silent = shown.filter((node) => histories.every((one) => one.node !== node))
            return (
              <Stack gap={4}>
                {silent.length > 0 && !query.isPrevious && <Notice>{texts.noDataFrom(list(silent))}</Notice>}
                <Charts histories={histories} range={answer.range} at={query.updatedAt} toneOf={toneOf} />
              </Stack>
            )
          }}
        </QueryView>
      )}
      <Dim small>{texts.notCompared}</Dim>
    </div>
  )
}

const isStopped = (nodes: readonly NodeInfo[], name: string): boolean =>
  nodes.find(({ node }) => node === name)?.node_status === 'stopped'

type ToneOf = (node: string) => (typeof seriesTones)[number]

interface LegendProps {
  readonly nodes: readonly NodeInfo[]
  readonly all: readonly string[]
  readonly chosen: readonly string[]
  readonly onChoose: (nodes: readonly string[]) => void
  readonly toneOf: ToneOf
}

/** The legend. A button shows or hides a node; with many nodes only the selected ones have a button. */
function Legend({ nodes, all, chosen, onChoose, toneOf }: LegendProps) {
  const texts = useMessages(monitorHistoryMessages)
  const short = useShortName()
  const isFull = chosen.length >= maxCompared
  const removed = chosen.filter((node) => !all.includes(node))
  const buttons = all.length > fewNodes ? chosen : [...all, ...removed]
  const toggle = (node: string) =>
    onChoose(chosen.includes(node) ? chosen.filter((one) => one !== node) : [...chosen, node])
  const others = all.filter((node) => !chosen.includes(node) && !isStopped(nodes, node))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent with a form
    <div className={styles.legend} role="group" aria-label={texts.comparedNodes}>
      {buttons.map((node) => {
        const isOn = chosen.includes(node)
        return (
          <button
            key={node}
            type="button"
            className={styles.node}
            title={node}
            aria-pressed={isOn}
            disabled={!isOn && (isFull || isStopped(nodes, node))}
            onClick={() => toggle(node)}
          >
            <Swatch tone={isOn ? toneOf(node) : 'grey'} />
            {isStopped(nodes, node) ? texts.stopped(short(node)) : short(node)}
          </button>
        )
      })}
      {all.length > fewNodes && others.length > 0 && !isFull && (
        <Select
          aria-label={texts.addNode}
          placeholder={texts.addNode}
          width={220}
          value={undefined}
          options={others.map((node) => ({ value: node, label: short(node) }))}
          onChange={(node) => node !== undefined && toggle(node)}
        />
      )}
      {isFull && all.length > maxCompared && <Dim small>{texts.tooMany(maxCompared)}</Dim>}
    </div>
  )
}

const rates = ['received', 'sent', 'dropped'] as const
const counts = ['live_connections', 'connections', 'subscriptions'] as const

interface ChartsProps {
  readonly histories: readonly NodeHistory[]
  readonly range: TimeRange
  readonly at: number | undefined
  readonly toneOf: ToneOf
}

function Charts({ histories, range, at, toneOf }: ChartsProps) {
  const format = useFormat()
  const now = useMemo(
    () =>
      brokerTime(
        histories.flatMap(({ buckets }) => buckets),
        timeRanges[range],
        at ?? Date.now(),
      ),
    [histories, range, at],
  )
  const compared = useMemo(() => compareNodes(histories, timeRanges[range], now), [histories, range, now])
  const wholeNumber = (value: number) => format.number(Math.round(value))
  const common = { compared, from: now - timeRanges[range] * 1000, to: now, toneOf }
  return (
    <div className={styles.charts}>
      {rates.map((name) => (
        <NodeChart key={name} {...common} name={name} lines={compared.rates(name)} formatValue={format.rate} />
      ))}
      {counts.map((name) => (
        <NodeChart
          key={name}
          {...common}
          name={name}
          lines={compared.values(name)}
          formatValue={wholeNumber}
          marks="whole"
        />
      ))}
    </div>
  )
}

interface NodeChartProps {
  readonly name: (typeof rates)[number] | (typeof counts)[number]
  readonly compared: Compared
  readonly lines: readonly NodeLine[]
  readonly from: number
  readonly to: number
  readonly formatValue: (value: number) => string
  readonly marks?: AxisMarks
  readonly toneOf: ToneOf
}

function NodeChart({ name, compared, lines, toneOf, ...axes }: NodeChartProps) {
  const short = useShortName()
  const texts = useMessages(monitorHistoryMessages)
  const title = texts.charts[name]
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <Unequal lines={lines} formatValue={axes.formatValue} />
      <TimeChart
        {...axes}
        bare
        label={title}
        times={compared.times}
        lines={lines.map(({ node, values }) => ({ label: short(node), tone: toneOf(node), values }))}
        group="node-history"
        height={150}
      />
    </section>
  )
}

/** The nodes with the highest and the lowest average, and their ratio. */
function Unequal({
  lines,
  formatValue,
}: {
  readonly lines: readonly NodeLine[]
  readonly formatValue: (value: number) => string
}) {
  const texts = useMessages(monitorHistoryMessages)
  const format = useFormat()
  const skew = skewOf(lines)
  if (!skew) return <p className={styles.skew}>{texts.nothingToCompare}</p>
  const { highest, lowest, factor } = skew
  return (
    <dl className={styles.skew} title={texts.averageHint}>
      <Extreme label={texts.highest} of={highest} formatValue={formatValue}>
        {factor !== undefined && factor >= 1.05 && texts.factor(format.rate(factor))}
      </Extreme>
      <Extreme label={texts.lowest} of={lowest} formatValue={formatValue} />
    </dl>
  )
}

interface ExtremeProps {
  readonly label: string
  readonly of: Skew['highest']
  readonly formatValue: (value: number) => string
  readonly children?: ReactNode
}

function Extreme({ label, of: { node, mean }, formatValue, children }: ExtremeProps) {
  const short = useShortName()
  return (
    <div className={styles.extreme}>
      <dt>{label}</dt>
      <dd className={styles.extremeNode} title={node}>
        {short(node)}
      </dd>
      <dd className={styles.extremeValue}>
        {formatValue(mean)} {children && <Dim small>{children}</Dim>}
      </dd>
    </div>
  )
}
