import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { NodePicker } from '../../api/nodes/node-picker.tsx'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { downloadText } from '../../lib/browser/download.ts'
import { toCsv } from '../../lib/text/csv.ts'
import { Button, DataTable, EmptyState, Select, TextField, useOpenClient } from '../../ui/index.ts'
import { useTraceItems } from '../traces/index.ts'
import { findingsOf } from './findings.ts'
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
  /** Undefined until the first result of a scan. */
  readonly ranking: Ranking | undefined
  readonly hasPreviousScan: boolean
  readonly search: RankedSearch
  readonly onSearch: (change: Partial<RankedSearch>) => void
}

/** The first sessions by the selected measure, with a choice of the measure. */
export function RankedSessions({ search, onSearch, ...ranked }: RankedSessionsProps) {
  const texts = useMessages(messages)
  return (
    <SessionRanking
      {...ranked}
      search={search}
      onSearch={onSearch}
      filters={
        <Select
          label={texts.rankBy}
          value={search.by}
          onChange={(next) => onSearch({ by: next ?? 'attention' })}
          options={measures.map((measure) => ({ value: measure, label: texts.measures[measure] }))}
          width={200}
        />
      }
    />
  )
}

interface SessionRankingProps extends RankedSessionsProps {
  /** Before the other filters. */
  readonly filters?: ReactNode
}

/** The first sessions by one measure, with filters. */
export function SessionRanking({ ranking, hasPreviousScan, search, onSearch, filters }: SessionRankingProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const openClient = useOpenClient()
  const traceItems = useTraceItems()
  const { by, find = '', node } = search
  const ranked = ranking?.tops[by]
  const at = ranking?.at ?? 0
  const rows = useMemo(() => ranked?.filter((row) => matchesFilter(row, find, node)), [ranked, find, node])
  const isFiltered = rows !== undefined && ranked !== undefined && rows.length < ranked.length
  const count = format.number(rows?.length)
  return (
    <>
      <div className={styles.filters}>
        {filters}
        <div className={styles.find}>
          <TextField
            label={texts.findSession}
            placeholder={texts.findHint}
            value={find}
            onChange={(event) => onSearch({ find: event.currentTarget.value || undefined })}
          />
        </div>
        <NodePicker label={texts.node} width={220} value={node} onChange={(next) => onSearch({ node: next })} />
      </div>
      <DataTable
        label={texts.rankedSessions}
        columns={useRankingColumns(at)}
        columnsKey="sessionHealthColumns"
        rows={rows}
        rowId={({ clientid }) => clientid}
        rowActions={({ clientid }) => [openClient(clientid), ...traceItems({ type: 'clientid', value: clientid })]}
        summary={rows && (isFiltered ? texts.foundOf(count, format.number(ranked?.length)) : texts.first(count))}
        actions={
          <Button
            size="small"
            icon={<IconDownload size={16} aria-hidden />}
            disabled={rows === undefined || rows.length === 0}
            onClick={() => downloadText(`${texts.fileName}-${by}.csv`, 'text/csv', rankingCsv(rows ?? [], at))}
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

/** CSV with the field names of the broker API, for further processing. */
function rankingCsv(rows: readonly SessionRow[], at: number): string {
  const time = (milliseconds: number) => (milliseconds === 0 ? '' : new Date(milliseconds).toISOString())
  const columns: readonly (readonly [string, (row: SessionRow) => unknown])[] = [
    ['clientid', ({ clientid }) => clientid],
    ['username', ({ username }) => username],
    [
      'findings',
      (row) =>
        findingsOf(row, at)
          .map(({ kind }) => kind)
          .join(' '),
    ],
    ['mqueue_len', ({ queue }) => queue],
    ['mqueue_max', ({ queueMax }) => queueMax],
    ['dropped', ({ drops }) => drops],
    ['dropped_per_minute', ({ dropRate }) => dropRate?.toFixed(2)],
    ['inflight_cnt', ({ inflight }) => inflight],
    ['inflight_max', ({ inflightMax }) => inflightMax],
    ['awaiting_rel_cnt', ({ awaiting }) => awaiting],
    ['heap_size', ({ heap }) => heap],
    ['subscriptions_cnt', ({ subscriptions }) => subscriptions],
    ['connected', ({ connected }) => connected],
    ['connected_at', ({ connectedAt }) => time(connectedAt)],
    ['created_at', ({ createdAt }) => time(createdAt)],
    ['node', ({ node }) => node],
    ['listener', ({ listener }) => listener],
    ['ip_address', ({ address }) => address],
    ['proto_ver', ({ version }) => version],
    ['keepalive', ({ keepalive }) => keepalive],
    ['clean_start', ({ cleanStart }) => cleanStart],
  ]
  const lines = rows.map((row) => columns.map(([, value]) => String(value(row) ?? '')))
  return toCsv([columns.map(([name]) => name), ...lines])
}
