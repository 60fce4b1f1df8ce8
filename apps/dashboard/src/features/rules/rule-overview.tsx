import type { Rule, RuleMetrics, RuleStatistics } from '@mqdeck/contract'
import { useMemo } from 'react'
import { QueryView, useChange, useData } from '../../api/index.ts'
import { NodeTable } from '../../api/nodes/node-states/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { CodeBlock, type Column, EmptyState, KeyValue, Section, Skeleton, Stack } from '../../ui/index.ts'
import type { ChartLine } from '../../ui/time-chart/time-chart.tsx'
import { ResetButton, ratesOf, type Sample, SampleCharts, useSamples } from '../integrations/index.ts'
import { messages } from './messages.ts'
import { resetRule, ruleStatisticsQuery } from './queries.ts'
import styles from './rule-overview.module.css'

const countedBy = ({ matched }: RuleMetrics) => matched

/** Statistics of a rule with charts and a table of nodes. */
export function RuleOverview({ rule }: { readonly rule: Rule }) {
  const texts = useMessages(messages)
  const query = useData(ruleStatisticsQuery, { id: rule.id })
  const samples = useSamples(`rule ${rule.id}`, query, countedBy)
  return (
    <Stack gap={4}>
      <QueryView query={query} skeleton={<Skeleton height={420} />}>
        {(statistics) => (
          <Stack gap={4}>
            <Statistics rule={rule} statistics={statistics} />
            <RuleCharts samples={samples} updatedAt={query.updatedAt} />
            <RuleNodes statistics={statistics} />
          </Stack>
        )}
      </QueryView>
      <Section title={texts.sql}>
        <CodeBlock code={rule.sql.trim()} />
      </Section>
    </Stack>
  )
}

function Statistics({ rule, statistics: { metrics } }: { readonly rule: Rule; readonly statistics: RuleStatistics }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const figure = (id: keyof RuleMetrics, ...parts: readonly (keyof RuleMetrics)[]) => (
    <KeyValue
      label={texts.metrics[id]}
      value={format.number(metrics[id])}
      note={parts
        .filter((part) => metrics[part] > 0)
        .map((part) => `${format.number(metrics[part])} ${texts.metrics[part]}`)
        .join(', ')}
    />
  )
  const rate = (id: keyof RuleMetrics) => <KeyValue label={texts.metrics[id]} value={format.rate(metrics[id])} />
  return (
    <Section title={texts.statistics} actions={<ResetStatistics id={rule.id} />}>
      {!rule.enable && metrics.matched === 0 ? (
        <EmptyState title={texts.isDisabled} />
      ) : (
        <div className={styles.statistics}>
          {figure('matched')}
          {figure('passed')}
          {figure('failed', 'failed.exception', 'failed.no_result')}
          {rate('matched.rate')}
          {rate('matched.rate.last5m')}
          {rate('matched.rate.max')}
          {figure('actions.total')}
          {figure('actions.success')}
          {figure('actions.failed', 'actions.failed.out_of_service', 'actions.failed.unknown')}
          {figure('actions.discarded')}
        </div>
      )}
    </Section>
  )
}

function ResetStatistics({ id }: { readonly id: string }) {
  const texts = useMessages(messages)
  const { run } = useChange(resetRule)
  return (
    <ResetButton
      texts={texts}
      name={id}
      onReset={() => run({ id })}
      done={texts.resetDone(id)}
      failed={texts.resetFailed(id)}
    />
  )
}

type NodeRow = RuleStatistics['node_metrics'][number]

const nodeColumns = [
  'matched',
  'passed',
  'failed',
  'actions.total',
  'actions.success',
  'actions.failed',
  'actions.discarded',
] as const

function RuleNodes({ statistics }: { readonly statistics: RuleStatistics }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const columns = useMemo(
    (): readonly Column<NodeRow>[] => [
      ...nodeColumns.map(
        (id): Column<NodeRow> => ({
          id,
          header: texts.metrics[id],
          width: 91,
          align: 'end',
          cell: ({ metrics }) => format.number(metrics[id]),
        }),
      ),
      {
        id: 'rate',
        header: texts.perSecond,
        width: 80,
        align: 'end',
        cell: ({ metrics }) => format.rate(metrics['matched.rate']),
      },
    ],
    [texts, format],
  )
  // Nodes with an error instead of metrics are shown as not responding.
  const rows = useMemo(() => statistics.node_metrics.filter(({ metrics }) => metrics !== undefined), [statistics])
  return <NodeTable columns={columns} rows={rows} />
}

interface RuleChartsProps {
  readonly samples: readonly Sample<RuleMetrics>[]
  readonly updatedAt: number | undefined
}

function RuleCharts({ samples, updatedAt }: RuleChartsProps) {
  const texts = useMessages(messages)
  const { rate } = useFormat()
  const { runs, actions } = useLines(samples)
  const charts = [
    { title: texts.rateChart, lines: runs, formatValue: rate, height: 150 },
    { title: texts.actionChart, lines: actions, formatValue: rate, height: 150 },
  ]
  return <SampleCharts samples={samples} updatedAt={updatedAt} charts={charts} note={texts.chartNote} />
}

function useLines(samples: RuleChartsProps['samples']) {
  const { metrics: names } = useMessages(messages)
  return useMemo(() => {
    const line = (counter: keyof RuleMetrics, tone: ChartLine['tone']): ChartLine => {
      const values = ratesOf(samples, counter, counter === 'matched' ? 'matched.rate' : undefined)
      const isQuiet = tone === 'red' && values.every((value) => value === null || value === 0)
      return { label: names[counter], tone: isQuiet ? 'grey' : tone, values }
    }
    return {
      runs: [line('passed', 'accent'), line('matched', 'ink'), line('failed', 'red')],
      actions: [line('actions.success', 'accent'), line('actions.failed', 'red')],
    }
  }, [samples, names])
}
