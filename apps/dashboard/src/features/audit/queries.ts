import {
  ApiError,
  type AuditEntry,
  getLogConfig,
  listAudit,
  type log,
  updateLogConfig,
  type WireValue,
} from '@mqdeck/contract'
import {
  defineChange,
  defineQuery,
  fetchAll,
  isNotFound,
  type Paging,
  type RowPage,
  useConnection,
} from '../../api/index.ts'
import { type AuditFilters, toQuery } from './audit-search.ts'

interface AuditList extends RowPage<AuditEntry> {
  /** `disabled`: nothing is recorded. `unavailable`: the broker has no audit log. */
  readonly state: 'enabled' | 'disabled' | 'unavailable'
}

export const auditQuery = defineQuery<{ readonly filters: AuditFilters } & Paging, AuditList>({
  name: 'audit',
  async load(call, { filters, page, limit }, signal) {
    try {
      const { data, meta } = await call(listAudit, { query: { ...toQuery(filters), page, limit }, signal })
      return { state: 'enabled', rows: data, total: meta.count, hasNext: meta.hasnext }
    } catch (error) {
      if (isNotFound(error)) return { state: 'unavailable', rows: [] }
      if (isDisabledError(error)) return { state: 'disabled', rows: [] }
      throw error
    }
  },
  poll: 'chosen',
})

/** Response of EMQX while the audit log is disabled. */
const isDisabledError = (error: unknown) =>
  error instanceof ApiError && error.status === 400 && error.message === 'Audit is disabled'

/** One entry, identified by its time. */
export const auditEntryQuery = defineQuery<{ readonly at: string }, { readonly entry: AuditEntry | undefined }>({
  name: 'audit-entry',
  load: async (call, { at }, signal) => {
    const { data } = await call(listAudit, { query: { gte_created_at: at, lte_created_at: at, limit: 1 }, signal })
    return { entry: data[0] }
  },
})

type LogSettings = WireValue<typeof log>

/** Settings of the audit log. */
export const auditSettingsQuery = defineQuery<undefined, LogSettings['audit']>({
  name: 'audit-settings',
  load: async (call, _args, signal) => (await call(getLogConfig, { signal })).audit,
})

/** Keeps the other current log settings. */
export const enableAudit = defineChange<{ readonly enable: boolean }, unknown>({
  apply: async (call, { enable }) => {
    const settings = await call(getLogConfig)
    return call(updateLogConfig, { body: { ...settings, audit: { ...settings.audit, enable } } })
  },
  invalidates: [auditQuery, auditSettingsQuery, { name: 'log-settings' }],
})

/** Loads all entries that match the filters, newest first. */
export function useAllEntries(): (filters: AuditFilters) => Promise<readonly AuditEntry[]> {
  const { call } = useConnection()
  return (filters) => fetchAll((paging) => call(listAudit, { query: { ...toQuery(filters), ...paging } }))
}
