import type { Rule, RuleMetrics, RuleStatistics } from '@mqdeck/contract'
import { useMemo } from 'react'
import { QueryView, useChange, useData } from '../../api/index.ts'
import { NodeTable } from '../../api/nodes/node-states/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { CodeBlock, type Column, EmptyState, KeyValue, Section, Skeleton, Stack } from '../../ui/index.ts'
import { ResetButton, useSamples } from '../integrations/index.ts'
import { messages } from './messages.ts'
import { resetRule, ruleStatisticsQuery } from './queries.ts'
import { RuleCharts } from './rule-charts.tsx'
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
