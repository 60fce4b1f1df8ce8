import type { Stats } from '@mqdeck/contract'
import { useMemo } from 'react'
import { type Loaded, QueryError } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, DataTable, Dim } from '../../ui/index.ts'
import { messages } from './messages.ts'
import styles from './node-page.module.css'
import { type StatRow, toStatRows } from './stat-rows.ts'

interface NodeStatisticsProps {
  readonly query: Loaded<Stats>
  /** The node is the only one of the cluster. */
  readonly isAlone: boolean
}

/** Current values and the highest since the start. A note explains that the highest value is not a limit. */
export function NodeStatistics({ query, isAlone }: NodeStatisticsProps) {
  const texts = useMessages(messages)
  const rows = useMemo(() => query.data && toStatRows(query.data), [query.data])
  return (
    <DataTable
      label={texts.statistics}
      columns={useStatColumns(isAlone)}
      rows={rows}
      rowId={({ name }) => name}
      busy={query.isStale}
      error={rows === undefined && query.error && <QueryError query={query} />}
      summary={
        <div className={styles.tableHead}>
          <h2 className={styles.tableTitle}>{texts.statistics}</h2>
          <span>{texts.statisticsNote}</span>
        </div>
      }
      skeletonRows={12}
    />
  )
}

function useStatColumns(isAlone: boolean): readonly Column<StatRow>[] {
  const texts = useMessages(messages)
  const { number } = useFormat()
  return useMemo(() => {
    const names: Readonly<Record<string, string>> = texts.stats
    return [
      {
        id: 'name',
        header: texts.statistic,
        width: 240,
        cell: ({ name, isOfCluster }) => (
          <>
            {names[name] ?? name} {/* The name already contains “whole cluster”. */}
            {isOfCluster && !isAlone && name !== 'cluster_sessions' && (
              <span title={texts.wholeClusterHint}>
                <Dim small>{texts.wholeCluster}</Dim>
              </span>
            )}
          </>
        ),
      },
      { id: 'current', header: texts.current, width: 90, align: 'end', cell: ({ current }) => number(current) },
      {
        id: 'highest',
        header: texts.highest,
        hint: texts.highestHint,
        width: 100,
        align: 'end',
        cell: ({ highest }) => number(highest),
      },
    ]
  }, [texts, number, isAlone])
}
