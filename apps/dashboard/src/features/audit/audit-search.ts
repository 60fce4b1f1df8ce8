import { auditMethods, auditOrigins } from '@mqdeck/contract'
import { z } from 'zod'
import { pageSearch } from '../../api/index.ts'

const text = z.string().trim().min(1).optional()
const dateTime = z.iso.datetime({ offset: true }).optional()
const nonNegativeInteger = z.coerce.number().int().min(0).optional()

/** The URL uses the parameter names of the API. */
const filters = {
  gte_created_at: dateTime,
  lte_created_at: dateTime,
  from: z.enum(auditOrigins).optional(),
  source: text,
  source_ip: text,
  operation_id: text,
  http_method: z.enum(auditMethods).optional(),
  operation_result: z.enum(['success', 'failure']).optional(),
  http_status_code: nonNegativeInteger,
  gte_duration_ms: nonNegativeInteger,
  node: text,
}

export const auditSearch = pageSearch.extend({
  ...filters,
  /** Time of the entry that is open in the drawer. */
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

/** The active filters. */
export const filtersOf = (search: AuditSearch): AuditFilters =>
  Object.fromEntries(filterNames.filter((name) => search[name] !== undefined).map((name) => [name, search[name]]))

/** Removes all filters from the URL. */
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

/** Query of the API, which takes times in microseconds or RFC 3339. The end time includes the whole minute. */
export const toQuery = ({ lte_created_at: until, ...others }: AuditFilters) => ({
  ...others,
  lte_created_at: until === undefined ? undefined : endOfMinute(until),
})

/** In microseconds. The form field has a precision of minutes. */
const endOfMinute = (rfc3339: string) => Math.floor(Date.parse(rfc3339) / 60_000) * 60_000_000 + 59_999_999
