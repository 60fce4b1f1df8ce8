import { toCsv } from '../../lib/csv.ts'
import { findingsOf } from './findings.ts'
import type { SessionRow } from './session-row.ts'

/** CSV with the field names of the broker API, for further processing. */
export function rankingCsv(rows: readonly SessionRow[], at: number): string {
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
