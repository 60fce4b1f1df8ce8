import { IconDownload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { NodePicker } from '../../api/nodes/node-picker.tsx'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { downloadText } from '../../lib/download.ts'
import { Button, DataTable, EmptyState, Select, TextField, useOpenClient } from '../../ui/index.ts'
import { useTraceItems } from '../traces/index.ts'
import { rankingCsv } from './export-ranking.ts'
import { messages } from './messages.ts'
import { type Measure, measures, type Ranking } from './ranking.ts'
import { useRankingColumns } from './ranking-columns.tsx'
import styles from './session-health.module.css'
import type { SessionRow } from './session-row.ts'

/** Search parameters of the page. */
interface RankedSearch {
  readonly by: Measure
  readonly find?: string | undefined
  readonly node?: string | undefined
}

interface RankedSessionsProps {
  readonly ranking: Ranking
  readonly hasPreviousScan: boolean
  readonly search: RankedSearch
  readonly onSearch: (change: Partial<RankedSearch>) => void
}

/** The first sessions by the selected measure, with filters. */
export function RankedSessions({ ranking, hasPreviousScan, search, onSearch }: RankedSessionsProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const openClient = useOpenClient()
  const traceItems = useTraceItems()
  const { by, find = '', node } = search
  const ranked = ranking.tops[by]
  const rows = useMemo(() => ranked.filter((row) => matchesFilter(row, find, node)), [ranked, find, node])
  const isFiltered = rows.length < ranked.length
  const count = format.number(rows.length)
  return (
    <>
      <div className={styles.filters}>
        <Select
          label={texts.rankBy}
          value={by}
          onChange={(next) => onSearch({ by: next ?? 'attention' })}
          options={measures.map((measure) => ({ value: measure, label: texts.measures[measure] }))}
          width={200}
        />
        <TextField
          label={texts.findSession}
          placeholder={texts.findHint}
          value={find}
          onChange={(event) => onSearch({ find: event.currentTarget.value || undefined })}
        />
        <NodePicker label={texts.node} width={220} value={node} onChange={(next) => onSearch({ node: next })} />
      </div>
      <DataTable
        label={texts.rankedSessions}
        columns={useRankingColumns(ranking.at)}
        columnsKey="sessionHealthColumns"
        rows={rows}
        rowId={({ clientid }) => clientid}
        rowActions={({ clientid }) => [openClient(clientid), ...traceItems({ type: 'clientid', value: clientid })]}
        summary={isFiltered ? texts.foundOf(count, format.number(ranked.length)) : texts.first(count)}
        actions={
          <Button
            icon={<IconDownload size={16} aria-hidden />}
            disabled={rows.length === 0}
            onClick={() => downloadText(`${texts.fileName}-${by}.csv`, 'text/csv', rankingCsv(rows, ranking.at))}
          >
            {texts.exportCsv}
          </Button>
        }
        empty={
          isFiltered ? (
            <EmptyState
              title={texts.noResults}
              action={<Button onClick={() => onSearch({ find: undefined, node: undefined })}>{texts.showAll}</Button>}
            />
          ) : (
            <EmptyState
              title={by === 'attention' ? texts.noneNeedAttention : texts.noneRanked}
              hint={by === 'dropRate' && !hasPreviousScan ? texts.needsTwoScans : texts.noneRankedHint}
            />
          )
        }
      />
    </>
  )
}

function matchesFilter(
  { clientid, username = '', address, node }: SessionRow,
  find: string,
  selectedNode: string | undefined,
): boolean {
  if (selectedNode !== undefined && node !== selectedNode) return false
  const text = find.trim().toLowerCase()
  return text === '' || [clientid, username, address].some((value) => value.toLowerCase().includes(text))
}
