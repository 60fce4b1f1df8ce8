import type { Rule, RuleMetrics, RuleStatistics } from '@mqdeck/contract'
import { formatSql } from '@mqdeck/rules/catalog'
import { useMemo, useState } from 'react'
import { QueryView, useChange, useData, useIsViewer } from '../../api/index.ts'
import { NodeTable } from '../../api/nodes/node-states/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  CodeBlock,
  type Column,
  EmptyState,
  KeyValue,
  Section,
  Skeleton,
  Stack,
  useGo,
} from '../../ui/index.ts'
import {
  ErrorCount,
  Failures,
  historyQuery,
  ResetButton,
  StatisticGroups,
  useFailuresAreKnown,
  useSamplesWithHistory,
} from '../integrations/index.ts'
import { TraceButton } from '../traces/index.ts'
import { messages } from './messages.ts'
import { resetRule, ruleStatisticsQuery } from './queries.ts'
import { RuleCharts } from './rule-charts.tsx'
import { RuleFlow } from './rule-flow.tsx'
import styles from './rule-overview.module.css'
import { LiveRuns } from './runs/live-runs.tsx'
import { sampleToTest } from './test/sample-handover.ts'

const countedBy = ({ matched }: RuleMetrics) => matched

/** Message flow, latest errors, SQL and statistics of a rule. */
export function RuleOverview({ rule }: { readonly rule: Rule }) {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const go = useGo()
  const { id } = rule
  const query = useData(ruleStatisticsQuery, { id })
  const areFailuresKnown = useFailuresAreKnown('rule', id)
  const history = useData(historyQuery, { kind: 'rule', id })
  const samples = useSamplesWithHistory(`rule ${id}`, query, history, countedBy)
  const [isWatching, setWatching] = useState(false)
  return (
    <Stack gap={4}>
      <RuleFlow rule={rule} samples={samples} />
      <QueryView query={query} skeleton={skeleton}>
        {(statistics) =>
          !areFailuresKnown ? (
            skeleton
          ) : (
            <Stack gap={4}>
              <Failures
                kind="rule"
                id={id}
                hasErrors={hasErrors(statistics.metrics)}
                sampleActions={
                  isViewer
                    ? undefined
                    : ({ target, sample }) =>
                        isClause(target) &&
                        sample !== undefined && (
                          <Button
                            size="small"
                            onClick={() => {
                              sampleToTest.set({ ruleId: id, json: sample })
                              go({ to: '/rule/rules/$id', params: { id }, search: { tab: 'rule' } })
                            }}
                          >
                            {texts.testSample}
                          </Button>
                        )
                }
                actions={
                  !isViewer && (
                    <>
                      <Button size="small" aria-pressed={isWatching} onClick={() => setWatching(!isWatching)}>
                        {isWatching ? texts.stopWatching : texts.watch}
                      </Button>
                      <TraceButton size="small" of={{ type: 'ruleid', value: id }} />
                    </>
                  )
                }
              />
              {isWatching && <LiveRuns ruleId={id} onClose={() => setWatching(false)} />}
              <div className={styles.split}>
                <Stack gap={4}>
                  <Section title={texts.sql}>
                    <CodeBlock code={formatSql(rule.sql.trim())} copy={rule.sql.trim()} wrap />
                  </Section>
                  <Statistics rule={rule} statistics={statistics} />
                </Stack>
                <RuleCharts samples={samples} updatedAt={query.updatedAt} isKept={(history.data?.length ?? 1) > 0} />
              </div>
              <RuleNodes statistics={statistics} />
            </Stack>
          )
        }
      </QueryView>
    </Stack>
  )
}

const skeleton = <Skeleton height={420} />

/** Only samples of a SQL clause contain an input of the SQL. Samples of actions contain its result. */
const isClause = (target: string | undefined) => target !== undefined && /^[A-Z]+$/.test(target)

const hasErrors = (metrics: RuleMetrics) =>
  metrics['failed.exception'] + metrics['actions.failed'] + metrics['actions.discarded'] > 0

function Statistics({ rule, statistics: { metrics } }: { readonly rule: Rule; readonly statistics: RuleStatistics }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const count = (id: keyof typeof texts.metrics) => (
    <KeyValue label={texts.metrics[id]} value={format.number(metrics[id])} />
  )
  const errors = (id: keyof typeof texts.metrics, ...parts: readonly (keyof typeof texts.metrics)[]) => (
    <KeyValue
      label={texts.metrics[id]}
      value={<ErrorCount count={metrics[id]} />}
      note={parts
        .filter((part) => metrics[part] > 0)
        .map((part) => `${format.number(metrics[part])} ${texts.metrics[part]}`)
        .join(', ')}
    />
  )
  const rate = (id: keyof typeof texts.metrics) => (
    <KeyValue label={texts.metrics[id]} value={format.rate(metrics[id])} />
  )
  return (
    <Section title={texts.statistics} actions={<ResetStatistics id={rule.id} />}>
      {!rule.enable && metrics.matched === 0 ? (
        <EmptyState title={texts.isDisabled} />
      ) : (
        <StatisticGroups
          groups={[
            {
              title: texts.groups.sql,
              children: (
                <>
                  {count('matched')}
                  {count('passed')}
                  {count('failed.no_result')}
                  {errors('failed.exception')}
                </>
              ),
            },
            {
              title: texts.groups.actions,
              children: (
                <>
                  {count('actions.total')}
                  {count('actions.success')}
                  {errors('actions.failed', 'actions.failed.out_of_service', 'actions.failed.unknown')}
                  {errors('actions.discarded')}
                </>
              ),
            },
            {
              title: texts.groups.rate,
              children: (
                <>
                  {rate('matched.rate')}
                  {rate('matched.rate.last5m')}
                  {rate('matched.rate.max')}
                </>
              ),
            },
          ]}
        />
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
  'failed.no_result',
  'failed.exception',
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
          header: texts.nodeColumns[id],
          width: 88,
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
