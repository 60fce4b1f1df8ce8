import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useDeferredValue, useMemo } from 'react'
import { z } from 'zod'
import {
  type Dated,
  isNotFound,
  QueryError,
  RefreshControl,
  StaleNotice,
  useData,
  usePreviousAnswer,
} from '../../api/index.ts'
import { NodePicker } from '../../api/nodes/node-picker.tsx'
import { useMessages } from '../../i18n/index.ts'
import { downloadText } from '../../lib/browser/download.ts'
import {
  Button,
  EmptyState,
  ErrorState,
  Menu,
  PageHeader,
  Section,
  Skeleton,
  Stack,
  Switch,
  TextField,
  useCopy,
  useSearchState,
} from '../../ui/index.ts'
import { explanations } from './explanations.ts'
import { messages } from './messages.ts'
import { metricsCsv } from './metric-csv.ts'
import { type Counters, filterRows, type MetricGroup, toMetricGroups } from './metric-rows.ts'
import { MetricTable } from './metric-table.tsx'
import styles from './metrics-page.module.css'
import { metricsQuery } from './queries.ts'

const searchSchema = z.object({
  /** Empty for the sum of all nodes. */
  node: z.string().default(''),
  q: z.string().default(''),
  zeros: z.enum(['hide', 'show']).default('show'),
})

export default function MetricsPage() {
  const texts = useMessages(messages)
  const [state, setSearch] = useSearchState(searchSchema)
  const metrics = useData(metricsQuery, { node: state.node })
  const previous = usePreviousAnswer(metrics, state.node)
  const groups = useGroups(metrics.data, metrics.updatedAt, previous)
  // Typing does not wait for the tables.
  const shown = useFilteredGroups(groups, useDeferredValue(state.q), state.zeros === 'show')

  return (
    <>
      <PageHeader
        title={texts.metrics}
        description={texts.description}
        actions={
          <>
            <RefreshControl queries={[metrics]} />
            <ExportMenu counters={metrics.data} groups={groups} node={state.node} />
          </>
        }
      />
      <StaleNotice query={metrics} />
      <div className={styles.filters}>
        <div className={styles.search}>
          <TextField
            aria-label={texts.search}
            placeholder={texts.searchPlaceholder}
            value={state.q}
            onChange={(event) => setSearch({ q: event.currentTarget.value }, { replace: true })}
          />
        </div>
        <NodePicker
          all={texts.allNodes}
          width={240}
          value={state.node === '' ? undefined : state.node}
          onChange={(node) => setSearch({ node: node ?? '' })}
        />
        <Switch
          label={texts.hideZeros}
          checked={state.zeros === 'hide'}
          onChange={(isHidden) => setSearch({ zeros: isHidden ? 'hide' : 'show' }, { replace: true })}
        />
      </div>
      {metrics.data === undefined && metrics.error ? (
        isNotFound(metrics.error) ? (
          <ErrorState message={texts.nodeUnavailable} onRetry={metrics.refresh} retrying={metrics.isRefreshing} />
        ) : (
          <QueryError query={metrics} />
        )
      ) : metrics.data === undefined ? (
        <Skeleton height={600} />
      ) : (
        <Stack gap={4}>
          {shown.map(({ group, rows }) => (
            <MetricTable key={group.name} group={group} rows={rows} isStale={metrics.isStale} />
          ))}
          {shown.length === 0 && (
            <Section>
              <EmptyState
                title={texts.noResults}
                hint={texts.noResultsHint}
                action={<Button onClick={() => setSearch({ q: '', zeros: 'show' })}>{texts.showAll}</Button>}
              />
            </Section>
          )}
        </Stack>
      )}
    </>
  )
}

function useGroups(
  data: Counters | undefined,
  at: number | undefined,
  previous: Dated<Counters> | undefined,
): readonly MetricGroup[] {
  return useMemo(
    () => (data === undefined || at === undefined ? [] : toMetricGroups({ data, at }, previous)),
    [data, at, previous],
  )
}

function useFilteredGroups(groups: readonly MetricGroup[], search: string, showZeros: boolean) {
  const texts: Readonly<Record<string, string>> = useMessages(explanations)
  return useMemo(
    () =>
      groups
        .map((group) => ({
          group,
          rows: filterRows(group.rows, { search, showZeros, textOf: (name) => texts[name] ?? '' }),
        }))
        .filter(({ rows }) => rows.length > 0),
    [groups, search, showZeros, texts],
  )
}

interface ExportMenuProps {
  readonly counters: Counters | undefined
  readonly groups: readonly MetricGroup[]
  /** Empty for all nodes. */
  readonly node: string
}

/** Exports all metrics, regardless of the search. */
function ExportMenu({ counters, groups, node }: ExportMenuProps) {
  const texts = useMessages(messages)
  const copy = useCopy()
  const copyAll = () => copy(JSON.stringify(counters, null, 2), texts.copied)
  const download = () => downloadText(`metrics-${node === '' ? 'cluster' : node}.csv`, 'text/csv', metricsCsv(groups))
  return (
    <Menu
      trigger={<Button disabled={counters === undefined}>{texts.export}</Button>}
      items={[
        { label: texts.copyJson, icon: <IconCopy size={16} aria-hidden />, onSelect: copyAll },
        { label: texts.downloadCsv, icon: <IconDownload size={16} aria-hidden />, onSelect: download },
      ]}
    />
  )
}
