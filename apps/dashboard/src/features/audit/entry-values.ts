import type { AuditEntry } from '@mqdeck/contract'
import type { Locale } from '../../i18n/index.ts'
import { isRecord } from '../../lib/json/json-path.ts'
import { subjectOf } from './entry-subject.ts'
import { operationName } from './operation-names.ts'

/** Error of the broker. Empty if the operation succeeded. */
export function failureOf({ failure }: AuditEntry): string {
  if (failure === '') return ''
  const { code, message } = failure
  return [code, message]
    .filter((part) => part !== undefined && part !== '')
    .map(toText)
    .join(': ')
}

/** The request body as formatted JSON. Erlang terms, which EMQX writes, are unchanged. */
export function bodyOf({ http_request }: AuditEntry): string {
  const body = http_request === '' ? undefined : http_request.body
  if (body === undefined || body === '' || body === '{}') return ''
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** Rows for CSV, with a header row. */
export function toRows(entries: readonly AuditEntry[], locale: Locale): readonly (readonly string[])[] {
  const header = [
    'created_at',
    'operation',
    'http_method',
    'operation_id',
    'subject',
    'from',
    'source',
    'source_ip',
    'operation_result',
    'http_status_code',
    'failure',
    'duration_ms',
    'node',
    'body',
  ]
  const rows = entries.map((entry) => [
    entry.created_at,
    operationName(entry, locale),
    entry.http_method,
    entry.operation_id,
    subjectOf(entry),
    entry.from,
    entry.source,
    entry.source_ip,
    entry.operation_result,
    String(entry.http_status_code),
    failureOf(entry),
    String(entry.duration_ms),
    entry.node,
    entry.http_request === '' ? '' : (entry.http_request.body ?? ''),
  ])
  return [header, ...rows]
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
