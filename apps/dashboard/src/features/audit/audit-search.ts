import { auditMethods, auditOrigins } from '@mqdeck/contract'
import { z } from 'zod'

const text = z.string().trim().min(1).optional()
const moment = z.iso.datetime({ offset: true }).optional()
const whole = z.coerce.number().int().min(0).optional()

/** Under the names that the API has for them, so that the URL and the question to the broker read the same. */
const filters = {
  gte_created_at: moment,
  lte_created_at: moment,
  from: z.enum(auditOrigins).optional(),
  source: text,
  source_ip: text,
  operation_id: text,
  http_method: z.enum(auditMethods).optional(),
  operation_result: z.enum(['success', 'failure']).optional(),
  http_status_code: whole,
  gte_duration_ms: whole,
  node: text,
}

export const auditSearch = z.object({
  ...filters,
  limit: z.coerce.number().int().min(1).max(1000).default(20),
  page: z.coerce.number().int().min(1).default(1),
  /** When the entry was written that the drawer shows. */
  entry: text,
})

export type AuditSearch = z.output<typeof auditSearch>
export type FilterName = keyof typeof filters
export type AuditFilters = Partial<Pick<AuditSearch, FilterName>>

/** In the order of the form. */
export const filterNames: readonly FilterName[] = [
  'operation_id',
  'http_method',
  'source',
  'operation_result',
  'gte_created_at',
  'lte_created_at',
  'from',
  'source_ip',
  'http_status_code',
  'gte_duration_ms',
  'node',
]

/** The filters in force. */
export const filtersOf = (search: AuditSearch): AuditFilters =>
  Object.fromEntries(filterNames.filter((name) => search[name] !== undefined).map((name) => [name, search[name]]))

/** None of them, for leaving the URL. */
export const noFilters: { readonly [name in FilterName]: undefined } = {
  operation_id: undefined,
  http_method: undefined,
  source: undefined,
  operation_result: undefined,
  gte_created_at: undefined,
  lte_created_at: undefined,
  from: undefined,
  source_ip: undefined,
  http_status_code: undefined,
  gte_duration_ms: undefined,
  node: undefined,
}

/** What the API is asked: it wants moments in microseconds, or as RFC 3339. The end of a minute includes all of it. */
export const toQuery = ({ lte_created_at: until, ...others }: AuditFilters) => ({
  ...others,
  lte_created_at: until === undefined ? undefined : endOfMinute(until),
})

/** Microseconds. The field of the form knows whole minutes. */
const endOfMinute = (rfc3339: string) => Math.floor(Date.parse(rfc3339) / 60_000) * 60_000_000 + 59_999_999
