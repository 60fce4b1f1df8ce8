import { memo, useMemo } from 'react'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, DataTable, Dim, Mono } from '../../ui/index.ts'
import { explanations } from './explanations.ts'
import { messages } from './messages.ts'
import type { MetricGroup, MetricRow } from './metric-rows.ts'
import styles from './metrics-page.module.css'

interface MetricTableProps {
  readonly group: MetricGroup
  /** Rows of the group that match the search. */
  readonly rows: readonly MetricRow[]
  readonly isStale: boolean
}

/** Not rendered again while its rows stay the same. */
export const MetricTable = memo(function MetricTable({ group, rows, isStale }: MetricTableProps) {
  const texts = useMessages(messages)
  const title = texts.groups[group.name]
  return (
    <DataTable
      label={title}
      columns={useMetricColumns(group.name === 'bytes')}
      rows={rows}
      rowId={({ name }) => name}
      busy={isStale}
      summary={
        <h2 className={styles.groupTitle}>
          {title} <Dim small>{texts.count(rows.length, group.rows.length)}</Dim>
        </h2>
      }
    />
  )
})

function useMetricColumns(isBytes: boolean): readonly Column<MetricRow>[] {
  const texts = useMessages(messages)
  const explain: Readonly<Record<string, string>> = useMessages(explanations)
  const format = useFormat()
  return useMemo(
    () => [
      { id: 'name', header: texts.counter, width: 292, cell: ({ name }) => <Mono>{name}</Mono> },
      {
        id: 'explanation',
        header: texts.explanation,
        width: 412,
        cell: ({ name }) => <span title={explain[name]}>{explain[name] ?? dash}</span>,
      },
      {
        id: 'value',
        header: texts.value,
        width: 115,
        align: 'end',
        cell: ({ value }) =>
          isBytes ? <span title={format.number(value)}>{format.bytes(value)}</span> : format.number(value),
      },
      {
        id: 'rate',
        header: texts.perSecond,
        hint: texts.rateHint,
        width: 100,
        align: 'end',
        cell: ({ rate }) => {
          const text = isBytes ? format.bytes(rate) : format.rate(rate)
          return rate === 0 ? <Dim>{text}</Dim> : text
        },
      },
    ],
    [texts, explain, format, isBytes],
  )
}
